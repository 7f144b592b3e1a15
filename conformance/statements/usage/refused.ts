/** Statements about the counters that don't change when a call is refused or goes to another namespace. */

import { expectRefusal, expectSuccess } from '../../check.js'
import { type Headers, type HttpExchange, RawBody, withKey } from '../../http-client.js'
import type { Session } from '../../session.js'
import type { Need } from '../../subject.js'
import { each, type Shared, type Statement, statements } from '../statement.js'
import { BODY, keyFor } from './calls.js'
import { expectMovesDuring } from './counters.js'

const SHARED: Shared = {
  service: 'kv',
  section: 'Limits A.3',
  needs: ['kv.writer', 'kv.foreign', 'bearer.stranger'],
}

interface Refused {
  /** Completes the phrase "A …". */
  readonly what: string
  readonly needs?: readonly Need[]
  /** A counter that may increase by one, since the contract doesn't say whether it counts refused calls. */
  readonly own?: 'reads' | 'writes' | 'deletes' | 'lists'
  call(session: Session, key: string): Promise<HttpExchange>
}

const LONGER = { ...BODY, value: 'longer than it was' }

const madeUp = ({ subject }: Session): Headers => withKey(`kv_admin_${subject.prefix}madeup`)

const REFUSED: Readonly<Record<string, Refused>> = {
  'get-without-key': { what: 'read without a key', own: 'reads', call: ({ kv }, key) => kv.get(key, {}) },
  'put-without-key': {
    what: 'put without a key',
    own: 'writes',
    call: ({ kv }, key) => kv.put(key, LONGER, {}),
  },
  'delete-without-key': {
    what: 'delete without a key',
    own: 'deletes',
    call: ({ kv }, key) => kv.delete(key, {}),
  },
  'get-by-unknown-key': {
    what: 'read with an unknown key',
    own: 'reads',
    call: (session, key) => session.kv.get(key, madeUp(session)),
  },
  'get-by-write-key': {
    what: 'read with a write key',
    needs: ['kv.write'],
    own: 'reads',
    call: ({ kv }, key) => kv.get(key, kv.as('write')),
  },
  'put-by-read-key': {
    what: 'put with a read key',
    needs: ['kv.read'],
    own: 'writes',
    call: ({ kv }, key) => kv.put(key, LONGER, kv.as('read')),
  },
  'delete-by-read-key': {
    what: 'delete with a read key',
    needs: ['kv.read'],
    own: 'deletes',
    call: ({ kv }, key) => kv.delete(key, kv.as('read')),
  },
  'put-malformed': {
    what: 'put with a truncated body',
    own: 'writes',
    call: ({ kv }, key) => kv.put(key, new RawBody('{"value": "cut o')),
  },
  'list-without-token': { what: 'list without a token', own: 'lists', call: ({ kv }) => kv.list({}) },
  'list-by-stranger': {
    what: "list with another owner's token",
    needs: ['bearer.stranger'],
    own: 'lists',
    call: ({ kv, bearerOf }) => kv.list(bearerOf('stranger')),
  },
  'usage-by-stranger': {
    what: "request for the usage report with another owner's token",
    needs: ['bearer.stranger'],
    call: ({ kv, bearerOf }) => kv.usage(bearerOf('stranger')),
  },
}

const refused = each(Object.entries(REFUSED), ([id, { what, needs = [], own, call }]) => ({
  [`usage.moves.refused.${id}`]: {
    text: `A ${what} is refused, and changes ${own === undefined ? 'no counter' : `no counter except possibly ${own}`}.`,
    needs: ['kv.writer', 'bearer', ...needs],
    async check(session) {
      const key = await keyFor(session, { onLive: true })
      await expectMovesDuring(session.kv, own === undefined ? {} : { [own]: 'maybe one' }, async () => {
        expectRefusal(await call(session, key))
      })
    },
  },
}))

/** Makes a call twice (or a delete once), expecting success. */
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

/** Calls that mustn't show up in another namespace's report. */
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

const elsewhere = each(ELSEWHERE, ({ id, where, needs, kv }) =>
  each(['put', 'get', 'list', 'delete'], (call) => ({
    [`usage.elsewhere.${id}.${call}`]: {
      text: `A ${call} in a namespace changes no counter of ${where}.`,
      needs: ['kv.writer', 'kv.reader', 'bearer', ...needs],
      check: (session) => expectMovesDuring(kv(session), {}, () => makeTwice(session, call)),
    },
  })),
)

export const refusedStatements: readonly Statement[] = statements(SHARED, {
  ...refused,
  ...elsewhere,
  'usage.elsewhere.foreign-key': {
    text: "If a key is used on another owner's namespace, the counters of its own namespace don't change.",
    async check({ foreignKv, kv }, key) {
      const foreignKey = foreignKv.as('admin')
      await expectMovesDuring(foreignKv, {}, async () => {
        expectRefusal(await kv.get(key, foreignKey))
        expectRefusal(await kv.put(key, BODY, foreignKey))
        expectRefusal(await kv.delete(key, foreignKey))
      })
    },
  },
})
