import { TRAILING_COMMA } from '../../core/json/json-problem.js'
import { UTF16 } from './decode-utf8.js'
import { Positions, type ProblemTarget, type SourceDocument, type SourceMap } from './positions.js'
import type { Path, Problem } from './problems.js'
import { readJson } from './read-json.js'
import { readYaml } from './read-yaml.js'
import type { SeedText } from './seed-text.js'

export interface ParsedText extends SourceDocument {
  readonly problems: readonly Problem[]
  /** The offset where the data begins. Defaults to 0. */
  readonly start?: number
}

/** Parses a text as JSON or, failing that, as YAML. */
export const readText = (text: SeedText): ParsedText => ({ ...read(text), source: new ReadAgain(text) })

/** If the text is neither, its problems refer to the format that the user seems to have meant. */
function read(text: SeedText, positions?: Positions): Omit<ParsedText, 'source'> {
  text.onWork()
  const json = readJson(text, positions)
  if (json.data !== undefined) return { data: json.data, problems: [] }
  const foreign = foreignProblem(text)
  if (foreign !== undefined) return { data: undefined, problems: [foreign] }
  const { problem } = json
  // YAML allows a trailing comma.
  if (problem?.hint === TRAILING_COMMA && text.isSaidToBeJson) return { data: undefined, problems: [problem] }
  const reading = readYaml(text, positions)
  const isBrokenJson = reading.data === undefined && text.isMeantAsJson && problem !== undefined
  return isBrokenJson ? { data: undefined, problems: [problem] } : reading
}

/** Finds positions by reading the text a second time, which only happens if there's a problem. */
class ReadAgain implements SourceMap {
  readonly #text: SeedText
  #found: { readonly data: unknown; readonly positions: Positions } | undefined

  constructor(text: SeedText) {
    this.#text = text
  }

  textAt(): SourceMap {
    return this
  }

  find(path: Path, target: ProblemTarget) {
    this.#found ??= this.#readAgain()
    const { data, positions } = this.#found
    const text = this.#text
    return { file: text.name, ...text.position(positions.offsetOf(data, path, target)) }
  }

  #readAgain() {
    const positions = new Positions()
    return { data: read(this.#text, positions).data, positions }
  }
}

/** UTF-16 without a byte order mark is valid UTF-8. If it's plain text, every other byte is 0. */
const ZEROS_BETWEEN = /^\0?[^\0]\0[^\0]/

/** Matches text that's meant as JSON, even with comments. */
const JSON_LIKE = /^\s*\{\s*(?:"|\/\/|\/\*)/

/** Matches the start of a string, a YAML comment or a JavaScript comment. */
const BEGINNING = /"|(?<=\s)#|(?<=[\s{}[\],"])\/[/*]/g

/**
 * Returns a problem if the text is in a format that people often mistake for JSON or YAML. The YAML reader would
 * misread it and only report follow-up problems.
 */
function foreignProblem(text: SeedText): Problem | undefined {
  if (ZEROS_BETWEEN.test(text.text))
    return { file: text.name, line: 1, column: 1, source: '', path: '', ...UTF16 }
  const comment = JSON_LIKE.test(text.text) ? commentIn(text.text) : undefined
  if (comment === undefined) return undefined
  return {
    file: text.name,
    ...text.position(comment),
    path: '',
    message: 'JSON has no comments',
    hint: 'begin each line of the comment with #, since JSON with # comments is valid YAML',
  }
}

function commentIn(text: string): number | undefined {
  const beginning = new RegExp(BEGINNING)
  for (;;) {
    const found = beginning.exec(text)
    if (found === null) return undefined
    if (found[0] === '"') beginning.lastIndex = stringEnd(text, found.index + 1)
    else if (found[0] === '#') beginning.lastIndex = text.indexOf('\n', found.index) + 1 || text.length
    else return found.index
  }
}

function stringEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}
