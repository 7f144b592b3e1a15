/** What was held at one moment of a load. */
export interface Sample {
  /** Real seconds since the load began. */
  readonly seconds: number
  readonly bytes: number
}

/**
 * Says how much more is held late in a load than early in it; what came before everything that is bounded was full is
 * left out. Medians, since a request for all there is may be under way at any one moment.
 *
 * @param warmSeconds how long that takes
 */
export function growthOf(samples: readonly Sample[], warmSeconds: number): number {
  const warm = samples.filter(({ seconds }) => seconds >= warmSeconds)
  const third = Math.ceil(warm.length / 3)
  return medianOf(warm.slice(-third)) - medianOf(warm.slice(0, third))
}

function medianOf(samples: readonly Sample[]): number {
  const sorted = samples.map(({ bytes }) => bytes).sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('there are no samples behind the warm-up')
  return middle
}
