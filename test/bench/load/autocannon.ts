import type { Children } from '../children.js'
import type { LoadGenerator, LoadResult } from './load.js'

/** Used if wrk is not installed. It is slower, so it shows less difference between a fast and a slow server. */
export function autocannon(children: Children): LoadGenerator {
  return {
    name: 'autocannon',
    async run(load, seconds) {
      const asked = JSON.stringify({ load, seconds })
      return parseAutocannon(await children.script('child/autocannon', [asked], { core: 'load' }))
    },
  }
}

/**
 * Reads autocannon's result.
 *
 * @param printed JSON
 * @throws Error if it is something else
 */
export function parseAutocannon(printed: string): LoadResult {
  const { requests, latency, errors, timeouts, non2xx } = JSON.parse(printed) as {
    requests?: { average?: unknown }
    latency?: { p50?: unknown; p99?: unknown }
    errors?: unknown
    timeouts?: unknown
    non2xx?: unknown
  }
  const numbers = [requests?.average, latency?.p50, latency?.p99, errors, timeouts, non2xx]
  const [perSecond, p50, p99, ...failures] = numbers.map((value) => {
    if (typeof value !== 'number') throw new Error(`autocannon gave no result:\n${printed}`)
    return value
  }) as [number, number, number, ...number[]]
  return { perSecond, p50, p99, failures: failures.reduce((sum, count) => sum + count, 0) }
}
