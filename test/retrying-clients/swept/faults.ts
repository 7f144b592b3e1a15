import axios, { type AxiosInstance } from 'axios'
import axiosRetry, { exponentialDelay, isNetworkError, isRetryableError } from 'axios-retry'
import got, { HTTPError } from 'got'
import ky, { type KyInstance } from 'ky'
import pRetry from 'p-retry'
import type { EmulatorClient } from 'tristore-emulator'
import { Agent, type Dispatcher, RetryAgent, request } from 'undici'
import { CONFIG, configUrl, DATABASE, documentsUrl, KV, kvUrl, nextPage, type Program } from './program.js'

/** Faults over sockets, where waits are real: without a Retry-After and without a pause. */
const OVER_SOCKETS = ['503', { name: '429', status: 429 }, 'reset', 'lost'] as const

const FAULTS = { faults: true } as const

const saveThrough = (dispatcherOf: () => Dispatcher) => async (world: EmulatorClient) => {
  const dispatcher = dispatcherOf()
  try {
    const { statusCode, body } = await request(kvUrl(world, 'session'), {
      method: 'PUT',
      headers: KV,
      body: JSON.stringify({ value: 'alice', ttlSeconds: 900 }),
      dispatcher,
    })
    await body.dump()
    if (statusCode >= 400) throw new Error(`not saved: ${statusCode}`)
  } finally {
    await dispatcher.close()
  }
}

const noRetry: Program = {
  client: 'undici',
  mistake: 'no retry',
  found: 'kv.put ns_shop_1/session#1 503: failed',
  options: { faults: OVER_SOCKETS },
  isOverSockets: true,
  mistaken: saveThrough(() => new Agent()),
  mended: saveThrough(() => new RetryAgent(new Agent(), { minTimeout: 1, maxTimeout: 5 })),
}

const order = { title: 'Order 17' }

const ofDatabase = (world: EmulatorClient): KyInstance =>
  ky.create({ fetch: world.fetch, headers: DATABASE, timeout: false, retry: { limit: 3 } })

const retriesBlindly: Program = {
  client: 'ky',
  mistake: 'a retry of POST without a check',
  found: 'documents.create#1 lost: differs',
  options: FAULTS,
  mistaken: async (world) => {
    await ofDatabase(world).post(documentsUrl(world), { json: order, retry: { limit: 3, methods: ['post'] } })
  },
  mended: async (world) => {
    const client = ofDatabase(world)
    let pauseMs = 0
    for (let tries = 3; ; tries--) {
      const response = await client
        .post(documentsUrl(world), { json: order, retry: 0, throwHttpErrors: false })
        .catch(() => undefined)
      if (response?.ok === true) return
      if (tries === 0) throw new Error('not ordered')
      pauseMs = Math.max(2 * pauseMs + 100, 1000 * Number(response?.headers.get('retry-after') ?? 0))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (await isThere(world, client)) return
    }
  },
}

async function isThere(world: EmulatorClient, client: KyInstance): Promise<boolean> {
  let page: string | undefined = documentsUrl(world)
  while (page !== undefined) {
    const response: Response = await client.get(page)
    const documents = (await response.json()) as { title: string }[]
    if (documents.some(({ title }) => title === order.title)) return true
    page = nextPage(world, response.headers.get('x-next'))
  }
  return false
}

const patient = got.extend({
  headers: KV,
  retry: { limit: 3, calculateDelay: ({ computedValue }) => (computedValue === 0 ? 0 : 1) },
})

const logOut = (isGone: (error: unknown) => boolean) => async (world: EmulatorClient) => {
  await patient.put(kvUrl(world, 'session'), { json: { value: 'alice', ttlSeconds: 900 } })
  await patient.delete(kvUrl(world, 'session')).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

const goneIsAnError: Program = {
  client: 'got',
  mistake: 'a 404 after a lost DELETE counted as an error',
  found: 'kv.delete ns_shop_1/session#1 lost: failed',
  options: { faults: OVER_SOCKETS },
  isOverSockets: true,
  mistaken: logOut(() => false),
  mended: logOut((error) => error instanceof HTTPError && error.response.statusCode === 404),
}

function axiosTo(world: EmulatorClient): AxiosInstance {
  const client = axios.create({ adapter: 'fetch', env: { fetch: world.fetch } })
  const retryCondition = (error: Parameters<typeof isRetryableError>[0]) =>
    isNetworkError(error) || isRetryableError(error)
  axiosRetry(client, { retries: 3, retryDelay: exponentialDelay, retryCondition })
  return client
}

/** Copies the titles of all documents into a config, reading pages in the given way. */
const copyTitles =
  (get: (client: AxiosInstance, page: string) => Promise<Page>) => async (world: EmulatorClient) => {
    const client = axiosTo(world)
    const titles: string[] = []
    let page: string | undefined = `${documentsUrl(world)}?limit=2`
    while (page !== undefined) {
      const { data, next }: Page = await get(client, page)
      titles.push(...data.map(({ title }) => title))
      page = nextPage(world, next)
    }
    await client.put(configUrl(world, 'titles'), { value: titles }, { headers: CONFIG })
  }

interface Page {
  readonly data: readonly { readonly title: string }[]
  readonly next: string | undefined
}

const getPage = async (client: AxiosInstance, page: string): Promise<Page> => {
  const { data, headers } = await client.get(page, { headers: DATABASE })
  const next: unknown = headers['x-next']
  return { data, next: typeof next === 'string' ? next : undefined }
}

const dropsPages: Program = {
  client: 'axios-retry',
  mistake: 'a page dropped on a 500 in the middle',
  found: 'documents.list#2 500: differs',
  options: { faults: ['500', 'reset', 'lost'] },
  mistaken: copyTitles((client, page) => {
    client.defaults['axios-retry'] = { retries: 0 }
    return getPage(client, page).catch(() => ({ data: [], next: undefined }))
  }),
  mended: copyTitles(getPage),
}

const flag = (world: EmulatorClient): Promise<void> =>
  world
    .fetch(configUrl(world, 'flag'), { method: 'PUT', headers: CONFIG, body: '{"value":true}' })
    .then(async (response) => {
      if (response.ok) return
      await new Promise((resolve) =>
        setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 0)),
      )
      throw new Error(String(response.status))
    })

const forgets: Program = {
  client: 'p-retry',
  mistake: 'a write that is not retried, and whose failure is ignored',
  found: 'config.put ec_shop_1/flag#1 reset: differs',
  options: FAULTS,
  mistaken: (world) => flag(world).catch(() => {}),
  mended: (world) => pRetry(() => flag(world), { retries: 3 }),
}

const readSlowly = (given: (signal: AbortSignal) => RequestInit) => async (world: EmulatorClient) => {
  const ask = () => world.fetch(documentsUrl(world), { headers: DATABASE, ...given(AbortSignal.timeout(50)) })
  await pRetry(ask, { retries: 3, shouldRetry: () => true })
}

const waitsForEver: Program = {
  client: 'p-retry',
  mistake: 'no time limit',
  found: 'documents.list#1 hang: failed',
  options: { faults: ['hang'], timeout: 1000 },
  mistaken: readSlowly(() => ({})),
  mended: readSlowly((signal) => ({ signal })),
}

export const faultPrograms: readonly Program[] = [
  noRetry,
  retriesBlindly,
  goneIsAnError,
  dropsPages,
  forgets,
  waitsForEver,
]
