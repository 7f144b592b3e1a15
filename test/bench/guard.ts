import { ratioOf, type Sampled } from './sample.js'

/** A ratio may fall to this part of the recorded one: what is less noise than that, this machine cannot tell. */
const TOLERANCE = 0.85

/** A ratio that was recorded, and by what. */
export interface Recorded {
  readonly ratio: number
  readonly commit: string
  /** YYYY-MM-DD */
  readonly date: string
  /** Of Node. */
  readonly node: string
}

/** By the name of the line. */
export type Recordings = Readonly<Record<string, Recorded>>

/** By the major version of Node, which has ratios of its own. */
export type RecordFile = Readonly<Record<string, Recordings>>

/** A guarded line beside what was recorded of it. */
export interface Verdict {
  readonly name: string
  readonly ratio: number
  /** undefined where nothing was recorded yet: then it holds. */
  readonly recorded: Recorded | undefined
  /** The worst ratio that holds. */
  readonly limit: number | undefined
  readonly holds: boolean
}

/** Judges the guarded lines: none may be worse than 0.85 of what was recorded. */
export function judge(rows: readonly Sampled[], record: Recordings): Verdict[] {
  return guarded(rows).map(({ row, ratio }) => {
    const recorded = record[row.name]
    if (recorded === undefined) {
      return { name: row.name, ratio, recorded, limit: undefined, holds: true }
    }
    const isMore = row.better === 'more'
    const limit = isMore ? recorded.ratio * TOLERANCE : recorded.ratio / TOLERANCE
    return { name: row.name, ratio, recorded, limit, holds: isMore ? ratio >= limit : ratio <= limit }
  })
}

/**
 * The record with the guarded lines of a run in it; lines that were not measured stay as they were. Of several runs of one
 * commit the weaker ratio stays: what a lucky run shows is no mistake to fall behind.
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

/** A sentence on a line that does not hold, or was not recorded yet. */
export function verdictText({ name, ratio, recorded, limit, holds }: Verdict): string {
  if (recorded === undefined || limit === undefined) return `${name}: ${shown(ratio)}, none recorded yet`
  const { commit, date, node } = recorded
  const word = holds ? 'holds' : 'FAILS'
  return `${name}: ${word}: ${shown(ratio)} now, ${shown(recorded.ratio)} recorded (${commit}, ${date}, Node ${node}), limit ${shown(limit)}`
}

function guarded(rows: readonly Sampled[]): { row: Sampled; ratio: number }[] {
  return rows.flatMap((row) => {
    const ratio = ratioOf(row)
    return row.isGuarded === true && ratio !== undefined ? [{ row, ratio }] : []
  })
}

const shown = (ratio: number): string => ratio.toFixed(2)

const rounded = (ratio: number): number => Number(ratio.toFixed(3))
