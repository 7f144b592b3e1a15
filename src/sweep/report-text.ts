import type { SweepReport, SweptPoint } from './report.js'
import type { StateDifference } from './state/differences.js'

/** The most differences that are shown of one run. */
const SHOWN_MAX = 5

/**
 * The report for people: what was covered, what was found, and the line that repeats each finding.
 *
 * @param lineOf the option that runs a point alone
 */
export function reportText(
  { coverage, points, findings, idleAllowances }: SweepReport,
  lineOf: (point: string) => string = onlyInCode,
): string {
  const allowed = points.filter((point) => point.allowed !== undefined)
  const missed = points.filter(({ outcome }) => outcome === 'not reached')
  return [
    coverage,
    `${findings.length === 0 ? 'no finding' : plural(findings.length, 'finding')} in ${plural(points.length, 'disturbed run')}`,
    ...findings.flatMap((point) => [
      '',
      ...pointLines(point),
      `    to repeat it: ${lineOf(point.point)}`,
      ...(point.bundle === undefined ? [] : [`    its run, for emulator replay: ${point.bundle}`]),
    ]),
    ...titled('allowed:', allowed, (point) => [
      `  ${point.point}: ${point.outcome}, allowed: ${point.allowed}`,
    ]),
    ...titled('not reached:', missed, ({ point }) => [`  ${point}`]),
    ...titled('allowed, but not found:', idleAllowances, (name) => [`  ${name}`]),
  ].join('\n')
}

/** A number of things, in words. */
export const plural = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`

function titled<T>(title: string, items: readonly T[], lines: (item: T) => string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...items.flatMap(lines)]
}

/** A run with what is known of its outcome. */
export function pointLines({ point, outcome, reason, differences = [] }: SweptPoint): string[] {
  const why = reason === undefined ? [] : reason.split('\n').map((line) => `    ${line}`)
  const shown = differences.slice(0, SHOWN_MAX).map((difference) => `    ${differenceText(difference)}`)
  const rest = differences.length - shown.length
  return [`  ${point}: ${outcome}`, ...why, ...shown, ...(rest > 0 ? [`    and ${rest} more`] : [])]
}

function differenceText({ collection, kind, before, after, by }: StateDifference): string {
  const what = kind === 'changed' ? `${before} became ${after}` : `${kind} ${after ?? before}`
  return `${collection}: ${what}${by === undefined ? '' : `, by ${by}`}`
}

const onlyInCode = (point: string): string => `only: ['${point.replace(/[\\']/g, '\\$&')}']`
