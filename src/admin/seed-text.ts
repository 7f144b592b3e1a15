import { Refusal } from '../core/refusal.js'
import { readSeeds } from '../seed/parse.js'
import type { SeedDocument } from '../seed/schema/schema.js'
import { SeedProblems } from '../seed/text/problems.js'

/**
 * The text of a seed. An empty one would wipe everything, and is a mistake more often than a wish; so is one of
 * comments alone, which is what `curl -d` makes of a file: it drops the line breaks.
 *
 * @throws Refusal invalid_request
 */
export function readSeedText(text: string): string {
  if (/^[^\S\r\n]*[^\s#]/m.test(text)) return text
  if (text.trim() === '') {
    throw new Refusal('invalid_request', 'the body is empty', {
      hint: 'send a seed (YAML or JSON), or {} for nothing at all',
    })
  }
  if (isOneLine(text)) throw lostLineBreaks('the body is one line, and all of it is a comment')
  throw new Refusal('invalid_request', 'the body holds nothing but comments', {
    hint: 'send a seed (YAML or JSON), or {} for nothing at all',
  })
}

/**
 * A seed, called `name` where something is wrong with it.
 *
 * @param repeats the most records that one block may stand for
 * @throws SeedProblems; Refusal invalid_request where its line breaks were lost
 */
export async function readWholeSeed(
  name: string,
  text: string,
  repeats: number,
  stopping?: AbortSignal,
): Promise<SeedDocument> {
  try {
    return await readSeeds([{ name, text }], repeats, stopping)
  } catch (error) {
    if (error instanceof SeedProblems && isOneLine(text) && !isFlow(text) && isNoYaml(error)) {
      throw lostLineBreaks('the body is one line, and no valid YAML')
    }
    throw error
  }
}

const isOneLine = (text: string): boolean => !/[\r\n]/.test(text.trim())

/** JSON, or YAML that looks like it, needs no line breaks. */
const isFlow = (text: string): boolean => /^\s*[[{]/.test(text)

const isNoYaml = ({ problems }: SeedProblems): boolean =>
  problems.some(({ message }) => message.startsWith('this is no valid YAML'))

const lostLineBreaks = (reason: string): Refusal =>
  new Refusal('invalid_request', `${reason}: its line breaks were lost`, {
    hint: 'curl -d drops them: send the file with -T FILE, or with -X PUT --data-binary @FILE',
  })
