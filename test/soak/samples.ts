/** The memory at one moment of a load. */
export interface Sample {
  /** Real seconds since the load began. */
  readonly seconds: number
  readonly bytes: number
}

/**
 * Returns how much larger the memory is late in a load than early in it, leaving out the warm-up, in which bounded
 * caches and lists fill up. Compares medians, because a large request may be under way at any single moment.
 *
 * @param warmSeconds the length of the warm-up
 */
export function growthOf(samples: readonly Sample[], warmSeconds: number): number {
  const warm = samples.filter(({ seconds }) => seconds >= warmSeconds)
  const third = Math.ceil(warm.length / 3)
  return medianOf(warm.slice(-third)) - medianOf(warm.slice(0, third))
}

function medianOf(samples: readonly Sample[]): number {
  const sorted = samples.map(({ bytes }) => bytes).sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('there are no samples after the warm-up')
  return middle
}
