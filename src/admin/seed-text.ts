import { Refusal } from '../core/refusal.js'
import { readSeeds, type SeedSource } from '../seed/parse.js'
import type { SeededService } from '../seed/part.js'
import type { SeedDocument } from '../seed/schema/schema.js'
import { SeedProblems } from '../seed/text/problems.js'

/** Matches a line that's neither empty nor a comment. */
export const CONTENT = /^[^\S\r\n]*[^\s#]/m

/**
 * An empty seed would delete everything, which is rarely what the caller meant. The same goes for one that's nothing
 * but comments. `curl -d` drops line breaks, so that's what a file becomes if it begins with a comment.
 *
 * @throws Refusal `invalid_request`
 */
export function readSeedText(text: string): string {
  if (CONTENT.test(text)) return text
  if (text.trim() === '') {
    throw new Refusal('invalid_request', 'the body is empty', {
      hint: 'send a seed (YAML or JSON), or {} for nothing at all',
    })
  }
  if (isOneLine(text)) throw lostLineBreaks('the body is one line, and all of it is a comment')
  throw new Refusal('invalid_request', 'the body contains nothing but comments', {
    hint: 'send a seed (YAML or JSON), or {} for nothing at all',
  })
}

/** @throws SeedProblems; Refusal `invalid_request` if its line breaks got lost */
export async function readWholeSeed(
  source: SeedSource,
  services: readonly SeededService[],
): Promise<SeedDocument> {
  try {
    return await readSeeds([source], services)
  } catch (error) {
    if (error instanceof SeedProblems && !error.isText && mayHaveLostLineBreaks(source.text)) {
      throw lostLineBreaks('the body is one line, and not valid YAML')
    }
    throw error
  }
}

const isOneLine = (text: string): boolean => !/[\r\n]/.test(text.trim())

/** JSON, or what looks like it, doesn't need line breaks. */
const mayHaveLostLineBreaks = (text: string): boolean => isOneLine(text) && !/^\s*[[{]/.test(text)

const lostLineBreaks = (reason: string): Refusal =>
  new Refusal('invalid_request', `${reason}: its line breaks were lost`, {
    hint: 'curl -d drops them: send the file with -T FILE, or with -X PUT --data-binary @FILE',
  })
