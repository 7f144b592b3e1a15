import { UTF16 } from './decode-utf8.js'
import { Positions, type ProblemTarget, type SourceDocument, type SourceMap } from './positions.js'
import type { Path, Problem } from './problems.js'
import { readJson } from './read-json.js'
import { readYaml } from './read-yaml.js'
import type { SeedText } from './seed-text.js'

/** Data read from text, and what was wrong with the text. */
export interface ParsedText extends SourceDocument {
  readonly problems: readonly Problem[]
  /** The offset at which the data begins; left out, 0. */
  readonly start?: number
}

/** Reads a text: as JSON if it is that, else as YAML. */
export const readText = (text: SeedText): ParsedText => ({ ...read(text), source: new ReadAgain(text) })

/** Reads what is neither JSON nor YAML, too: the problems are in the terms of what it is meant as. */
function read(text: SeedText, positions?: Positions): Omit<ParsedText, 'source'> {
  text.onWork()
  const json = readJson(text, positions)
  if (json.data !== undefined) return { data: json.data, problems: [] }
  const foreign = foreignProblem(text)
  if (foreign !== undefined) return { data: undefined, problems: [foreign] }
  const reading = readYaml(text, positions)
  const { problem } = json
  const isBrokenJson = reading.data === undefined && text.isMeantAsJson && problem !== undefined
  return isBrokenJson ? { data: undefined, problems: [problem] } : reading
}

/** Finds the parts of a text, which is read a second time when it is first asked: most texts have no problem. */
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

/** UTF-16 without a mark is UTF-8 as well, and every other byte of plain text is 0. */
const ZEROS_BETWEEN = /^\0?[^\0]\0[^\0]/

/** Text that is meant as JSON, with or without comments. */
const JSON_LIKE = /^\s*\{\s*(?:"|\/\/|\/\*)/

/** The start of a string, of a YAML comment and of a JavaScript comment. */
const BEGINNING = /"|(?<=\s)#|(?<=[\s{}[\],"])\/[/*]/g

/**
 * The reason why text that is not JSON is not YAML either, if it is of a kind that people take for one of them. The
 * YAML reader would take such text for something else, and say what is wrong with that.
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
    hint: 'YAML has: begin each line of the comment with #, since JSON with # comments is YAML',
  }
}

/** The offset of the first comment that is JavaScript's. */
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

/** The end of the string whose text begins here. */
function stringEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}
