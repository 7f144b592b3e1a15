export type Unit = 'req/s' | 'ms' | 'µs' | 's' | 'MB' | 'KB' | 'functions'

/** The samples to compare a row with, from the same rounds. */
export interface Baseline {
  readonly name: string
  readonly samples: readonly number[]
}

export interface Aim {
  /** The ratio to the baseline must be at most or at least this, depending on `better`. */
  readonly ratio?: number
  /** The number itself must be at most or at least this, depending on `better`. */
  readonly value?: number
  /** The difference from the baseline must be at most this. */
  readonly over?: number
}

/** A row of the report: the samples of several rounds, and those of its baseline from the same rounds. */
export interface Sampled {
  /** Unique in a run, and the name in recorded.json. */
  readonly name: string
  readonly unit: Unit
  readonly better: 'more' | 'less'
  readonly measured: readonly number[]
  readonly baseline?: Baseline
  readonly aim?: Aim
  /**
   * Compared with the recorded figure by the guard. A counted row may fail, while a timed one is just shown next to
   * its promise.
   */
  readonly guard?: 'counted' | 'timed' | undefined
}

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

/** Returns the best round, because other load on the machine can only make a round worse. */
export function bestOf(samples: readonly number[], better: Sampled['better']): number {
  const { min, max } = spreadOf(samples)
  return better === 'more' ? max : min
}

/** Returns the best round divided by the baseline's best one. Undefined if there's no baseline. */
export function ratioOf({ measured, baseline, better }: Sampled): number | undefined {
  return baseline === undefined ? undefined : bestOf(measured, better) / bestOf(baseline.samples, better)
}

/** Returns the best round minus the baseline's best one. Undefined if there's no baseline. */
export function overOf({ measured, baseline, better }: Sampled): number | undefined {
  return baseline === undefined ? undefined : bestOf(measured, better) - bestOf(baseline.samples, better)
}

/** Returns undefined if there is no aim. */
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
