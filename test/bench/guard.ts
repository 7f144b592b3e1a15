import { ratioOf, type Sampled } from './sample.js'

/** A ratio may fall to this part of the expected one, so that a busy machine does not fail it. */
const TOLERANCE = 0.6

/** A recorded ratio, with the commit, the date and the Node that it was measured with. */
export interface Recorded {
  readonly ratio: number
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
  /** The version of Node. */
  readonly node: string
}

/** The recorded ratios by the name of their row. */
export type Recordings = Readonly<Record<string, Recorded>>

/** The recorded ratios by the major version of Node, since each has its own. */
export type RecordFile = Readonly<Record<string, Recordings>>

/** A guarded row, compared with its recorded ratio. */
export interface Verdict {
  readonly name: string
  readonly ratio: number
  /** undefined if nothing is recorded yet: then the aim counts. */
  readonly recorded: Recorded | undefined
  /** The worst ratio that passes; undefined if nothing is recorded and there is no aim: then any ratio does. */
  readonly limit: number | undefined
  readonly holds: boolean
}

/** Judges the guarded rows: none may be worse than 0.6 of its recorded ratio, or of its aim if none is recorded. */
export function judge(rows: readonly Sampled[], record: Recordings): Verdict[] {
  return guarded(rows).map(({ row, ratio }) => {
    const recorded = record[row.name]
    const expected = recorded?.ratio ?? row.aim?.ratio
    if (expected === undefined) return { name: row.name, ratio, recorded, limit: undefined, holds: true }
    const isMore = row.better === 'more'
    const limit = isMore ? expected * TOLERANCE : expected / TOLERANCE
    return { name: row.name, ratio, recorded, limit, holds: isMore ? ratio >= limit : ratio <= limit }
  })
}

/**
 * Returns the record with the guarded rows of a run; rows that were not measured stay as they were. Several runs of one
 * commit record the worse ratio: a later commit need not be as fast as the luckiest run.
 */
export function recordOf(
  rows: readonly Sampled[],
  former: Recordings,
  by: Omit<Recorded, 'ratio'>,
): Record<string, Recorded> {
  const now = guarded(rows).map(({ row, ratio }) => {
    const before = former[row.name]
    const ratios = before?.commit === by.commit ? [before.ratio, ratio] : [ratio]
    const weaker = row.better === 'more' ? Math.min(...ratios) : Math.max(...ratios)
    return [row.name, { ratio: rounded(weaker), ...by }] as const
  })
  return { ...former, ...Object.fromEntries(now) }
}

/** Returns a sentence on a guarded row. */
export function verdictText({ name, ratio, recorded, limit, holds }: Verdict): string {
  if (limit === undefined) return `${name}: ${shown(ratio)}, none recorded yet`
  const word = holds ? 'holds' : 'FAILS'
  return `${name}: ${word}: ${shown(ratio)} now, ${recordedText(recorded)}, limit ${shown(limit)}`
}

const recordedText = (recorded: Recorded | undefined): string =>
  recorded === undefined
    ? 'none recorded yet'
    : `${shown(recorded.ratio)} recorded (${recorded.commit}, ${recorded.date}, Node ${recorded.node})`

function guarded(rows: readonly Sampled[]): { row: Sampled; ratio: number }[] {
  return rows.flatMap((row) => {
    const ratio = ratioOf(row)
    return row.isGuarded === true && ratio !== undefined ? [{ row, ratio }] : []
  })
}

const shown = (ratio: number): string => ratio.toFixed(2)

const rounded = (ratio: number): number => Number(ratio.toFixed(3))
