import { expectCode, expectStatus, expectSuccess, expectValue, read } from '../../check.js'
import { type HttpExchange, withBearer, withKey } from '../../http-client.js'
import { each, type Shared, type Statement, statements } from '../statement.js'
import { CALL, LIMITED, putLasting, usedUp } from './calls.js'
import { expectMovesDuring } from './counters.js'

const SHARED: Shared = { service: 'kv', section: 'Errors AB', needs: ['limited'] }

const STORAGE = 'namespace_storage_quota_exceeded'

const LIMITS = [...LIMITED, 'storageBytes'] as const

/** The call that each quota limits. Used in messages. */
const NAMES = { reads: 'read', writes: 'put', lists: 'list' } as const

const expectUsedUp = (refused: HttpExchange): void =>
  expectCode(expectStatus(refused, 429), 'monthly_quota_exceeded')

/** Returns a string that takes up this share of the storage limit. */
const filler = (limits: { readonly storageBytes: number }, share: number): string =>
  'x'.repeat(Math.ceil(limits.storageBytes * share))

export const quotaStatements: readonly Statement[] = statements(SHARED, {
  ...each(LIMITED, (quantity) => ({
    [`quota.${quantity}`]: {
      text: `If the monthly limit for ${quantity} is reached, a ${NAMES[quantity]} returns 429 with monthly_quota_exceeded.`,
      async check(session) {
        const { kv, key } = await usedUp(session, quantity)
        expectUsedUp(await CALL[quantity](kv, key))
      },
    },
  })),
  'quota.put-needs-room': {
    section: 'States A, absent to live',
    text: "A put only makes a key live if the quota isn't exceeded. A refused put doesn't write anything.",
    async check({ limited }, key, refused) {
      const { kv, limits } = await limited()
      for (let done = 0; done < limits.writes; done += 1) expectSuccess(await putLasting(kv, key, 'kept'))
      expectStatus(await putLasting(kv, refused), 429)
      expectStatus(await putLasting(kv, key, 'lost'), 429)
      expectStatus(await kv.get(refused), 404)
      expectValue(await kv.get(key), '"kept"')
    },
  },
  'quota.each-its-own': {
    section: 'What the service does A',
    text: 'Reads, writes and lists have separate quotas. If one is exhausted, the others still work.',
    async check(session) {
      const { kv, key } = await usedUp(session, 'reads')
      expectUsedUp(await kv.get(key))
      expectSuccess(await putLasting(kv, key))
      expectSuccess(await kv.list())
    },
  },
  'quota.deletes-unlimited': {
    section: 'Limits A.3',
    text: 'Deletes have no limit. They still work if every monthly quota is exhausted.',
    async check({ limited, newKey }) {
      const { kv, limits } = await limited()
      const keys = Array.from({ length: limits.writes }, () => newKey())
      for (const key of keys) expectSuccess(await putLasting(kv, key))
      expectStatus(await putLasting(kv, newKey()), 429)
      for (const quantity of ['reads', 'lists'] as const) {
        for (let used = 0; used < limits[quantity]; used += 1) {
          expectSuccess(await CALL[quantity](kv, keys[0] ?? ''))
        }
        expectUsedUp(await CALL[quantity](kv, keys[0] ?? ''))
      }
      for (const key of keys) expectSuccess(await kv.delete(key))
      const report = read(expectSuccess(await kv.usage()))
      report.member('usage').member('deletes').equals(keys.length)
    },
  },
  'quota.limits-reported': {
    section: 'Resources A, usage record',
    text: 'The four limits in the usage record are those in force for the namespace, even if nothing has been used.',
    async check({ limited }) {
      const { kv, limits } = await limited()
      expectSuccess(await kv.list())
      const reported = read(expectSuccess(await kv.usage())).member('limits')
      for (const name of LIMITS) reported.member(name).equals(limits[name])
    },
  },
  ...each(LIMITED, (quantity) => ({
    [`quota.refused-moves-nothing.${quantity}`]: {
      section: 'Limits A.5',
      text: `A request refused because of the quota for ${quantity} changes no counter. Usage stays at the limit.`,
      async check(session) {
        const { kv, limits, key } = await usedUp(session, quantity)
        await expectMovesDuring(kv, {}, async () => {
          expectStatus(await CALL[quantity](kv, key), 429)
          expectStatus(await CALL[quantity](kv, key), 429)
        })
        const report = read(expectSuccess(await kv.usage()))
        report.member('usage').member(quantity).equals(limits[quantity])
      },
    },
  })),
  ...each(LIMITED, (quantity) => ({
    [`quota.credential-first.${quantity}`]: {
      section: 'Authentication AB.7',
      text: `If the quota for ${quantity} is exhausted, a missing or invalid credential still results in 401.`,
      async check(session) {
        const { kv, key } = await usedUp(session, quantity)
        const { prefix } = session.subject
        const invalid =
          quantity === 'lists' ? withBearer(`no.such.${prefix}`) : withKey(`kv_admin_${prefix}none`)
        for (const credential of [{}, invalid]) {
          expectStatus(await CALL[quantity](kv, key, credential), 401)
        }
      },
    },
  })),
  ...each(['reads', 'writes'] as const, (quantity) => ({
    [`quota.scope-first.${quantity}`]: {
      section: 'Authentication AB.7',
      text: `If the quota for ${quantity} is exhausted, a key with insufficient scope still results in 403.`,
      async check(session) {
        const { kv, key } = await usedUp(session, quantity)
        const other = kv.as(quantity === 'reads' ? 'write' : 'read')
        expectStatus(await CALL[quantity](kv, key, other), 403)
      },
    },
  })),
  'quota.foreign-key-first': {
    section: 'Authentication AB.3',
    text: "If the quota is exhausted, another namespace's key is refused as usual, and isn't told about the quota.",
    needs: ['limited', 'kv.foreign'],
    async check(session) {
      const { kv, key } = await usedUp(session, 'reads')
      expectStatus(await kv.get(key, session.foreignKv.as('admin')), 401, 403, 404)
    },
  },
  'quota.third-party': {
    section: 'Authentication AB.4',
    text: "Reads with a shared read key use up the owner's quota, which applies to every key of the namespace.",
    async check({ limited }, key) {
      const { kv, limits } = await limited()
      expectSuccess(await putLasting(kv, key))
      for (let used = 0; used < limits.reads; used += 1) expectSuccess(await kv.get(key, kv.as('read')))
      expectUsedUp(await kv.get(key, kv.as('read')))
      expectStatus(await kv.get(key, kv.as('admin')), 429)
    },
  },
  'quota.storage': {
    text: 'A put that would exceed the storage limit returns 403 with namespace_storage_quota_exceeded.',
    async check({ limited }, key) {
      const { kv, limits } = await limited()
      const refused = expectStatus(await putLasting(kv, key, filler(limits, 1)), 403)
      expectCode(refused, STORAGE)
      expectStatus(await kv.get(key), 404)
    },
  },
  'quota.storage.shared': {
    section: 'Limits A.3',
    text: 'All entries in a namespace share its storage limit. A delete makes room for others.',
    async check({ limited }, first, second) {
      const { kv, limits } = await limited()
      expectSuccess(await putLasting(kv, first, filler(limits, 0.55)))
      expectCode(expectStatus(await putLasting(kv, second, filler(limits, 0.55)), 403), STORAGE)
      expectSuccess(await kv.delete(first))
      expectSuccess(await putLasting(kv, second, filler(limits, 0.55)))
    },
  },
})
