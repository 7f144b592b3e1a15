import { printable } from '../../core/printable.js'
import { shorten } from '../../core/shorten.js'

/** A path within a document, e.g. `['namespaces', 0, 'entries', 1, 'ttlSeconds']`. */
export type Path = readonly (string | number)[]

export interface Position {
  /** Starts at 1. */
  readonly line: number
  /** Starts at 1 and counts UTF-16 units. */
  readonly column: number
  /**
   * The line's text. If it's long (e.g. minified JSON), this is the part around the column, with … where it was cut.
   */
  readonly source: string
  /** The column where `source` begins. Only set if that isn't the start of the line. */
  readonly sourceColumn?: number
}

/** A problem with a seed (docs/DESIGN.md section 4, Problems). */
export interface Problem extends Position {
  /** The file's name the way the user gave it. */
  readonly file: string
  /** E.g. `namespaces[0].entries[1].ttlSeconds`, or an empty string for the document itself. */
  readonly path: string
  readonly message: string
  readonly hint?: string
}

export const NOT_JSON = 'this is not valid JSON: '

/** Thrown with all problems of one or more seeds. Its message lists them for the user. */
export class SeedProblems extends Error {
  override readonly name = 'SeedProblems'

  /**
   * @param code distinguishes problems in a seed from problems in a request body
   * @param isText whether every seed could be parsed
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
 * Sorts problems by file and position, and removes duplicates, which are caused by aliases.
 *
 * @param files their order. By default, files are sorted by their first problem.
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

/** Uses a format that editors and terminals turn into links. */
export const placeOf = ({ file, line, column }: Problem): string => `${file}:${line}:${column}`

/** The most problems that a check reports. Nobody reads more, and it takes time to locate each of them. */
export const PROBLEMS_MAX = 1000

const SHOWN_MAX = 100
/** The number of characters of a long line to show, and how many of those come before the column. */
export const SOURCE_MAX = 120
export const SOURCE_LEAD = 40
const PATH_SHOWN_MAX = 500
const MESSAGE_SHOWN_MAX = 2000

/** Formats a path the way JavaScript would, e.g. `stores[0].entries[2].value["two words"]`. Very long paths are cut. */
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

/** Shortens a message, since it might quote a field that's megabytes long. */
export const messageText = (message: string): string => shorten(message, MESSAGE_SHOWN_MAX)

/**
 * Formats problems for the user. Each one shows `file:line:column: message`, the line with a caret below it, and the
 * hint. After the first hundred, it only says how many more there are.
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

function excerpt({ line, column, source, sourceColumn = 1 }: Problem): string[] {
  const gutter = `  ${line} | `
  // Keep tabs, so that the caret lines up whatever the tab width is.
  const lead = printable(source.slice(0, column - sourceColumn)).replace(/[^\t]/g, ' ')
  return [gutter + printable(source), `${' '.repeat(gutter.length - 2)}| ${lead}^`]
}
