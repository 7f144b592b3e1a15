import { StandardRetryStrategy } from '@smithy/util-retry'
import axios from 'axios'
import axiosRetry, { exponentialDelay, type IAxiosRetryConfig } from 'axios-retry'
import * as cockatiel from 'cockatiel'
import ky, { type RetryOptions } from 'ky'
import { createFetch } from 'ofetch'
import pRetry from 'p-retry'

type Fetch = typeof globalThis.fetch

/** Requests a document until it succeeds, or gives up. */
export type Client = (fetch: Fetch, url: string) => Promise<unknown>

const headers = { 'X-API-Key': 'db_dev' }

async function ask(fetch: Fetch, url: string): Promise<Response> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(String(response.status))
  return response
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const random = (from: number, to: number): number => from + Math.random() * (to - from)

/** Retries after the pauses that a function computes from the retry's number, counted from 0, and the last pause. */
function pausing(retries: number, pauseMs: (retry: number, before: number) => number): Client {
  return async (fetch, url) => {
    let before = 0
    for (let retry = 0; ; retry++) {
      const response = await fetch(url, { headers })
      if (response.ok || retry === retries) return
      before = pauseMs(retry, before)
      await pause(before)
    }
  }
}

const withKy =
  (retry: RetryOptions): Client =>
  (fetch, url) =>
    ky(url, { fetch, headers, retry, timeout: false }).json()

const withAxios =
  (retry: IAxiosRetryConfig): Client =>
  async (fetch, url) => {
    const client = axios.create({ adapter: 'fetch', env: { fetch }, headers })
    axiosRetry(client, retry)
    await client.get(url)
  }

const withCockatiel =
  (backoff: Parameters<typeof cockatiel.retry>[1]): Client =>
  (fetch, url) =>
    cockatiel.retry(cockatiel.handleAll, backoff).execute(() => ask(fetch, url))

/** The retry strategy of every AWS SDK for JavaScript. */
const withSmithy =
  (attempts: number): Client =>
  async (fetch, url) => {
    const strategy = new StandardRetryStrategy(attempts)
    let token = await strategy.acquireInitialRetryToken('documents')
    for (;;) {
      const response = await fetch(url, { headers })
      if (response.ok) return
      token = await strategy.refreshRetryTokenForRetry(token, { errorType: 'TRANSIENT' })
    }
  }

const CAP_MS = 1000

export const WELL_BEHAVED: Readonly<Record<string, Client>> = {
  'ky with a cap of 500 ms': withKy({ limit: 6, backoffLimit: 500 }),
  'ky with jitter': withKy({ limit: 6, jitter: true }),
  'axios-retry, exponentialDelay': withAxios({ retries: 6, retryDelay: exponentialDelay }),
  'p-retry, randomized': (fetch, url) => pRetry(() => ask(fetch, url), { retries: 6, randomize: true }),
  'cockatiel, its decorrelated jitter': withCockatiel({
    maxAttempts: 6,
    backoff: new cockatiel.ExponentialBackoff(),
  }),
  smithy: withSmithy(7),
  'full jitter from 100 ms with a cap': pausing(8, (retry) => random(0, Math.min(CAP_MS, 100 * 2 ** retry))),
  'equal jitter': pausing(6, (retry) => random(50 * 2 ** retry, 100 * 2 ** retry)),
  'decorrelated jitter': pausing(6, (_, before) => Math.min(CAP_MS, random(100, Math.max(100, before) * 3))),
  "got's": pausing(2, (retry) => 1000 * 2 ** retry + random(0, 100)),
  "undici's, with a cap": pausing(6, (retry) => Math.min(1000, 500 * 2 ** retry)),
  "urllib3's, the first at once": pausing(4, (retry) => (retry === 0 ? 0 : 300 * 2 ** retry)),
}

/** Clients that retry at once. */
export const HASTY: Readonly<Record<string, Client>> = {
  'axios-retry as it comes': withAxios({ retries: 3 }),
  'ofetch as it comes': (fetch, url) => createFetch({ fetch, Headers, AbortController })(url, { headers }),
  'cockatiel without a pause': withCockatiel({ maxAttempts: 4, backoff: new cockatiel.ConstantBackoff(0) }),
  'p-retry without a pause': (fetch, url) =>
    pRetry(() => ask(fetch, url), { retries: 3, minTimeout: 0, maxTimeout: 0 }),
  'a loop of 0 to 4 ms': pausing(3, () => random(0, 4)),
  'a loop of 0 to 20 ms': pausing(8, () => random(0, 20)),
}

/** Clients that always wait the same time. */
export const EVEN: Readonly<Record<string, Client>> = {
  'axios-retry of 150 ms': withAxios({ retries: 6, retryDelay: () => 150 }),
  'cockatiel of 200 ms': withCockatiel({ maxAttempts: 6, backoff: new cockatiel.ConstantBackoff(200) }),
  'ky of 1 s': withKy({ limit: 6, delay: () => 1000 }),
  'a loop of 100 to 120 ms': pausing(6, () => random(100, 120)),
}
