import { foreignProblem } from './foreign-text.js'
import { Places, type ProblemTarget, type SourceDocument, type SourceMap } from './places.js'
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
function read(text: SeedText, places?: Places): Omit<ParsedText, 'source'> {
  const json = readJson(text, places)
  if (json.data !== undefined) return { data: json.data, problems: [] }
  const foreign = foreignProblem(text)
  if (foreign !== undefined) return { data: undefined, problems: [foreign] }
  const reading = readYaml(text, places)
  const { problem } = json
  const isBrokenJson = reading.data === undefined && text.isMeantAsJson && problem !== undefined
  return isBrokenJson ? { data: undefined, problems: [problem] } : reading
}

/** Finds the parts of a text, which is read a second time when it is first asked: most texts have no problem. */
class ReadAgain implements SourceMap {
  readonly #text: SeedText
  #found: { readonly data: unknown; readonly places: Places } | undefined

  constructor(text: SeedText) {
    this.#text = text
  }

  textAt(): SourceMap {
    return this
  }

  find(path: Path, target: ProblemTarget) {
    this.#found ??= this.#readAgain()
    const { data, places } = this.#found
    const text = this.#text
    return { file: text.name, ...text.position(places.offsetOf(data, path, target)) }
  }

  #readAgain() {
    const places = new Places()
    return { data: read(this.#text, places).data, places }
  }
}
