import { ratioOf, type Sampled } from './sample.js'

/** A ratio may fall to this part of the expected one, so that a busy machine does not fail it. */
const TOLERANCE = 0.6

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
  /** undefined if nothing was recorded yet: then the aim counts. */
  readonly recorded: Recorded | undefined
  /** The worst ratio that holds; undefined if nothing was recorded and there is no aim: then any does. */
  readonly limit: number | undefined
  readonly holds: boolean
}

/** Judges the guarded lines: none may be worse than 0.6 of what was recorded, or else of its aim. */
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

/** A sentence on a guarded line. */
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
