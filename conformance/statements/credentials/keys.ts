import type { Scope } from '../../../src/contract/values.js'
/** Statements on the credentials of the two stores: keys, bearer tokens, and what is refused without them. */

import {
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  expectValue,
  StatementFailure,
  StatementSkip,
} from '../../check.js'
import { type Headers, type HttpExchange, withApiKey, withBearer, withKey } from '../../http-client.js'
import { type Entries, offered, type Session } from '../../session.js'
import type { Need } from '../../subject.js'
import { type Statement, type StatementInterface, statement, unobservable } from '../statement.js'

const NONE: Headers = {}
const SCOPES = ['read', 'write', 'admin'] as const satisfies readonly Scope[]
const TTL_S = 600

/** A key as long as this has a part that was drawn at random, which no other key has. */
const KEY_LENGTH_MIN = 'kv_admin_'.length + 12

/** The two interfaces as far as keys go: the group a key belongs to, and another one. */
const SIDES = [
  { area: 'kv', interface: 'kv', group: 'namespace', needs: ['kv.writer', 'kv.reader', 'kv.foreign'] },
  {
    area: 'config',
    interface: 'config',
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

/** Every data call on one entry with this credential; for the config store the list, too. */
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

/** A key must be spelt as the contract says; it is not repeated in the failure. */
function expectKeyForm(scope: Scope, key: string): void {
  if (new RegExp(`^kv_${scope}_.+$`).test(key)) return
  throw new StatementFailure(`the ${scope} key to begin kv_${scope}_`, `${key.slice(0, 4)}…`)
}

/** Two keys of a scope that an admin interface generates, if there is one: they must differ. */
async function expectGeneratedForm({ subject }: Session, group: 'namespace' | 'store'): Promise<void> {
  const { keys } = (await subject.generate?.(group)) ?? { keys: undefined }
  for (const scope of keys === undefined ? [] : SCOPES) {
    const [one = '', other = ''] = keys?.[scope] ?? []
    expectKeyForm(scope, one)
    expectKeyForm(scope, other)
    if (one === other) throw new StatementFailure('another key each time', `the same ${scope} key twice`)
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
      const { keys } = entriesOf(session, area).group
      for (const scope of SCOPES) expectKeyForm(scope, keys[scope] ?? `kv_${scope}_not_given`)
      await expectGeneratedForm(session, group)
    },
  }),
  statement({
    id: `${area}.key.generated`,
    section: 'Authentication AB.2',
    text: `A key that is generated for a ${group} opens it at once, with the scope that it is generated for.`,
    interface: side,
    needs: [`${area === 'kv' ? 'kv' : 'store'}.generate`],
    async check(session) {
      const made = await offered(
        session.subject.generate,
        `${area === 'kv' ? 'kv' : 'store'}.generate`,
      )(group)
      const entries =
        area === 'kv' ? session.kvOf({ id: made.id, keys: {} }) : session.storeOf({ id: made.id, keys: {} })
      const key = session.newKey()
      const by = (scope: Scope) => withKey(made.keys[scope][0])
      expectStatus(await entries.get(key, by('read')), 404)
      expectStatus(await entries.put(key, body(1), by('read')), 403)
      expectStatus(await entries.get(key, by('write')), 403)
      expectSuccess(await entries.put(key, body(1), by('write')))
      expectSuccess(await entries.get(key, by('admin')))
      expectSuccess(await entries.delete(key, by('admin')))
    },
  }),
  ...SCOPES.map((scope) =>
    statement({
      id: `${area}.key.foreign.${scope}`,
      section: area === 'kv' ? 'Authentication AB.3' : 'Resources B',
      text: `Another ${group}'s key of ${scope} scope is refused by this ${group}, and changes nothing in either.`,
      interface: side,
      needs,
      async check(session) {
        const key = session.newKey()
        const foreign = foreignOf(session, area)
        const credential = foreign.as(scope)
        expectSuccess(await entriesOf(session, area).put(key, body('kept')))
        const answers = await dataCalls(entriesOf(session, area), area, key, credential)
        for (const answer of answers) expectRefusal(answer)
        expectRefusal(await entriesOf(session, area).list(credential))
        expectValue(await entriesOf(session, area).get(key), '"kept"')
        expectStatus(await foreign.get(key, foreign.as('admin')), 404)
      },
    }),
  ),
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
    text: `With a key that nobody was given, also one like a given key, data calls on a ${group} answer 401.`,
    interface: side,
    needs: [area === 'kv' ? 'kv' : 'store'],
    async check(session) {
      const entries = entriesOf(session, area)
      const like = Object.values(entries.group.keys).slice(0, 1)
      const made = [
        `kv_admin_${session.subject.prefix}madeup`,
        ...like.flatMap((key) => [key.toUpperCase(), `${key}0`]),
      ]
      for (const key of made) {
        const answers = await dataCalls(entries, area, session.newKey(), withKey(key))
        for (const answer of answers) expectStatus(answer, 401)
      }
    },
  }),
  statement({
    id: `${area}.key.header`,
    section: 'Authentication AB.1',
    text: `A key of a ${group} counts in X-KV-Key alone: in another header it is missing, and answers 401.`,
    interface: side,
    needs: [area === 'kv' ? 'kv.admin' : 'store.admin'],
    async check(session) {
      const key = entriesOf(session, area).as('admin')['x-kv-key'] ?? ''
      for (const elsewhere of [withBearer(key), withApiKey(key)]) {
        const answers = await dataCalls(entriesOf(session, area), area, session.newKey(), elsewhere)
        for (const answer of answers) expectStatus(answer, 401)
      }
    },
  }),
  statement({
    id: `${area}.key.prefix-cosmetic`,
    section: `Resources ${side}`,
    text: `The prefix of a ${group}'s key is cosmetic: a read key that calls itself an admin key reads and no more.`,
    interface: side,
    needs: area === 'kv' ? ['kv.misnamed', 'kv.writer'] : ['store.misnamed', 'store.writer'],
    async check(session) {
      const entries = entriesOf(session, area)
      const key = session.newKey()
      const misnamed = withKey(session.subject.misnamed?.[group].readAsAdmin ?? '')
      expectSuccess(await entries.put(key, body(1)))
      expectSuccess(await entries.get(key, misnamed))
      expectStatus(await entries.put(key, body(2), misnamed), 403)
      expectStatus(await entries.delete(key, misnamed), 403)
    },
  }),
  statement({
    id: `${area}.key.prefix-cosmetic.admin`,
    section: `Resources ${side}`,
    text: `The prefix of a ${group}'s key is cosmetic: an admin key that calls itself a read key may do everything.`,
    interface: side,
    needs: [area === 'kv' ? 'kv.misnamed' : 'store.misnamed'],
    async check(session) {
      const entries = entriesOf(session, area)
      const key = session.newKey()
      const misnamed = withKey(session.subject.misnamed?.[group].adminAsRead ?? '')
      expectSuccess(await entries.put(key, body(1), misnamed))
      expectSuccess(await entries.get(key, misnamed))
      expectSuccess(await entries.delete(key, misnamed))
    },
  }),
  unobservable({
    id: `${area}.key.shown-once`,
    section: `Resources ${side}`,
    text: `A key of a ${group} is displayed once, when it is generated.`,
    interface: side,
  }),
])

export const keyStatements: readonly Statement[] = [
  ...perSide,
  statement({
    id: 'kv.key.scope-held-by-service',
    section: 'Resources A',
    text: 'The scope is held by the service: a read key spelt with the admin prefix may not write.',
    interface: 'kv',
    needs: ['kv.read'],
    async check(session) {
      const { keys } = session.kv.group
      const respelt = (keys.read ?? '').replace(/^kv_read_/, 'kv_admin_')
      if (respelt === keys.read || respelt === keys.admin) {
        throw new StatementSkip('the read key, spelt with the admin prefix, is not a key that was made up')
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
    interface: 'kv and config',
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
    interface: 'kv and config',
    needs: ['kv.admin', 'store.admin'],
    async check(session) {
      const key = session.newKey()
      for (const answer of await dataCalls(session.store, 'config', key, session.kv.as('admin')))
        expectRefusal(answer)
      for (const answer of await dataCalls(session.kv, 'kv', key, session.store.as('admin')))
        expectRefusal(answer)
    },
  }),
]
