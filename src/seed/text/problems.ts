import { printable } from '../../core/printable.js'
import { shorten } from '../../core/shorten.js'

/** The way to a place in a document: `['namespaces', 0, 'entries', 1, 'ttlSeconds']`. */
export type Path = readonly (string | number)[]

/** A place in a text, for a person to find it. */
export interface Position {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** The line; of one that is longer than SOURCE_MAX what is around the column. */
  readonly source: string
  /** The column at which `source` begins, if it is not the whole line. */
  readonly sourceColumn?: number
}

/** One thing wrong with a seed, its place, and a hint (docs/DESIGN.md section 4, Problems). */
export interface Problem extends Position {
  /** The name of the file, as it was given. */
  readonly file: string
  /** `namespaces[0].entries[1].ttlSeconds`; empty for the document itself. */
  readonly path: string
  readonly message: string
  /** The mend, in words. */
  readonly hint?: string
}

/** How a problem of broken JSON begins. */
export const NOT_JSON = 'this is not valid JSON: '

/** All problems of one or more seeds. Its message is the formatted list. */
export class SeedProblems extends Error {
  override readonly name = 'SeedProblems'

  /**
   * @param code whether they are those of a seed, or of what a call was sent
   * @param isText whether each seed could be read as JSON or YAML
   */
  constructor(
    readonly problems: readonly Problem[],
    readonly code: 'invalid_seed' | 'invalid_request' = 'invalid_seed',
    readonly isText = true,
  ) {
    super(formatProblems(problems))
  }
}

/**
 * File by file, from top to bottom, each once: what an alias repeats is wrong in one place only.
 *
 * @param files their order; that of their first problems if nothing is said
 */
export function inOrder(
  problems: readonly Problem[],
  files: readonly string[] = problems.map(({ file }) => file),
): Problem[] {
  const unique = new Map(problems.map((problem) => [`${placeOf(problem)}:${problem.message}`, problem]))
  const ranks = new Map([...new Set(files)].map((file, rank) => [file, rank]))
  const rank = ({ file }: Problem): number => ranks.get(file) ?? -1
  return [...unique.values()].sort((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column)
}

/** `file:line:column`, as editors and terminals follow it. */
export const placeOf = ({ file, line, column }: Problem): string => `${file}:${line}:${column}`

/**
 * The most problems that one check reports: no person reads more, and finding the place of each takes time.
 */
export const PROBLEMS_MAX = 1000

const SHOWN_MAX = 100
const LINE_SHOWN_MAX = 120
/** The part of a longer line that is shown around the column, and one character more if the line goes on. */
export const SOURCE_MAX = 300
const PATH_SHOWN_MAX = 500
const MESSAGE_SHOWN_MAX = 2000
/** How much of a long line is shown before the column. */
const LEAD_SHOWN = 40

/**
 * Writes a path as JavaScript would: `stores[0].entries[2].value["two words"]`; a very long one is cut short.
 */
export function pathText(path: Path): string {
  let text = ''
  for (const step of path) {
    if (text.length > PATH_SHOWN_MAX) return shorten(text, PATH_SHOWN_MAX)
    if (typeof step === 'number') text += `[${step}]`
    else if (!/^[A-Za-z_$][\w$]*$/.test(step)) text += `[${JSON.stringify(step)}]`
    else text += text === '' ? step : `.${step}`
  }
  return shorten(text, PATH_SHOWN_MAX)
}

/** A message that a person can read: it may name a field, and fields may be megabytes long. */
export const messageText = (message: string): string => shorten(message, MESSAGE_SHOWN_MAX)

/** The problem with marks if its line was cut, for programs that show it as it is. */
export function withCutsMarked({ sourceColumn, ...problem }: Problem): Problem {
  if (sourceColumn === undefined) return problem
  const { source } = problem
  const head = sourceColumn > 1 ? '…' : ''
  const tail = source.length > SOURCE_MAX ? '…' : ''
  return { ...problem, source: `${head}${source.slice(0, SOURCE_MAX)}${tail}` }
}

/**
 * The problems for a person to read: for each `file:line:column: message`, the line with a caret under the
 * column, and the hint. Beyond a hundred problems it only says how many more there are.
 */
export function formatProblems(problems: readonly Problem[]): string {
  const blocks = problems.slice(0, SHOWN_MAX).map(formatProblem)
  if (problems.length > SHOWN_MAX) blocks.push(`and ${problems.length - SHOWN_MAX} more`)
  return blocks.join('\n\n')
}

function formatProblem(problem: Problem): string {
  const { message, hint } = problem
  const lines = [printable(`${placeOf(problem)}: ${message}`)]
  if (problem.source.trim() !== '') lines.push(...excerpt(problem))
  if (hint !== undefined) lines.push(`  ${printable(hint)}`)
  return lines.join('\n')
}

/** The line and the caret line; of a long line, such as minified JSON, only what is around the column. */
function excerpt({ line, column, source, sourceColumn = 1 }: Problem): string[] {
  const gutter = `  ${line} | `
  const caret = column - sourceColumn
  const isLong = source.length > LINE_SHOWN_MAX
  const start = isLong ? Math.max(0, caret - LEAD_SHOWN) : 0
  const head = start > 0 ? '…' : ''
  const tail = isLong && start + LINE_SHOWN_MAX < source.length ? '…' : ''
  const shown = printable(isLong ? source.slice(start, start + LINE_SHOWN_MAX) : source)
  // Tabs before the caret stay tabs, so that it is under its column however wide the terminal makes them.
  const lead = printable(source.slice(start, caret)).replace(/[^\t]/g, ' ')
  return [
    `${gutter}${head}${shown}${tail}`,
    `${' '.repeat(gutter.length - 2)}| ${' '.repeat(head.length)}${lead}^`,
  ]
}
