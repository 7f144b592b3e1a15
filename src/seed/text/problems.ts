import { printable } from '../../core/printable.js'
import { shorten } from '../../core/shorten.js'

/** A path in a document: `['namespaces', 0, 'entries', 1, 'ttlSeconds']`. */
export type Path = readonly (string | number)[]

export interface Position {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** The line; of a long one, such as minified JSON, the part around the column, with … where it is cut. */
  readonly source: string
  /** The column of the first character of `source`, if it isn't the first of the line. */
  readonly sourceColumn?: number
}

/** See docs/DESIGN.md section 4, Problems. */
export interface Problem extends Position {
  /** As given. */
  readonly file: string
  /** `namespaces[0].entries[1].ttlSeconds`; empty for the document itself. */
  readonly path: string
  readonly message: string
  /** Advice on fixing it. */
  readonly hint?: string
}

export const NOT_JSON = 'this is not valid JSON: '

/** All problems of one or more seeds. The message is the formatted list. */
export class SeedProblems extends Error {
  override readonly name = 'SeedProblems'

  /**
   * @param code tells problems of a seed from those of a call's body
   * @param isText whether each seed could be parsed
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
 * Sorts by file and position and removes duplicates, which aliases cause.
 *
 * @param files their order; defaults to the order of first problems
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

/** In the format that editors and terminals link. */
export const placeOf = ({ file, line, column }: Problem): string => `${file}:${line}:${column}`

/** Most problems per check: nobody reads more, and locating each takes time. */
export const PROBLEMS_MAX = 1000

const SHOWN_MAX = 100
/** Characters of a longer line that are shown, and of these before the column. */
export const SOURCE_MAX = 120
export const SOURCE_LEAD = 40
const PATH_SHOWN_MAX = 500
const MESSAGE_SHOWN_MAX = 2000

/** Formats a path as JavaScript: `stores[0].entries[2].value["two words"]`. Cuts very long ones. */
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

/** Shortens a message, since it may quote a field of megabytes. */
export const messageText = (message: string): string => shorten(message, MESSAGE_SHOWN_MAX)

/**
 * Formats problems for people: `file:line:column: message`, the line with a caret, and the hint. After a hundred it
 * only gives the number of the rest.
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

/** Returns the line and a caret. */
function excerpt({ line, column, source, sourceColumn = 1 }: Problem): string[] {
  const gutter = `  ${line} | `
  // Keep tabs, so the caret is aligned at any tab width.
  const lead = printable(source.slice(0, column - sourceColumn)).replace(/[^\t]/g, ' ')
  return [gutter + printable(source), `${' '.repeat(gutter.length - 2)}| ${lead}^`]
}
