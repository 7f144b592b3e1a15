import { expectStatus, expectSuccess, expectThat } from '../../check.js'
import type { Headers, HttpExchange } from '../../http-client.js'
import type { KvEntries } from '../../session.js'
import { each, type Shared, type Statement, statements } from '../statement.js'
import { BODY, keyFor } from './calls.js'
import { countersOf, expectMovesDuring, type Moves } from './counters.js'

const SHARED: Shared = {
  service: 'kv',
  section: 'Limits A.3',
  needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact'],
}

const CALLS = {
  put: {
    by: ['write', 'admin'],
    send: (kv: KvEntries, key: string, credential: Headers) => kv.put(key, BODY, credential),
  },
  get: {
    by: ['read', 'admin'],
    send: (kv: KvEntries, key: string, credential: Headers) => kv.get(key, credential),
  },
  delete: {
    by: ['write', 'admin'],
    send: (kv: KvEntries, key: string, credential: Headers) => kv.delete(key, credential),
  },
} as const

/** A kind of call that succeeds, and the counters that it changes. */
interface Kind {
  readonly call: keyof typeof CALLS
  /** Completes the phrase "a …". */
  readonly what: string
  /** True if the entry exists before the call. */
  readonly onLive: boolean
  readonly moves: Moves
  /** Completes the phrase "A put …". */
  readonly says: string
}

const KINDS: Readonly<Record<string, Kind>> = {
  'put-new': {
    call: 'put',
    what: 'put on an absent key',
    onLive: false,
    moves: { writes: 1, storageBytes: 'more' },
    says: 'increments writes and increases storageBytes',
  },
  'put-over': {
    call: 'put',
    what: 'put of the same value again',
    onLive: true,
    moves: { writes: 1 },
    says: 'increments writes, but leaves storageBytes unchanged',
  },
  get: {
    call: 'get',
    what: 'read of a live key',
    onLive: true,
    moves: { reads: 1 },
    says: 'increments reads',
  },
  'get-missing': {
    call: 'get',
    what: 'read of an absent key',
    onLive: false,
    moves: { reads: 'maybe one' },
    says: 'may increment reads',
  },
  delete: {
    call: 'delete',
    what: 'delete of a live key',
    onLive: true,
    moves: { deletes: 1, storageBytes: 'less' },
    says: 'increments deletes and decreases storageBytes',
  },
  'delete-missing': {
    call: 'delete',
    what: 'delete of an absent key',
    onLive: false,
    moves: { deletes: 'maybe one' },
    says: 'may increment deletes',
  },
}

/** The contract doesn't say whether deleting a missing key succeeds. */
function expectAccepted({ call, onLive }: Kind, answer: HttpExchange): void {
  if (call === 'get' && !onLive) expectStatus(answer, 404)
  else if (call !== 'delete' || onLive || answer.status !== 404) expectSuccess(answer)
}

const accepted = each(Object.entries(KINDS), ([id, kind]) =>
  each(CALLS[kind.call].by, (scope) => ({
    [`usage.moves.${id}.by-${scope}-key`]: {
      text: `With a key of ${scope} scope, a ${kind.what} ${kind.says}, and changes no other counter.`,
      needs: [`kv.${scope}`, 'kv.writer', 'bearer'],
      async check(session) {
        const { kv } = session
        const key = await keyFor(session, kind)
        await expectMovesDuring(kv, kind.moves, async () => {
          expectAccepted(kind, await CALLS[kind.call].send(kv, key, kv.as(scope)))
        })
      },
    },
  })),
)

export const movesStatements: readonly Statement[] = statements(SHARED, {
  ...accepted,
  'usage.moves.get-expired': {
    text: 'A read of an expired key may increment reads, but changes no other counter. Storage is as it was before the put.',
    async check({ kv, pass }, key) {
      const { counters: before } = await countersOf(kv)
      expectSuccess(await kv.put(key, { ...BODY, ttlSeconds: 60 }))
      // The month may end in the meantime, so only check the read.
      await pass(60_000)
      const left = { reads: 'maybe one', storageBytes: 'any' } as const
      await expectMovesDuring(kv, left, async () => {
        expectStatus(await kv.get(key), 404)
      })
      const { counters, report } = await countersOf(kv)
      const expected = `storageBytes ${before.storageBytes}, as before the put`
      expectThat(
        counters.storageBytes === before.storageBytes,
        expected,
        String(counters.storageBytes),
        report,
      )
    },
  },
  'usage.moves.list': {
    text: 'A list of keys increments lists, and changes no other counter.',
    needs: ['kv.writer', 'bearer'],
    async check(session) {
      await keyFor(session, { onLive: true })
      await expectMovesDuring(session.kv, { lists: 1 }, async () => {
        expectSuccess(await session.kv.list())
      })
    },
  },
  'usage.moves.config-calls': {
    text: "Operations on a store don't change a namespace's counters.",
    needs: ['kv', 'bearer', 'store.writer', 'store.reader'],
    check: ({ kv, store }, key) =>
      expectMovesDuring(kv, {}, async () => {
        expectSuccess(await store.put(key, { value: 1 }))
        expectSuccess(await store.get(key))
        expectSuccess(await store.list())
        expectSuccess(await store.delete(key))
      }),
  },
})
