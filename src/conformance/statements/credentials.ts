/** Statements on the credentials of A and B: keys, bearer tokens, and what is refused without them. */

import {
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  StatementFailure,
  StatementSkip,
} from '../check.js'
import { type Headers, type HttpExchange, withBearer, withKey } from '../http-client.js'
import type { Entries, Session } from '../session.js'
import type { EntryGroup, Need, Scope } from '../subject.js'
import { type Statement, type StatementInterface, statement, unobservable } from './statement.js'

const NONE: Headers = {}
const TTL_S = 600

/** A key as long as this has a part that was drawn at random, which no other key has. */
const KEY_LENGTH_MIN = 'kv_admin_'.length + 12

/** The two interfaces as far as keys go: the group a key belongs to, and another one. */
const SIDES = [
  { area: 'kv', interface: 'A', group: 'namespace', needs: ['kv.writer', 'kv.reader', 'kv.foreign'] },
  {
    area: 'config',
    interface: 'B',
    group: 'store',
    needs: ['store.writer', 'store.reader', 'store.foreign'],
  },
] as const satisfies readonly {
  area: string
  interface: StatementInterface
  group: string
  needs: readonly Need[]
}[]

type Area = (typeof SIDES)[number]['area']

const entriesOf = (session: Session, area: Area): Entries => (area === 'kv' ? session.kv : session.store)
const foreignOf = (session: Session, area: Area): Entries =>
  area === 'kv' ? session.foreignKv : session.foreignStore
/** A body that fits either interface. */
const body = (value: unknown) => ({ value, ttlSeconds: TTL_S })

/** Every data call on one entry with this credential; for B the list, too. */
async function dataCalls(
  entries: Entries,
  area: Area,
  key: string,
  credential: Headers,
): Promise<HttpExchange[]> {
  const answers = [
    await entries.get(key, credential),
    await entries.put(key, body('intruder'), credential),
    await entries.delete(key, credential),
  ]
  // The contract does not show whether scoped keys may list the keys of a namespace.
  return area === 'config' ? [...answers, await entries.list(credential)] : answers
}

/** The keys of a group must be spelt as the contract says; a key is not repeated in the failure. */
function expectKeyForm(group: EntryGroup): void {
  for (const scope of ['read', 'write', 'admin'] as const satisfies readonly Scope[]) {
    const key = group.keys[scope]
    if (key !== undefined && !new RegExp(`^kv_${scope}_.+$`).test(key)) {
      throw new StatementFailure(`the ${scope} key to begin kv_${scope}_`, `${key.slice(0, 4)}…`)
    }
  }
}

const perSide = SIDES.flatMap(({ area, interface: side, group, needs }) => [
  statement({
    id: `${area}.key.form`,
    section: `Resources ${side}`,
    text: `A key of a ${group} is kv_read_, kv_write_ or kv_admin_ by its scope, then a random part.`,
    interface: side,
    needs: [area === 'kv' ? 'kv' : 'store'],
    async check(session) {
      expectKeyForm(entriesOf(session, area).group)
    },
  }),
  statement({
    id: `${area}.key.of-its-own-${group}`,
    section: area === 'kv' ? 'Authentication AB.3' : 'Resources B',
    text: `A key is for its own ${group} only: another ${group} refuses it, and stays as it was.`,
    interface: side,
    needs,
    async check(session) {
      const key = session.newKey()
      expectSuccess(await entriesOf(session, area).put(key, body('kept')))
      const foreignKey = foreignOf(session, area).as('admin')
      for (const answer of await dataCalls(entriesOf(session, area), area, key, foreignKey))
        expectRefusal(answer)
      expectSuccess(await entriesOf(session, area).get(key))
    },
  }),
  statement({
    id: `${area}.key.missing`,
    section: 'Authentication AB.7',
    text: `Without a key, data calls on a ${group} answer 401.`,
    interface: side,
    needs: [area === 'kv' ? 'kv' : 'store'],
    async check(session) {
      const answers = await dataCalls(entriesOf(session, area), area, session.newKey(), NONE)
      for (const answer of answers) expectStatus(answer, 401)
    },
  }),
  statement({
    id: `${area}.key.invalid`,
    section: 'Authentication AB.7',
    text: `With a key that nobody was given, data calls on a ${group} answer 401.`,
    interface: side,
    needs: [area === 'kv' ? 'kv' : 'store'],
    async check(session) {
      const made = withKey(`kv_admin_${session.subject.prefix}madeup`)
      const answers = await dataCalls(entriesOf(session, area), area, session.newKey(), made)
      for (const answer of answers) expectStatus(answer, 401)
    },
  }),
  unobservable({
    id: `${area}.key.shown-once`,
    section: `Resources ${side}`,
    text: `A key of a ${group} is displayed once, when it is generated.`,
    interface: side,
  }),
])

/** The two calls that take a bearer token alone. */
const bearerCalls = async (session: Session, credential: Headers): Promise<readonly HttpExchange[]> => [
  await session.kv.list(credential),
  await session.kv.usage(credential),
]

export const credentialStatements: readonly Statement[] = [
  ...perSide,
  statement({
    id: 'kv.key.prefix-cosmetic',
    section: 'Resources A',
    text: 'The prefix of a key is cosmetic: a read key that calls itself an admin key reads and no more.',
    interface: 'A',
    needs: ['kv.misnamed', 'kv.writer'],
    async check(session) {
      const key = session.newKey()
      const misnamed = withKey(session.subject.misnamedKey ?? '')
      expectSuccess(await session.kv.put(key, body(1)))
      expectSuccess(await session.kv.get(key, misnamed))
      expectStatus(await session.kv.put(key, body(2), misnamed), 403)
      expectStatus(await session.kv.delete(key, misnamed), 403)
    },
  }),
  statement({
    id: 'kv.key.scope-held-by-service',
    section: 'Resources A',
    text: 'The scope is held by the service: a read key spelt with the admin prefix may not write.',
    interface: 'A',
    needs: ['kv.read'],
    async check(session) {
      const { keys } = session.kv.group
      const respelt = (keys.read ?? '').replace(/^kv_read_/, 'kv_admin_')
      if (respelt === keys.read || respelt === keys.admin) {
        throw new StatementSkip('the read key, spelt with the admin prefix, is no key that was made up')
      }
      if (respelt.length < KEY_LENGTH_MIN) {
        throw new StatementSkip('the read key is so short that an admin key may be spelt like it')
      }
      expectRefusal(await session.kv.put(session.newKey(), body(1), withKey(respelt)))
    },
  }),
  statement({
    id: 'ab.key.alone',
    section: 'Authentication AB.1',
    text: 'X-KV-Key with the raw key is all that a data call sends: no Authorization header is needed.',
    interface: 'AB',
    needs: ['kv.writer', 'kv.reader', 'store.writer', 'store.reader'],
    async check(session) {
      for (const entries of [session.kv, session.store]) {
        const key = session.newKey()
        for (const answer of [
          await entries.put(key, body(1)),
          await entries.get(key),
          await entries.delete(key),
        ]) {
          const sent = answer.request.headers
          expectThat('x-kv-key' in sent && !('authorization' in sent), 'X-KV-Key alone', 'more', answer)
          expectSuccess(answer)
        }
      }
    },
  }),
  statement({
    id: 'ab.key.not-for-the-other',
    section: 'Authentication AB.3',
    text: 'A key of a namespace opens no store, and a key of a store opens no namespace.',
    interface: 'AB',
    needs: ['kv.admin', 'store.admin'],
    async check(session) {
      const key = session.newKey()
      for (const answer of await dataCalls(session.store, 'config', key, session.kv.as('admin')))
        expectRefusal(answer)
      for (const answer of await dataCalls(session.kv, 'kv', key, session.store.as('admin')))
        expectRefusal(answer)
    },
  }),
  statement({
    id: 'kv.bearer.accepted',
    section: 'Authentication AB.5',
    text: "The key list and the usage report answer to a bearer token of the namespace's owner.",
    interface: 'A',
    needs: ['kv', 'bearer'],
    async check(session) {
      for (const answer of await bearerCalls(session, session.bearerOf('owner'))) expectSuccess(answer)
    },
  }),
  statement({
    id: 'kv.bearer.missing',
    section: 'Authentication AB.7',
    text: 'Without a credential the key list and the usage report answer 401.',
    interface: 'A',
    needs: ['kv'],
    async check(session) {
      for (const answer of await bearerCalls(session, NONE)) expectStatus(answer, 401)
    },
  }),
  statement({
    id: 'kv.bearer.invalid',
    section: 'Authentication AB.7',
    text: 'With a bearer token that is none, the key list and the usage report answer 401.',
    interface: 'A',
    needs: ['kv'],
    async check(session) {
      for (const credential of [withBearer('no.such.token'), { authorization: 'Bearer' }]) {
        for (const answer of await bearerCalls(session, credential)) expectStatus(answer, 401)
      }
    },
  }),
  statement({
    id: 'kv.bearer.scheme',
    section: 'Authentication AB.5',
    text: 'A token counts only as Authorization: Bearer; under another scheme the credential is missing.',
    interface: 'A',
    needs: ['kv', 'bearer'],
    async check(session) {
      const basic = { authorization: `Basic ${session.subject.bearer ?? ''}` }
      for (const answer of await bearerCalls(session, basic)) expectStatus(answer, 401)
    },
  }),
  statement({
    id: 'kv.bearer.usage-by-key',
    section: 'Authentication AB.5',
    text: 'The usage report requires a bearer token: to a scoped key it answers 401.',
    interface: 'A',
    needs: ['kv.admin'],
    async check(session) {
      expectStatus(await session.kv.usage(session.kv.as('admin')), 401)
    },
  }),
  statement({
    id: 'kv.bearer.stranger',
    section: 'Authentication AB.6',
    text: "Ownership is checked: somebody else's token gets neither key list nor usage report.",
    interface: 'A',
    needs: ['kv', 'bearer.stranger'],
    async check(session) {
      for (const answer of await bearerCalls(session, session.bearerOf('stranger'))) expectRefusal(answer)
    },
  }),
]
