import { grouped } from '../grouped.js'
import { plural } from '../text.js'
import type { SweepReport, SweptPoint } from './report.js'
import type { StateDifference } from './state/differences.js'

const SHOWN_MAX = 5
const NAMED_MAX = 5

const SECTIONS: readonly (readonly [SweptPoint['kind'], string])[] = [
  ['fault', 'faults:'],
  ['gap', 'gaps:'],
  ['edge', 'edges:'],
]

/**
 * Formats the report: the coverage, the findings, and a line to repeat each finding. Points with the same cause and the
 * same differences are reported as one finding.
 *
 * @param lineOf returns the option that only runs one point
 */
export function reportText(report: SweepReport, lineOf: (point: string) => string = onlyInCode): string {
  const { coverage, points, findings, idleAllowances } = report
  const allowed = points.filter((point) => point.allowed !== undefined)
  const missed = points.filter(({ outcome }) => outcome === 'not reached')
  const sections = SECTIONS.map(([kind, title]) => ({
    title,
    found: [
      ...grouped(
        findings.filter((one) => one.kind === kind),
        sameness,
      ).values(),
    ],
  })).filter(({ found }) => found.length > 0)
  return [
    coverage,
    summaryOf(report, sections.flatMap(({ found }) => found).length),
    ...sections.flatMap(({ title, found }) => [
      ...(sections.length > 1 ? ['', title] : []),
      ...found.flatMap((same) => findingLines(same, lineOf)),
    ]),
    ...titled('allowed:', allowed, (point) => [
      `  ${point.point}: ${point.outcome}, allowed (${point.allowed})`,
    ]),
    ...titled('not reached:', missed, ({ point }) => [`  ${point}`]),
    ...titled('allowed, but not found:', idleAllowances, (name) => [`  ${name}`]),
  ].join('\n')
}

function summaryOf({ points, findings }: SweepReport, causes: number): string {
  const runs = plural(points.filter(({ outcome }) => outcome !== 'not reached').length, 'disturbed run')
  if (findings.length === 0) return `no findings in ${runs}`
  const at = findings.length === causes ? '' : ` at ${plural(findings.length, 'point')}`
  return `${plural(causes, 'finding')}${at} in ${runs}`
}

/** Returns a key that's the same for findings with the same cause. */
function sameness({ cause, outcome, reason = '', differences = [] }: SweptPoint): string {
  const [line = ''] = reason.split('\n')
  return JSON.stringify([
    cause,
    outcome,
    line.replace(/\d+/g, '0'),
    [...new Set(differences.map(({ collection, kind }) => `${collection} ${kind}`))],
  ])
}

function findingLines(
  [first, ...others]: readonly SweptPoint[],
  lineOf: (point: string) => string,
): string[] {
  if (first === undefined) return []
  const names = others.slice(0, NAMED_MAX).map(({ point }) => point)
  const rest = others.length > names.length ? ', …' : ''
  return [
    '',
    ...pointLines(first),
    ...(others.length === 0 ? [] : [`    and ${others.length} more: ${names.join(', ')}${rest}`]),
    `    to repeat it: ${lineOf(first.point)}`,
    ...(first.bundle === undefined ? [] : [`    bundle for npx tristore-emulator replay: ${first.bundle}`]),
  ]
}

function titled<T>(title: string, items: readonly T[], lines: (item: T) => string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...items.flatMap(lines)]
}

/** This point gets a hint on how a client should handle a bare cursor. */
const CURSOR = 'gap database.next=cursor'
const CURSOR_HINT = '    send a bare cursor in the query parameter next: GET /documents?next=CURSOR'

function sentenceOf({ kind, point, cause, outcome }: SweptPoint): string[] {
  if (kind !== 'fault') return []
  const [, ...words] = cause.split(' ')
  const name = words.join(' ')
  const place = point.slice(0, -name.length - 1)
  const end =
    outcome === 'failed' ? 'and the run failed' : 'and the run continued, but left a different state'
  return [`    ${faultText(place, name)}, ${end}:`]
}

function faultText(place: string, name: string): string {
  if (name === 'lost') return `the answer to ${place} was lost after it took effect`
  return /^\d+$/.test(name) ? `${place} was answered ${name}` : `${place} met ${name}`
}

export function pointLines(swept: SweptPoint): string[] {
  const { point, outcome, reason, differences = [] } = swept
  const why = reason === undefined ? [] : reason.split('\n').map((line) => `    ${line}`)
  const shown = differences.slice(0, SHOWN_MAX).map((difference) => `    ${differenceText(difference)}`)
  const rest = differences.length - shown.length
  return [
    `  ${point}: ${outcome}`,
    ...sentenceOf(swept),
    ...why,
    ...shown,
    ...(rest > 0 ? [`    and ${rest} more`] : []),
    ...(point === CURSOR ? [CURSOR_HINT] : []),
  ]
}

function differenceText({ collection, kind, before, after, by }: StateDifference): string {
  const what = kind === 'changed' ? `${before} became ${after}` : `${kind} ${after ?? before}`
  return `${collection}: ${what}${by === undefined ? '' : `, by ${by}`}`
}

const onlyInCode = (point: string): string => `only: ['${point.replace(/[\\']/g, '\\$&')}']`
