import { printable, printableJson, printableLines } from '../../core/printable.js'
import { formatProblems, type Problem, withCutsMarked } from '../../seed/text/problems.js'
import { countsText, type Summary } from '../output/summary.js'

/** Something wrong with a seed (error), or probably not meant (warning). */
export interface SeedFinding extends Problem {
  readonly level: 'error' | 'warning'
}

/** A seed that was checked. */
export type CheckedSeed = { readonly file: string } & (
  | { readonly unreadable: string }
  | {
      readonly findings: readonly SeedFinding[]
      /** What it contains; undefined if an error keeps it from being loaded. */
      readonly contents?: Summary
    }
)

/** The problems of a seed as `check` prints them, or what it contains. */
export function prettyReport(seed: CheckedSeed): string {
  if ('unreadable' in seed) return `${printableLines(seed.unreadable)}\n`
  const { findings, contents } = seed
  const shown = findings.map(({ level, ...problem }) =>
    level === 'warning' ? { ...problem, message: `warning: ${problem.message}` } : problem,
  )
  const problems = findings.length === 0 ? '' : `${formatProblems(shown)}\n`
  return contents === undefined ? problems : `${problems}${printable(seed.file)}: ${countsText(contents)}\n`
}

/** One JSON document about all seeds. */
export function jsonReport(seeds: readonly CheckedSeed[]): string {
  const files = seeds.map((seed) => {
    if ('unreadable' in seed) return { ...seed, problems: [] }
    const { file, findings, contents } = seed
    const counts = contents && {
      namespaces: contents.namespaces.length,
      stores: contents.stores.length,
      projects: contents.projects,
      documents: contents.documents,
    }
    return { file, problems: findings.map(withCutsMarked), ...(counts && { contents: counts }) }
  })
  return `${printableJson(JSON.stringify({ files }, null, 2))}\n`
}

/** Annotations of GitHub: a line for each problem, which a workflow shows at its place. */
export function githubReport(seed: CheckedSeed): string {
  const { file } = seed
  if ('unreadable' in seed) return annotation('error', { file }, seed.unreadable)
  const { findings } = seed
  if (findings.length === 0) return prettyReport(seed)
  return findings
    .map(({ level, line, column, message, hint }) =>
      annotation(level, { file, line, col: column }, hint === undefined ? message : `${message}\n${hint}`),
    )
    .join('')
}

function annotation(
  level: SeedFinding['level'],
  place: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const properties = Object.entries(place).map(
    ([name, value]) => `${name}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  )
  return `::${level} ${properties.join(',')}::${escaped(text)}\n`
}

const escaped = (text: string): string => printableLines(text.replaceAll('%', '%25')).replaceAll('\n', '%0A')
