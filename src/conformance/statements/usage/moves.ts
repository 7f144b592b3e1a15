/** Statements on what each kind of call moves in the usage report, and on all that it leaves where it was. */

import { expectRefusal, expectStatus, expectSuccess } from '../../check.js'
import { type Headers, type HttpExchange, RawBody, withKey } from '../../http-client.js'
import type { KvEntries, Session } from '../../session.js'
import type { Need, Scope } from '../../subject.js'
import { type Statement, type StatementDraft, statement } from '../statement.js'
import { expectMovesDuring, type Moves } from './counters.js'

const BODY = { value: 'counted', ttlSeconds: 600 }

const usage = (draft: Omit<StatementDraft, 'interface' | 'section'>): Statement =>
  statement({ section: 'Limits A.3', interface: 'A', ...draft })

/** A kind of call that is accepted: who may make it, and what it moves. */
interface Kind {
  readonly id: string
  /** What it is, to follow "A …". */
  readonly what: string
  readonly by: readonly Scope[]
  /** Whether an entry is there before the call. */
  readonly onLive: boolean
  readonly moves: Moves
  /** What it moves, to follow "moves …". */
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

/** A key, live or absent as the kind wants it. */
async function keyFor(session: Session, { onLive }: Pick<Kind, 'onLive'>): Promise<string> {
  const key = session.newKey()
  if (onLive) expectSuccess(await session.kv.put(key, BODY))
  return key
}

const accepted = KINDS.flatMap((kind) =>
  kind.by.map((scope) =>
    usage({
      id: `usage.moves.${kind.id}.by-${scope}-key`,
      text: `A ${kind.what} with a key of ${scope} scope moves ${kind.says}, and no other counter.`,
      needs: [`kv.${scope}`, 'kv.writer', 'bearer'],
      async check(session) {
        const key = await keyFor(session, kind)
        await expectMovesDuring(session.kv, kind.moves, async () => {
          kind.answer(await kind.call(session.kv, key, session.kv.as(scope)))
        })
      },
    }),
  ),
)

/** A call that is refused: its own counter may move by one, for the contract does not say what a refused call counts. */
interface Refused {
  readonly id: string
  /** What it is, to follow "A …". */
  readonly what: string
  readonly needs: readonly Need[]
  readonly own: 'reads' | 'writes' | 'deletes' | 'lists' | undefined
  call(session: Session, key: string): Promise<HttpExchange>
}

const madeUp = ({ subject }: Session): Headers => withKey(`kv_admin_${subject.prefix}madeup`)

const REFUSED: readonly Refused[] = [
  {
    id: 'get-without-key',
    what: 'read without a key',
    needs: [],
    own: 'reads',
    call: ({ kv }, key) => kv.get(key, {}),
  },
  {
    id: 'put-without-key',
    what: 'put without a key',
    needs: [],
    own: 'writes',
    call: ({ kv }, key) => kv.put(key, { ...BODY, value: 'longer than it was' }, {}),
  },
  {
    id: 'delete-without-key',
    what: 'delete without a key',
    needs: [],
    own: 'deletes',
    call: ({ kv }, key) => kv.delete(key, {}),
  },
  {
    id: 'get-by-unknown-key',
    what: 'read with a key that nobody was given',
    needs: [],
    own: 'reads',
    call: (session, key) => session.kv.get(key, madeUp(session)),
  },
  {
    id: 'get-by-write-key',
    what: 'read with a write key',
    needs: ['kv.write'],
    own: 'reads',
    call: ({ kv }, key) => kv.get(key, kv.as('write')),
  },
  {
    id: 'put-by-read-key',
    what: 'put with a read key',
    needs: ['kv.read'],
    own: 'writes',
    call: ({ kv }, key) => kv.put(key, { ...BODY, value: 'longer than it was' }, kv.as('read')),
  },
  {
    id: 'delete-by-read-key',
    what: 'delete with a read key',
    needs: ['kv.read'],
    own: 'deletes',
    call: ({ kv }, key) => kv.delete(key, kv.as('read')),
  },
  {
    id: 'put-malformed',
    what: 'put whose body breaks off',
    needs: [],
    own: 'writes',
    call: ({ kv }, key) => kv.put(key, new RawBody('{"value": "cut o')),
  },
  {
    id: 'list-without-token',
    what: 'list without a token',
    needs: [],
    own: 'lists',
    call: ({ kv }) => kv.list({}),
  },
  {
    id: 'list-by-stranger',
    what: "list with another owner's token",
    needs: ['bearer.stranger'],
    own: 'lists',
    call: (session) => session.kv.list(session.bearerOf('stranger')),
  },
  {
    id: 'usage-by-stranger',
    what: "usage report asked for with another owner's token",
    needs: ['bearer.stranger'],
    own: undefined,
    call: (session) => session.kv.usage(session.bearerOf('stranger')),
  },
]

const refused = REFUSED.map(({ id, what, needs, own, call }) =>
  usage({
    id: `usage.moves.refused.${id}`,
    text: `A ${what} is refused, and moves ${own === undefined ? 'no counter' : `no counter but ${own}`}.`,
    needs: ['kv.writer', 'bearer', ...needs],
    async check(session) {
      const key = await keyFor(session, { onLive: true })
      await expectMovesDuring(session.kv, own === undefined ? {} : { [own]: 'maybe one' }, async () => {
        expectRefusal(await call(session, key))
      })
    },
  }),
)

/** Makes a call of this kind twice (a delete once), each accepted. */
async function makeTwice(session: Session, call: string): Promise<void> {
  const { kv } = session
  const key = session.newKey()
  const calls: Readonly<Record<string, () => Promise<HttpExchange>>> = {
    put: () => kv.put(key, BODY),
    get: () => kv.get(key),
    list: () => kv.list(),
    delete: () => kv.delete(key),
  }
  if (call === 'get' || call === 'delete') expectSuccess(await kv.put(key, BODY))
  for (let times = 0; times < (call === 'delete' ? 1 : 2); times += 1) {
    const answer = await calls[call]?.()
    if (answer !== undefined) expectSuccess(answer)
  }
}

/** A namespace in which a call elsewhere must not show. */
const ELSEWHERE = [
  {
    id: 'same-owner',
    where: 'another namespace of the same owner',
    needs: ['kv.default'],
    kv: (session: Session) => session.unlimitedKv,
  },
  {
    id: 'other-owner',
    where: "another owner's namespace",
    needs: ['kv.foreign', 'bearer.stranger'],
    kv: (session: Session) => session.foreignKv,
  },
] as const satisfies readonly { id: string; where: string; needs: readonly Need[]; kv: unknown }[]

const elsewhere = ELSEWHERE.flatMap(({ id, where, needs, kv }) =>
  ['put', 'get', 'list', 'delete'].map((call) =>
    usage({
      id: `usage.elsewhere.${id}.${call}`,
      text: `A ${call} in a namespace moves no counter of ${where}.`,
      needs: ['kv.writer', 'kv.reader', 'bearer', ...needs],
      async check(session) {
        await expectMovesDuring(kv(session), {}, () => makeTwice(session, call))
      },
    }),
  ),
)

export const movesStatements: readonly Statement[] = [
  ...accepted,
  usage({
    id: 'usage.moves.get-expired',
    text: 'A read of an expired key moves reads at most, by one; the storage is as before the put.',
    needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact'],
    async check(session) {
      const key = session.newKey()
      await expectMovesDuring(session.kv, { reads: 'maybe one', writes: 1 }, async () => {
        expectSuccess(await session.kv.put(key, { ...BODY, ttlSeconds: 60 }))
        await session.pass(60_000)
        expectStatus(await session.kv.get(key), 404)
      })
    },
  }),
  usage({
    id: 'usage.moves.list',
    text: 'A list of keys moves lists by one, and no other counter.',
    needs: ['kv.writer', 'bearer'],
    async check(session) {
      await keyFor(session, { onLive: true })
      await expectMovesDuring(session.kv, { lists: 1 }, async () => {
        expectSuccess(await session.kv.list())
      })
    },
  }),
  usage({
    id: 'usage.moves.config-calls',
    text: 'Calls on a store move no counter of a namespace.',
    needs: ['kv', 'bearer', 'store.writer', 'store.reader'],
    async check(session) {
      const key = session.newKey()
      await expectMovesDuring(session.kv, {}, async () => {
        expectSuccess(await session.store.put(key, { value: 1 }))
        expectSuccess(await session.store.get(key))
        expectSuccess(await session.store.list())
        expectSuccess(await session.store.delete(key))
      })
    },
  }),
  ...refused,
  ...elsewhere,
  usage({
    id: 'usage.elsewhere.foreign-key',
    text: 'A key that is used on a namespace of another owner moves no counter of its own.',
    needs: ['kv.writer', 'kv.foreign', 'bearer.stranger'],
    async check(session) {
      const key = session.newKey()
      const foreignKey = session.foreignKv.as('admin')
      await expectMovesDuring(session.foreignKv, {}, async () => {
        expectRefusal(await session.kv.get(key, foreignKey))
        expectRefusal(await session.kv.put(key, BODY, foreignKey))
        expectRefusal(await session.kv.delete(key, foreignKey))
      })
    },
  }),
]
