import type { Scope } from '../../../src/contract/values.js'
/** Statements on what each kind of call moves in the usage report, and on all that it leaves unchanged. */

import { expectStatus, expectSuccess, expectThat } from '../../check.js'
import type { Headers, HttpExchange } from '../../http-client.js'
import type { KvEntries } from '../../session.js'
import { each, type Shared, type Statement, statements } from '../statement.js'
import { BODY, keyFor } from './calls.js'
import { countersOf, expectMovesDuring, type Moves } from './counters.js'

const SHARED: Shared = {
  interface: 'kv',
  section: 'Limits A.3',
  needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact'],
}

/** A kind of call that is accepted: who may make it, and what it moves. */
interface Kind {
  readonly id: string
  /** Its name, to follow "A …". */
  readonly what: string
  readonly by: readonly Scope[]
  /** Whether an entry is there before the call. */
  readonly onLive: boolean
  readonly moves: Moves
  /** The counter that it moves, to follow "moves …". */
  readonly says: string
  call(kv: KvEntries, key: string, credential: Headers): Promise<HttpExchange>
  readonly answer: (answer: HttpExchange) => unknown
}

const missing = (answer: HttpExchange): unknown => (answer.status === 404 ? answer : expectSuccess(answer))

const put: Kind['call'] = (kv, key, credential) => kv.put(key, BODY, credential)
const get: Kind['call'] = (kv, key, credential) => kv.get(key, credential)
const remove: Kind['call'] = (kv, key, credential) => kv.delete(key, credential)

const KINDS: readonly Kind[] = [
  {
    id: 'put-new',
    what: 'put on an absent key',
    by: ['write', 'admin'],
    onLive: false,
    moves: { writes: 1, storageBytes: 'more' },
    says: 'writes by one and storageBytes up',
    call: put,
    answer: expectSuccess,
  },
  {
    id: 'put-over',
    what: 'put of what a key already holds',
    by: ['write', 'admin'],
    onLive: true,
    moves: { writes: 1 },
    says: 'writes by one, storageBytes not',
    call: put,
    answer: expectSuccess,
  },
  {
    id: 'get',
    what: 'read of a live key',
    by: ['read', 'admin'],
    onLive: true,
    moves: { reads: 1 },
    says: 'reads by one',
    call: get,
    answer: expectSuccess,
  },
  {
    id: 'get-missing',
    what: 'read of an absent key',
    by: ['read', 'admin'],
    onLive: false,
    moves: { reads: 'maybe one' },
    says: 'reads at most, and those by one',
    call: get,
    answer: (answer) => expectStatus(answer, 404),
  },
  {
    id: 'delete',
    what: 'delete of a live key',
    by: ['write', 'admin'],
    onLive: true,
    moves: { deletes: 1, storageBytes: 'less' },
    says: 'deletes by one and storageBytes down',
    call: remove,
    answer: expectSuccess,
  },
  {
    id: 'delete-missing',
    what: 'delete of an absent key',
    by: ['write', 'admin'],
    onLive: false,
    moves: { deletes: 'maybe one' },
    says: 'deletes at most, and those by one',
    call: remove,
    answer: missing,
  },
]

const accepted = each(KINDS, (kind) =>
  each(kind.by, (scope) => ({
    [`usage.moves.${kind.id}.by-${scope}-key`]: {
      text: `A ${kind.what} with a key of ${scope} scope moves ${kind.says}, and no other counter.`,
      needs: [`kv.${scope}`, 'kv.writer', 'bearer'],
      async check(session) {
        const key = await keyFor(session, kind)
        await expectMovesDuring(session.kv, kind.moves, async () => {
          kind.answer(await kind.call(session.kv, key, session.kv.as(scope)))
        })
      },
    },
  })),
)

export const movesStatements: readonly Statement[] = statements(SHARED, {
  ...accepted,
  'usage.moves.get-expired': {
    text: 'A read of an expired key moves reads at most, by one; the storage is as before the put.',
    async check({ kv, pass }, key) {
      const { counters: before } = await countersOf(kv)
      expectSuccess(await kv.put(key, { ...BODY, ttlSeconds: 60 }))
      // A month may end in the meantime, so only the read is looked at.
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
    text: 'A list of keys moves lists by one, and no other counter.',
    needs: ['kv.writer', 'bearer'],
    async check(session) {
      await keyFor(session, { onLive: true })
      await expectMovesDuring(session.kv, { lists: 1 }, async () => {
        expectSuccess(await session.kv.list())
      })
    },
  },
  'usage.moves.config-calls': {
    text: 'Calls on a store move no counter of a namespace.',
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
