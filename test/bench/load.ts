import type { Children } from './children.js'

export interface Load {
  /** The URL without a path. */
  readonly baseUrl: string
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The number of connections to keep busy. Defaults to the size of a busy client's pool. */
  readonly connections?: number
}

export interface LoadResult {
  readonly perSecond: number
  /** ms */
  readonly p50: number
  /** Responses other than 2xx, and requests without a response. */
  readonly failures: number
}

export const CONNECTIONS = 64

/** Keeps the connections busy from a separate process. */
export async function run(children: Children, load: Load, seconds: number): Promise<LoadResult> {
  const asked = JSON.stringify({ load, seconds })
  return parseAutocannon(await children.script('child/autocannon', [asked], { core: 'load' }))
}

/**
 * Parses autocannon's result.
 *
 * @param printed JSON
 * @throws Error if it's anything else
 */
export function parseAutocannon(printed: string): LoadResult {
  const { requests, latency, errors, timeouts, non2xx } = JSON.parse(printed) as {
    requests?: { average?: unknown }
    latency?: { p50?: unknown }
    errors?: unknown
    timeouts?: unknown
    non2xx?: unknown
  }
  const numbers = [requests?.average, latency?.p50, errors, timeouts, non2xx]
  const [perSecond, p50, ...failures] = numbers.map((value) => {
    if (typeof value !== 'number') throw new Error(`autocannon gave no result:\n${printed}`)
    return value
  }) as [number, number, ...number[]]
  return { perSecond, p50, failures: failures.reduce((sum, count) => sum + count, 0) }
}
