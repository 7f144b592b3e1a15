import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { signed } from './issuer.js'
import { type Means, NAMESPACE, type Name, type Program } from './program.js'
import {
  allDocuments,
  createDocument,
  type Document,
  entriesIn,
  get,
  listDocuments,
  listWith,
  put,
  valuesIn,
} from './services.js'

const TITLE = 'Scene'

async function createOnce(means: Means): Promise<void> {
  const documents = await allDocuments(means)
  if (!documents.some(({ title }) => title === TITLE)) await createDocument(means, TITLE)
}

/** The scenes that a reader sees. */
async function scenesIn(world: EmulatorClient): Promise<readonly Document[]> {
  const { database } = await world.state.get()
  const documents = (database?.documents ?? []) as Document[]
  return documents.filter(({ title }) => title === TITLE)
}

export const doubleCreate: Program = {
  name: 'a double create',
  racy: {
    party: createOnce,
    outcome: async (world) => (await scenesIn(world)).length,
  },
  // Nothing keeps two creates apart. Readers take documents of one title for one, the one with the least id.
  mended: {
    party: createOnce,
    async outcome(world) {
      const scenes = await scenesIn(world)
      const least = ({ id, title }: Document) =>
        scenes.every((other) => other.title !== title || id <= other.id)
      return scenes.filter(least).length
    },
  },
  isRight: (scenes) => scenes === 1,
}

/** The dear thing that the cache is to save. */
async function compute(means: Means): Promise<string> {
  return `of ${(await allDocuments(means)).length} documents`
}

async function timesComputed(world: EmulatorClient, results: readonly unknown[]) {
  const requests = await world.requests({ operation: 'documents.list' })
  return { times: requests.length, isServed: results.every((report) => report !== undefined) }
}

export const cacheStampede: Program = {
  name: 'a cache stampede',
  racy: {
    async party(means) {
      const cached = await get(means, 'report')
      if (cached !== undefined) return cached
      const report = await compute(means)
      await put(means, 'report', report)
      return report
    },
    outcome: timesComputed,
  },
  // One process renews the report, ahead of its expiry. The others take what is there.
  mended: {
    prepare: (world) =>
      world.state.merge({
        namespaces: [{ id: NAMESPACE, entries: [{ key: 'report', value: 'of before', ttlSeconds: 120 }] }],
      }),
    async party(means, name) {
      if (name === 'B') return get(means, 'report')
      const report = await compute(means)
      await put(means, 'report', report)
      return report
    },
    outcome: timesComputed,
  },
  isRight(outcome) {
    const { times, isServed } = outcome as Awaited<ReturnType<typeof timesComputed>>
    return times === 1 && isServed
  },
}

/** Takes the next page for one turn, and notes what was handled before the cursor goes on. */
async function takeTurn(means: Means, note: (document: Document) => Promise<unknown>): Promise<void> {
  const cursor = await get(means, 'cursor')
  if (cursor === 'end') return
  const { documents, next } = await listDocuments(means, cursor === undefined ? undefined : String(cursor))
  for (const document of documents) await note(document)
  await put(means, 'cursor', next ?? 'end')
}

/** The ids that were handled, as often as they were, and how far the workers came. */
async function handledIn(world: EmulatorClient) {
  const { cursor } = await entriesIn(world)
  return { ids: await valuesIn(world, 'done-'), isDone: cursor === 'end' }
}

export const sharedNext: Program = {
  name: 'two workers on one x-next',
  racy: {
    party: (means, name) => takeTurn(means, ({ id }) => put(means, `done-${name}-${id}`, id)),
    outcome: handledIn,
  },
  // What a document comes to is written under its own key: to handle it again changes nothing.
  mended: {
    party: (means) => takeTurn(means, ({ id }) => put(means, `done-${id}`, id)),
    outcome: handledIn,
  },
  isRight(outcome) {
    const { ids, isDone } = outcome as Awaited<ReturnType<typeof handledIn>>
    return new Set(ids).size === ids.length && (ids.length === 4 || !isDone)
  },
}

const EXPIRED = signed(Date.UTC(2026, 0, 15, 11) / 1000)

const signedIn =
  (...keys: readonly string[]) =>
  (world: EmulatorClient) =>
    world.state.merge({
      namespaces: [
        {
          id: NAMESPACE,
          entries: keys.map((key) => ({
            key,
            value: { token: EXPIRED, grant: `${key} 1` },
            ttlSeconds: 3600,
          })),
        },
      ],
    })

/** Lists the keys; where the token has expired, it gets another first. */
async function listSignedIn(means: Means, key: string): Promise<number> {
  const session = (await get(means, key)) as { readonly token: string; readonly grant: string }
  const status = await listWith(means, session.token)
  if (status !== 401) return status
  const renewed = await means.refresh(session.grant)
  if (renewed === undefined) return status
  await put(means, key, renewed)
  return listWith(means, renewed.token)
}

export const tokenRefresh: Program = {
  name: 'a token refresh stampede',
  racy: {
    prepare: signedIn('session'),
    party: (means) => listSignedIn(means, 'session'),
    outcome: async (_world, statuses) => statuses,
  },
  // Each process has a grant of its own, under a key of its own: nobody uses up another's.
  mended: {
    prepare: signedIn('session-A', 'session-B'),
    party: (means, name: Name) => listSignedIn(means, `session-${name}`),
    outcome: async (_world, statuses) => statuses,
  },
  isRight: (statuses) => (statuses as readonly unknown[]).every((status) => status === 200),
}
