import { bestOf, ratioOf, reachesAim, type Sampled } from './sample.js'

/** A counted row may be worse than recorded by this factor, because compilers vary a little from run to run. */
const TOLERANCE = 1.05

/** A recorded figure, with the commit, date and Node version that it was measured with. */
export interface Recorded {
  /** The ratio to the baseline, or the value of a row without one. */
  readonly figure: number
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
  /** The version of Node. */
  readonly node: string
}

/** The recorded figures by row name. */
export type Recordings = Readonly<Record<string, Recorded>>

/** The recorded figures by major version of Node, since they differ between versions. */
export type RecordFile = Readonly<Record<string, Recordings>>

export interface Verdict {
  readonly row: Sampled
  readonly figure: number
  /** Undefined if nothing is recorded yet. */
  readonly recorded: Recorded | undefined
  /** The worst figure that passes. Undefined if any figure does, i.e. for a timed row or if nothing is recorded. */
  readonly limit: number | undefined
  readonly holds: boolean
}

/**
 * Compares the guarded rows with the recorded figures. Only counted rows can fail. Since timings depend on what else
 * the machine is doing, a timed row is just shown next to its promise.
 */
export function judge(rows: readonly Sampled[], record: Recordings): Verdict[] {
  return guarded(rows).map(({ row, figure }) => {
    const recorded = record[row.name]
    const limit = row.guard === 'counted' && recorded !== undefined ? recorded.figure * TOLERANCE : undefined
    return { row, figure, recorded, limit, holds: limit === undefined || figure <= limit }
  })
}

/**
 * Updates the record with the guarded rows of a run, and keeps the rows that weren't measured. If a commit is measured
 * several times, the worst figure is recorded, so that later commits don't have to match the luckiest run.
 */
export function recordOf(
  rows: readonly Sampled[],
  former: Recordings,
  by: Omit<Recorded, 'figure'>,
): Record<string, Recorded> {
  const now = guarded(rows).map(({ row, figure }) => {
    const before = former[row.name]
    const figures = before?.commit === by.commit ? [before.figure, figure] : [figure]
    const weaker = row.better === 'more' ? Math.min(...figures) : Math.max(...figures)
    return [row.name, { figure: rounded(weaker), ...by }] as const
  })
  return { ...former, ...Object.fromEntries(now) }
}

export function verdictText({ row, figure, recorded, limit, holds }: Verdict): string {
  const facts = [`${shown(figure)} now`, recordedText(recorded), promiseText(row)]
  if (limit === undefined) return `${row.name}: ${facts.filter((fact) => fact !== undefined).join(', ')}`
  return `${row.name}: ${holds ? 'holds' : 'FAILS'}: ${facts.filter((fact) => fact !== undefined).join(', ')}, limit ${shown(limit)}`
}

const recordedText = (recorded: Recorded | undefined): string =>
  recorded === undefined
    ? 'none recorded yet'
    : `${shown(recorded.figure)} recorded (${recorded.commit}, ${recorded.date}, Node ${recorded.node})`

function promiseText(row: Sampled): string | undefined {
  const promised = row.aim?.ratio
  return promised === undefined ? undefined : `promised ${promised}: ${reachesAim(row) ? 'kept' : 'short'}`
}

function guarded(rows: readonly Sampled[]): { row: Sampled; figure: number }[] {
  return rows.flatMap((row) => {
    if (row.guard === undefined) return []
    return [{ row, figure: ratioOf(row) ?? bestOf(row.measured, row.better) }]
  })
}

const shown = (figure: number): string => (figure < 100 ? figure.toFixed(2) : figure.toFixed(0))

const rounded = (figure: number): number => Number(figure.toFixed(3))
