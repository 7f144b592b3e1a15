import type { EmulatorClient } from 'tristore-emulator'
import { EDGES } from '../../../lab/sweep/options.js'
import { CONFIG, configUrl, KV, NAMESPACE, type Program } from './program.js'
import { typed } from './typed.js'

const ALL_EDGES = { edges: EDGES } as const

const entry = { params: { path: { namespaceId: NAMESPACE, key: 'session' } } }
const namespace = { params: { path: { namespaceId: NAMESPACE } } }

const nowOf = async (world: EmulatorClient): Promise<number> => (await world.clock.get()).now

/** Keeps a session in memory for as long as it believes the session to be valid. */
const keepSession =
  (isLive: (now: number, expiresAt: number) => boolean) => async (world: EmulatorClient) => {
    const client = typed(world, KV)
    const { data: put } = await client.PUT('/v1/kv/{namespaceId}/{key}', {
      ...entry,
      body: { value: 'alice', ttlSeconds: 900 },
    })
    await world.clock.advance('16m')
    if (isLive(await nowOf(world), put?.expiresAt ?? 0)) return 'alice'
    const { data } = await client.GET('/v1/kv/{namespaceId}/{key}', entry)
    return data?.value ?? 'nobody'
  }

const expiryIncluded: Program = {
  client: 'openapi-fetch',
  mistake: '<= for < at an expiry',
  found: 'kv.get ns_shop_1/session#1 +0ms: differs',
  options: ALL_EDGES,
  mistaken: keepSession((now, expiresAt) => now <= expiresAt),
  mended: keepSession((now, expiresAt) => now < expiresAt),
}

const HOURS_EAST = 2

/** Writes each month's reads into a config of that month. */
const bookReads = (monthOf: (now: number, monthKey: string) => string) => async (world: EmulatorClient) => {
  const byOwner = typed(world, { Authorization: `Bearer ${await world.tokens.create()}` })
  const { data } = await byOwner.GET('/v1/usage/{namespaceId}', namespace)
  const month = monthOf(await nowOf(world), data?.monthKey ?? '')
  await world.fetch(configUrl(world, `reads-${month}`), {
    method: 'PUT',
    headers: CONFIG,
    body: '{"value":0}',
  })
}

const localMonth: Program = {
  client: 'openapi-fetch',
  mistake: 'a month key by local time',
  found: 'usage.get ns_shop_1#1 month -12h: differs',
  options: ALL_EDGES,
  mistaken: bookReads((now) => new Date(now + HOURS_EAST * 3_600_000).toISOString().slice(0, 7)),
  mended: bookReads((_now, monthKey) => monthKey),
}

/** Reads only if its quota has reads left. */
const readWithin = (hasLeft: (used: number, limit: number) => boolean) => async (world: EmulatorClient) => {
  const byOwner = typed(world, { Authorization: `Bearer ${await world.tokens.create()}` })
  const { data } = await byOwner.GET('/v1/usage/{namespaceId}', namespace)
  if (!hasLeft(data?.usage.reads ?? 0, data?.limits.reads ?? 0)) return 'none left'
  const { response } = await typed(world, KV).GET('/v1/kv/{namespaceId}/{key}', entry)
  return response.status === 429 ? 'none left' : 'read'
}

const exclusiveLimit: Program = {
  client: 'openapi-fetch',
  mistake: 'a limit taken as exclusive',
  found: 'kv.get ns_shop_1/session#1 reads -1: differs',
  options: ALL_EDGES,
  mistaken: readWithin((used, limit) => used + 1 < limit),
  mended: readWithin((used, limit) => used < limit),
}

/** Lists with a token, and creates another one if it considers the first expired. */
const listWithToken = (isOver: (now: number, end: number) => boolean) => async (world: EmulatorClient) => {
  const token = await world.tokens.create({ expiresIn: '1h' })
  const end = (await nowOf(world)) + 3_600_000
  await world.clock.advance('30m')
  const isRenewed = isOver(await nowOf(world), end)
  const client = typed(world, { Authorization: `Bearer ${isRenewed ? await world.tokens.create() : token}` })
  const { response } = await client.GET('/v1/kv/{namespaceId}', namespace)
  if (!response.ok) throw new Error(`answered ${response.status}`)
}

const tokenKeptTooLong: Program = {
  client: 'openapi-fetch',
  mistake: 'a token used at the instant at which it expires',
  found: 'kv.list ns_shop_1#1 token +0ms: differs',
  options: ALL_EDGES,
  mistaken: listWithToken((now, end) => now > end),
  mended: listWithToken((now, end) => now >= end),
}

export const edgePrograms: readonly Program[] = [expiryIncluded, localMonth, exclusiveLimit, tokenKeptTooLong]
