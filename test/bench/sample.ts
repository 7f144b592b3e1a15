/** What a number counts. */
export type Unit = 'req/s' | 'ms' | 'µs' | 's' | 'MB'

/** What something was compared with, in the same rounds. */
export interface Baseline {
  readonly name: string
  readonly samples: readonly number[]
}

/** What is aimed at. */
export interface Aim {
  /** Of the ratio to the baseline: at most or at least this, as `better` says. */
  readonly ratio?: number
  /** Of the number itself, likewise. */
  readonly value?: number
  /** Of what it has beyond the baseline: at most this. */
  readonly over?: number
}

/** One line of the report: what was measured in some rounds, and what else in the same rounds. */
export interface Sampled {
  /** Unique in a run, and the name in recorded.json. */
  readonly name: string
  readonly unit: Unit
  /** Which way is the better one. */
  readonly better: 'more' | 'less'
  readonly measured: readonly number[]
  readonly baseline?: Baseline
  readonly aim?: Aim
  /** Its ratio may not fall behind the one recorded. */
  readonly isGuarded?: boolean
}

/** The least, the middle and the largest of some samples. */
export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

/** @throws RangeError where there are no samples */
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

/** The best round: what disturbs a machine only ever makes a round worse. */
export function bestOf(samples: readonly number[], better: Sampled['better']): number {
  const { min, max } = spreadOf(samples)
  return better === 'more' ? max : min
}

/** Best of rounds against best of rounds; undefined where there is nothing to compare with. */
export function ratioOf({ measured, baseline, better }: Sampled): number | undefined {
  return baseline === undefined ? undefined : bestOf(measured, better) / bestOf(baseline.samples, better)
}

/** Best of rounds less best of rounds; undefined where there is nothing to compare with. */
export function overOf({ measured, baseline, better }: Sampled): number | undefined {
  return baseline === undefined ? undefined : bestOf(measured, better) - bestOf(baseline.samples, better)
}

/** Whether the aim is reached; undefined where there is none. */
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

/** The samples of further rounds put to those of earlier ones, line by line. */
export function joined(earlier: readonly Sampled[], further: readonly Sampled[]): Sampled[] {
  return earlier.map((row) => {
    const more = further.find(({ name }) => name === row.name)
    if (more === undefined) return row
    const measured = [...row.measured, ...more.measured]
    if (row.baseline === undefined || more.baseline === undefined) return { ...row, measured }
    const samples = [...row.baseline.samples, ...more.baseline.samples]
    return { ...row, measured, baseline: { ...row.baseline, samples } }
  })
}
