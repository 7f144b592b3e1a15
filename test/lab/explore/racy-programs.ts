import type { EmulatorClient } from 'tristore-emulator'

/** Small racy programs, each with a fixed variant. */

const NAMESPACE = 'ns_shop_k3v9x2'
const KV = { 'X-KV-Key': 'kv' }
const DATABASE = { 'X-API-Key': 'db' }

export const SEED = {
  clock: { now: '2026-01-15T12:00:00.000Z', freeze: true },
  namespaces: [{ id: NAMESPACE, keys: [{ key: 'kv', scope: 'admin' }] }],
  database: { keys: [{ key: 'db' }], documents: [{ repeat: 4, title: 'Page {{index}}' }] },
} as const

export const NAMES = ['A', 'B'] as const

/** A party: its world, the headers of its requests, and its name. */
export interface Party {
  readonly world: EmulatorClient
  readonly said: Readonly<Record<string, string>>
  readonly name: (typeof NAMES)[number]
}

export interface Variant {
  /** Prepares the world before the parties begin. These requests are not held. */
  readonly prepare?: (world: EmulatorClient) => Promise<unknown>
  readonly run: (party: Party) => Promise<unknown>
  /** The part of the final state that counts. */
  readonly outcome: (world: EmulatorClient) => Promise<unknown>
}

export interface Program {
  readonly name: string
  readonly racy: Variant
  readonly mended: Variant
  /** Decides on the outcome of either variant. */
  readonly isRight: (outcome: unknown) => boolean
}

const ask = ({ world, said }: Party, path: string, init: RequestInit & { headers: object }) =>
  world.fetch(path, { ...init, headers: { ...init.headers, ...said } })

const entryPath = (key: string) => `/v1/kv/${NAMESPACE}/${key}`

async function get(party: Party, key: string): Promise<unknown> {
  const response = await ask(party, entryPath(key), { headers: KV })
  return response.status === 404 ? undefined : ((await response.json()) as { value: unknown }).value
}

const put = (party: Party, key: string, value: unknown) =>
  ask(party, entryPath(key), {
    method: 'PUT',
    headers: KV,
    body: JSON.stringify({ value, ttlSeconds: 3600 }),
  })

const remove = (party: Party, key: string) => ask(party, entryPath(key), { method: 'DELETE', headers: KV })

interface Document {
  readonly id: number
  readonly title: string
}

/** Reads a page of documents. @param next the x-next of the page before */
async function listDocuments(party: Party, next = '/documents?limit=2') {
  const response = await ask(party, next, { headers: DATABASE })
  return {
    documents: (await response.json()) as readonly Document[],
    next: response.headers.get('x-next') ?? 'end',
  }
}

async function entriesIn(world: EmulatorClient): Promise<Readonly<Record<string, unknown>>> {
  const { namespaces = [] } = await world.state.get()
  const entries = namespaces.flatMap(({ entries = [] }) => entries) as { key: string; value: unknown }[]
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]))
}

/** Each party counts under its own key, and the reader adds them up. */
async function valuesIn(world: EmulatorClient, prefix: string): Promise<readonly unknown[]> {
  const entries = Object.entries(await entriesIn(world))
  return entries.filter(([key]) => key.startsWith(prefix)).map(([, value]) => value)
}

const addOne = async (party: Party, key: string) => put(party, key, Number((await get(party, key)) ?? 0) + 1)

const sumOf = async (world: EmulatorClient) =>
  (await valuesIn(world, 'hits')).reduce<number>((sum, value) => sum + Number(value), 0)

const rateLimitCounter: Program = {
  name: 'a rate-limit counter by get and put',
  racy: { run: (party) => addOne(party, 'hits'), outcome: sumOf },
  // Nothing prevents two creates, but readers count documents with the same title as one.
  mended: { run: (party) => addOne(party, `hits-${party.name}`), outcome: sumOf },
  isRight: (hits) => hits === 2,
}

const TITLE = 'Scene'

async function createOnce(party: Party): Promise<void> {
  const { documents } = await listDocuments(party, '/documents?limit=100')
  if (documents.some(({ title }) => title === TITLE)) return
  await ask(party, '/documents', {
    method: 'POST',
    headers: DATABASE,
    body: JSON.stringify({ title: TITLE }),
  })
}

async function scenesIn(world: EmulatorClient): Promise<readonly unknown[]> {
  const { database } = await world.state.get()
  return (database?.documents ?? []).filter(({ title }) => title === TITLE)
}

const doubleCreate: Program = {
  name: 'a double create',
  racy: { run: createOnce, outcome: async (world) => (await scenesIn(world)).length },
  // Handles the next page, recording each handled id before it moves the cursor.
  mended: { run: createOnce, outcome: async (world) => Math.min(1, (await scenesIn(world)).length) },
  isRight: (scenes) => scenes === 1,
}

/** Handles the next page, recording each handled id before it moves the cursor. */
async function takeTurn(party: Party, keyOf: (id: number) => string): Promise<void> {
  const cursor = await get(party, 'cursor')
  if (cursor === 'end') return
  const { documents, next } = await listDocuments(party, cursor === undefined ? undefined : String(cursor))
  for (const { id } of documents) await put(party, keyOf(id), id)
  await put(party, 'cursor', next)
}

/** The handled ids, once for each time, and whether the workers reached the end. */
const handledIn = async (world: EmulatorClient) => ({
  ids: await valuesIn(world, 'done-'),
  isDone: (await entriesIn(world)).cursor === 'end',
})

const sharedNext: Program = {
  name: 'two workers on one x-next',
  racy: { run: (party) => takeTurn(party, (id) => `done-${party.name}-${id}`), outcome: handledIn },
  // Each document has its own key, so handling it again changes nothing.
  mended: { run: (party) => takeTurn(party, (id) => `done-${id}`), outcome: handledIn },
  isRight(outcome) {
    const { ids, isDone } = outcome as Awaited<ReturnType<typeof handledIn>>
    return new Set(ids).size === ids.length && (ids.length === 4 || !isDone)
  },
}

/** Adds an expired session under a key, and other entries that are still live. */
const expired =
  (key: string, others: Readonly<Record<string, unknown>> = {}) =>
  async (world: EmulatorClient) => {
    const entries = [
      { key, value: 'old', ttlSeconds: 60 },
      ...Object.entries(others).map(([other, value]) => ({ key: other, value, ttlSeconds: 3600 })),
    ]
    await world.state.merge({ namespaces: [{ id: NAMESPACE, entries }] })
    await world.clock.advance('60s')
  }

const deleteAtExpiry: Program = {
  name: 'a delete against a put at an expiry',
  racy: {
    prepare: expired('session'),
    async run(party) {
      if (party.name === 'A') await put(party, 'session', 'new')
      else if ((await get(party, 'session')) === undefined) await remove(party, 'session')
    },
    outcome: async (world) => (await entriesIn(world)).session,
  },
  // Each login has its own key, and one entry names the current one, so the new login is never removed.
  mended: {
    prepare: expired('session-1', { current: 1 }),
    async run(party) {
      if (party.name === 'A') {
        await put(party, 'session-2', 'new')
        await put(party, 'current', 2)
        return
      }
      const current = await get(party, 'current')
      if ((await get(party, `session-${current}`)) === undefined) await remove(party, `session-${current}`)
    },
    async outcome(world) {
      const entries = await entriesIn(world)
      return entries[`session-${entries.current}`]
    },
  },
  isRight: (session) => session === 'new',
}

export const PROGRAMS: readonly Program[] = [rateLimitCounter, doubleCreate, sharedNext, deleteAtExpiry]
