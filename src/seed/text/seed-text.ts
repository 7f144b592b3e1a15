import { type Position, SOURCE_LEAD, SOURCE_MAX } from './problems.js'

export interface SeedSource {
  /** A name to use in messages, usually the file's path. */
  readonly name: string
  /** YAML 1.2 or JSON. */
  readonly text: string
  /**
   * True if the sender says it's JSON, e.g. because the file is called `.json`. YAML is accepted nevertheless, except for
   * JSON with a trailing comma, which other programs would refuse.
   */
  readonly isSaidToBeJson?: boolean
  /** Called from time to time while reading a long text. */
  readonly onWork?: () => void
}

/** YAML can begin with these brackets too, but then names are usually unquoted. */
const BEGINS_AS_JSON = /^\s*[[{][\s[{]*(?:"|$)/

export class SeedText {
  readonly name: string
  readonly text: string
  readonly isSaidToBeJson: boolean
  /** True to report problems in terms of JSON, because the text was declared as JSON or begins like it. */
  readonly isMeantAsJson: boolean
  readonly onWork: () => void
  /** Where each line starts. Computed on first use. */
  #lines: readonly number[] | undefined

  constructor({ name, text, isSaidToBeJson = /\.json$/i.test(name), onWork = () => {} }: SeedSource) {
    this.name = name
    this.isSaidToBeJson = isSaidToBeJson
    this.onWork = onWork
    this.text = text.replace(/^\uFEFF/, '')
    this.isMeantAsJson = isSaidToBeJson || BEGINS_AS_JSON.test(this.text)
  }

  /** Offsets beyond the text are moved to its end. */
  position(offset: number): Position {
    const { text } = this
    this.#lines ??= lineStarts(text)
    const line = countUpTo(this.#lines, Math.min(offset, text.length))
    const start = this.#lines[line - 1] ?? 0
    const column = offset - start + 1
    const whole = this.#lineFrom(start)
    if (whole.length <= SOURCE_MAX) return { line, column, source: whole }
    const from = Math.max(0, column - 1 - SOURCE_LEAD)
    const rest = this.#lineFrom(start + from)
    const tail = rest.length > SOURCE_MAX ? '…' : ''
    const source = rest.slice(0, SOURCE_MAX) + tail
    return from === 0 ? { line, column, source } : { line, column, source: `…${source}`, sourceColumn: from }
  }

  /** Returns the rest of a line, or just enough of it to tell that it's long. */
  #lineFrom(offset: number): string {
    const [line = ''] = /^[^\n]*/.exec(this.text.slice(offset, offset + SOURCE_MAX + 2)) ?? []
    return line.replace(/\r$/, '')
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** @param numbers ascending */
function countUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low
}
