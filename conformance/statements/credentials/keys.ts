import type { Scope } from '../../../src/contract/values.js'
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
import { type Entries, KvEntries, offered, type Session } from '../../session.js'
import { onBothSides } from '../sides.js'
import { each, type Shared, type Statement, statements } from '../statement.js'

const SHARED: Shared = { service: 'kv and config', section: 'Resources A', needs: ['kv.read'] }

const SCOPES = ['read', 'write', 'admin'] as const satisfies readonly Scope[]

/** Keys of at least this length have a random part, so no two are the same. */
const KEY_LENGTH_MIN = 'kv_admin_'.length + 12

/** Makes every call on an entry with this credential, and lists the entries if it's the config store. */
async function expectOfDataCalls(
  expectAnswer: (answer: HttpExchange) => unknown,
  entries: Entries,
  credential: Headers,
  key: string,
): Promise<void> {
  expectAnswer(await entries.get(key, credential))
  expectAnswer(await entries.set(key, 'intruder', credential))
  expectAnswer(await entries.delete(key, credential))
  // The contract doesn't say whether a scoped key can list a namespace's keys.
  if (!(entries instanceof KvEntries)) expectAnswer(await entries.list(credential))
}

const is401 = (answer: HttpExchange) => expectStatus(answer, 401)

/** Expects a key of the form given in the contract. The error message doesn't contain the key. */
function expectKeyForm(scope: Scope, key: string): void {
  if (new RegExp(`^kv_${scope}_.+$`).test(key)) return
  throw new StatementFailure(`the ${scope} key to begin kv_${scope}_`, `${key.slice(0, 4)}…`)
}

/** Generates two keys per scope and checks their form. Does nothing without an admin interface. */
async function expectGeneratedForm({ subject }: Session, group: 'namespace' | 'store'): Promise<void> {
  const { keys } = (await subject.generate?.(group)) ?? { keys: undefined }
  for (const scope of keys === undefined ? [] : SCOPES) {
    const [one = '', other = ''] = keys?.[scope] ?? []
    expectKeyForm(scope, one)
    expectKeyForm(scope, other)
    if (one === other) throw new StatementFailure('another key each time', `the same ${scope} key twice`)
  }
}

const perSide = onBothSides(
  'Resources',
  ({ area, group, part, own, foreign }) => ({
    [`${area}.key.form`]: {
      text: `A ${group} key is kv_read_, kv_write_ or kv_admin_, depending on its scope, followed by a random part.`,
      async check(session) {
        const { keys } = own(session).group
        for (const scope of SCOPES) expectKeyForm(scope, keys[scope] ?? `kv_${scope}_not_given`)
        await expectGeneratedForm(session, group)
      },
    },
    [`${area}.key.generated`]: {
      section: 'Authentication AB.2',
      text: `A key generated for a ${group} works immediately and has the requested scope.`,
      needs: [`${part}.generate`],
      async check(session, key) {
        const made = await offered(session.subject.generate, `${part}.generate`)(group)
        const entries =
          area === 'kv' ? session.kvOf({ id: made.id, keys: {} }) : session.storeOf({ id: made.id, keys: {} })
        const by = (scope: Scope) => withKey(made.keys[scope][0])
        expectStatus(await entries.get(key, by('read')), 404)
        expectStatus(await entries.set(key, 1, by('read')), 403)
        expectStatus(await entries.get(key, by('write')), 403)
        expectSuccess(await entries.set(key, 1, by('write')))
        expectSuccess(await entries.get(key, by('admin')))
        expectSuccess(await entries.delete(key, by('admin')))
      },
    },
    ...each(SCOPES, (scope) => ({
      [`${area}.key.foreign.${scope}`]: {
        section: area === 'kv' ? 'Authentication AB.3' : 'Resources B',
        text: `A ${group} rejects another ${group}'s key with ${scope} scope. Nothing changes in either of them.`,
        needs: [`${part}.writer`, `${part}.reader`, `${part}.foreign`],
        async check(session, key) {
          const other = foreign(session)
          const credential = other.as(scope)
          expectSuccess(await own(session).set(key, 'kept'))
          await expectOfDataCalls(expectRefusal, own(session), credential, key)
          expectRefusal(await own(session).list(credential))
          expectValue(await own(session).get(key), '"kept"')
          expectStatus(await other.get(key, other.as('admin')), 404)
        },
      },
    })),
    [`${area}.key.missing`]: {
      section: 'Authentication AB.7',
      text: `Without a key, data operations on a ${group} return 401.`,
      check: (session) => expectOfDataCalls(is401, own(session), {}, session.newKey()),
    },
    [`${area}.key.invalid`]: {
      section: 'Authentication AB.7',
      text: `With an unknown key, even one similar to a known key, data operations on a ${group} return 401.`,
      async check(session) {
        const entries = own(session)
        const like = Object.values(entries.group.keys).slice(0, 1)
        const made = [
          `kv_admin_${session.subject.prefix}madeup`,
          ...like.flatMap((key) => [key.toUpperCase(), `${key}0`]),
        ]
        for (const key of made) {
          await expectOfDataCalls(is401, entries, withKey(key), session.newKey())
        }
      },
    },
    [`${area}.key.header`]: {
      section: 'Authentication AB.1',
      text: `A ${group} key is only accepted in X-KV-Key. In any other header, the result is 401.`,
      needs: [`${part}.admin`],
      async check(session) {
        const key = own(session).as('admin')['x-kv-key'] ?? ''
        for (const elsewhere of [withBearer(key), withApiKey(key)]) {
          await expectOfDataCalls(is401, own(session), elsewhere, session.newKey())
        }
      },
    },
    [`${area}.key.prefix-cosmetic`]: {
      text: `The prefix of a ${group} key is cosmetic. A read key that looks like an admin key can only read.`,
      needs: [`${part}.misnamed`, `${part}.writer`],
      async check(session, key) {
        const entries = own(session)
        const misnamed = withKey(session.subject.misnamed?.[group].readAsAdmin ?? '')
        expectSuccess(await entries.set(key, 1))
        expectSuccess(await entries.get(key, misnamed))
        expectStatus(await entries.set(key, 2, misnamed), 403)
        expectStatus(await entries.delete(key, misnamed), 403)
      },
    },
    [`${area}.key.prefix-cosmetic.admin`]: {
      text: `The prefix of a ${group} key is cosmetic. An admin key that looks like a read key can do everything.`,
      needs: [`${part}.misnamed`],
      async check(session, key) {
        const entries = own(session)
        const misnamed = withKey(session.subject.misnamed?.[group].adminAsRead ?? '')
        expectSuccess(await entries.set(key, 1, misnamed))
        expectSuccess(await entries.get(key, misnamed))
        expectSuccess(await entries.delete(key, misnamed))
      },
    },
    [`${area}.key.shown-once`]: {
      text: `A ${group} key is only displayed once, when it's generated.`,
    },
  }),
  ({ part }) => [part],
)

export const keyStatements: readonly Statement[] = [
  ...perSide,
  ...statements(SHARED, {
    'kv.key.scope-held-by-service': {
      service: 'kv',
      text: "The service knows each key's scope. Replacing a read key's prefix with the admin prefix doesn't allow it to write.",
      async check({ kv, newKey }) {
        const { keys } = kv.group
        const respelt = (keys.read ?? '').replace(/^kv_read_/, 'kv_admin_')
        if (respelt === keys.read || respelt === keys.admin) {
          throw new StatementSkip("with the admin prefix, the read key doesn't become an unknown key")
        }
        if (respelt.length < KEY_LENGTH_MIN) {
          throw new StatementSkip(
            'the read key is so short that with the admin prefix it may be an actual admin key',
          )
        }
        expectRefusal(await kv.set(newKey(), 1, withKey(respelt)))
      },
    },
    'ab.key.alone': {
      section: 'Authentication AB.1',
      text: 'Data operations only need the raw key in X-KV-Key, and no Authorization header.',
      needs: ['kv.writer', 'kv.reader', 'store.writer', 'store.reader'],
      async check({ kv, store, newKey }) {
        for (const entries of [kv, store]) {
          const key = newKey()
          for (const answer of [
            await entries.set(key, 1),
            await entries.get(key),
            await entries.delete(key),
          ]) {
            const sent = answer.request.headers
            expectThat('x-kv-key' in sent && !('authorization' in sent), 'X-KV-Key alone', 'more', answer)
            expectSuccess(answer)
          }
        }
      },
    },
    'ab.key.not-for-the-other': {
      section: 'Authentication AB.3',
      text: "A namespace key isn't accepted by a store, and a store key isn't accepted by a namespace.",
      needs: ['kv.admin', 'store.admin'],
      async check({ store, kv }, key) {
        await expectOfDataCalls(expectRefusal, store, kv.as('admin'), key)
        await expectOfDataCalls(expectRefusal, kv, store.as('admin'), key)
      },
    },
  }),
]
