/** The unit of a number. */
export type Unit = 'req/s' | 'op/s' | 'ms' | 'µs' | 's' | 'MB' | 'B'

/** What something was compared with, in the same rounds. */
export interface Baseline {
  readonly name: string
  readonly samples: readonly number[]
}

/** 99th percentiles of latency in ms, a sample a round. */
export interface Tail {
  readonly measured: readonly number[]
  readonly baseline: readonly number[]
}

/** The aim of a line. */
export interface Aim {
  /** The ratio to the baseline: at most or at least this, depending on `better`. */
  readonly ratio?: number
  /** The number itself: at most or at least this, depending on `better`. */
  readonly value?: number
  /** The difference to the baseline: at most this. */
  readonly over?: number
}

/** One line of the report: samples of some rounds, and the samples of a baseline in the same rounds. */
export interface Sampled {
  /** Unique in a run, and the name in recorded.json. */
  readonly name: string
  readonly unit: Unit
  /** Which way is the better one. */
  readonly better: 'more' | 'less'
  readonly measured: readonly number[]
  readonly baseline?: Baseline
  readonly tail?: Tail
  readonly aim?: Aim
  /** Its ratio may not get worse than the recorded one. */
  readonly isGuarded?: boolean
}

/** The least, the middle and the largest of some samples. */
export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

/** @throws RangeError if there are no samples */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b)
  const [min, max] = [sorted[0], sorted.at(-1)]
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ]
  if (min === undefined || max === undefined || low === undefined || high === undefined) {
    throw new RangeError('there are no samples')
  }
  return { min, median: (low + high) / 2, max }
}

/** The best round, since other work of the machine can only make a round worse. */
export function bestOf(samples: readonly number[], better: Sampled['better']): number {
  const { min, max } = spreadOf(samples)
  return better === 'more' ? max : min
}

/** The best round divided by the best one of the baseline; undefined without a baseline. */
export function ratioOf({ measured, baseline, better }: Sampled): number | undefined {
  return baseline === undefined ? undefined : bestOf(measured, better) / bestOf(baseline.samples, better)
}

/** The best round minus the best one of the baseline; undefined without a baseline. */
export function overOf({ measured, baseline, better }: Sampled): number | undefined {
  return baseline === undefined ? undefined : bestOf(measured, better) - bestOf(baseline.samples, better)
}

/** The best 99th percentile divided by the baseline's best one. */
export function tailRatioOf({ tail }: Sampled): number | undefined {
  return tail === undefined ? undefined : bestOf(tail.measured, 'less') / bestOf(tail.baseline, 'less')
}

/** Whether the aim is reached; undefined without an aim. */
export function reachesAim(row: Sampled): boolean | undefined {
  if (row.aim === undefined) return undefined
  const { ratio, value, over } = row.aim
  const isReached = (got: number | undefined, aim: number | undefined, better = row.better) =>
    got === undefined || aim === undefined || (better === 'more' ? got >= aim : got <= aim)
  return (
    isReached(ratioOf(row), ratio) &&
    isReached(bestOf(row.measured, row.better), value) &&
    isReached(overOf(row), over, 'less')
  )
}

/** Adds the samples of further rounds to those of earlier ones, line by line. */
export function joined(earlier: readonly Sampled[], further: readonly Sampled[]): Sampled[] {
  return earlier.map((row) => {
    const more = further.find(({ name }) => name === row.name)
    if (more === undefined) return row
    const { baseline, tail } = row
    return {
      ...row,
      measured: [...row.measured, ...more.measured],
      ...(baseline === undefined || more.baseline === undefined
        ? {}
        : { baseline: { ...baseline, samples: [...baseline.samples, ...more.baseline.samples] } }),
      ...(tail === undefined || more.tail === undefined
        ? {}
        : {
            tail: {
              measured: [...tail.measured, ...more.tail.measured],
              baseline: [...tail.baseline, ...more.tail.baseline],
            },
          }),
    }
  })
}
