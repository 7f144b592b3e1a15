import ky from 'ky'
import type { EmulatorClient } from 'tristore-emulator'
import {
  CONFIG,
  configUrl,
  DATABASE,
  documentsUrl,
  KV,
  NAMESPACE,
  nextPage,
  type Program,
  STORE,
} from './program.js'
import { typed } from './typed.js'

const GAPS = { gaps: true } as const

const entry = (key: string) => ({ params: { path: { namespaceId: NAMESPACE, key } } })

const missThenCount = (expected: (reads: number) => boolean) => async (world: EmulatorClient) => {
  await typed(world, KV).GET('/v1/kv/{namespaceId}/{key}', entry('nothing'))
  const byOwner = typed(world, { Authorization: `Bearer ${await world.tokens.create()}` })
  const { data } = await byOwner.GET('/v1/usage/{namespaceId}', {
    params: { path: { namespaceId: NAMESPACE } },
  })
  if (data === undefined || !expected(data.usage.reads)) throw new Error('the report is wrong')
}

const countsMisses: Program = {
  client: 'openapi-fetch',
  mistake: 'depending on countMisses',
  found: 'gap kv.countMisses=false: failed',
  options: GAPS,
  mistaken: missThenCount((reads) => reads === 1),
  mended: missThenCount((reads) => reads <= 1),
}

const askUnknown =
  (isRefused: (status: number, body: { error?: string }) => boolean) => async (world: EmulatorClient) => {
    const response = await ky(documentsUrl(world), {
      fetch: world.fetch,
      headers: { 'X-API-Key': 'no-such-key' },
      throwHttpErrors: false,
    })
    if (!isRefused(response.status, await response.json()))
      throw new Error('the key should have been refused')
  }

const readsCode: Program = {
  client: 'ky',
  mistake: 'depending on the code of an error',
  found: 'gap database.codes=other_code: failed',
  options: GAPS,
  mistaken: askUnknown((_status, { error }) => error === 'unauthorized'),
  mended: askUnknown((status) => status === 401),
}

const countPages =
  (nextOf: (world: EmulatorClient, next: string | null) => string | undefined) =>
  async (world: EmulatorClient) => {
    let count = 0
    let page: string | undefined = documentsUrl(world)
    while (page !== undefined) {
      const response: Response = await ky(page, { fetch: world.fetch, headers: DATABASE })
      count += ((await response.json()) as unknown[]).length
      page = nextOf(world, response.headers.get('x-next'))
    }
    await ky.put(configUrl(world, 'count'), { fetch: world.fetch, headers: CONFIG, json: { value: count } })
  }

const onePage: Program = {
  client: 'ky',
  mistake: 'depending on the size of a page',
  found: 'gap database.defaultPageSize=1: differs',
  options: GAPS,
  mistaken: countPages(() => undefined),
  mended: countPages(nextPage),
}

const readContent = (textOf: (content: string | undefined) => string) => async (world: EmulatorClient) => {
  const { data = [] } = await typed(world, DATABASE).GET('/documents')
  if (data.some(({ content }) => textOf(content) !== ''))
    throw new Error('a document without content has content')
}

const absentIsNull: Program = {
  client: 'openapi-fetch',
  mistake: 'depending on how an absent member is shown',
  found: 'gap database.absentMembers=null: failed',
  options: GAPS,
  mistaken: readContent((content) => (content === undefined ? '' : String(content))),
  mended: readContent((content) => content ?? ''),
}

const FLAGS = ['a', 'b', 'c', 'd', 'e']

/** Reads its flags as pairs of name and value. */
const readFlags =
  (valuesOf: (configs: readonly { key: string; value?: unknown }[]) => unknown[]) =>
  async (world: EmulatorClient) => {
    for (const key of FLAGS) {
      await ky.put(configUrl(world, key), { fetch: world.fetch, headers: CONFIG, json: { value: key } })
    }
    const store = { params: { path: { storeId: STORE } } }
    const { data } = await typed(world, CONFIG).GET('/v1/ec/{storeId}', store)
    if (String(valuesOf(data?.configs ?? [])) !== String(FLAGS))
      throw new Error('a flag has the value of another one')
  }

const ordered: Program = {
  client: 'openapi-fetch',
  mistake: 'depending on the order of a list',
  found: 'gap grease=2: failed',
  options: GAPS,
  mistaken: readFlags((configs) => configs.map(({ value }) => value)),
  mended: readFlags((configs) => FLAGS.map((flag) => configs.find(({ key }) => key === flag)?.value)),
}

export const gapPrograms: readonly Program[] = [countsMisses, readsCode, onePage, absentIsNull, ordered]
