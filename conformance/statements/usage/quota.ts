/** Statements on the monthly quotas and the storage quota of a namespace. */

import { expectCode, expectStatus, expectSuccess, expectThat, expectValue, read } from '../../check.js'
import { type Headers, type HttpExchange, withBearer, withKey } from '../../http-client.js'
import type { KvEntries, Session } from '../../session.js'
import { each, type Shared, type Statement, statements } from '../statement.js'
import { countersOf, expectMovesDuring } from './counters.js'

const SHARED: Shared = { interface: 'kv', section: 'Errors AB', needs: ['limited'] }

const MONTHLY = 'monthly_quota_exceeded'
const STORAGE = 'namespace_storage_quota_exceeded'
/** Beyond the end of any month, so that what is stored outlives the reset of the counters. */
const TTL_S = 100 * 86_400

const put = (kv: KvEntries, key: string, value: unknown = 1): Promise<HttpExchange> =>
  kv.put(key, { value, ttlSeconds: TTL_S })

/**
 * Does `work` as often as the limit allows, which must succeed, and then once more, which must be refused.
 */
async function exhaust(limit: number, work: () => Promise<HttpExchange>): Promise<void> {
  for (let done = 0; done < limit; done += 1) expectSuccess(await work())
  const refused = expectStatus(await work(), 429)
  expectCode(refused, MONTHLY)
}

/** Uses up the reads of a fresh namespace with limits, by an entry of the session's own. */
async function exhaustReads(session: Session) {
  const { kv, limits } = await session.limited()
  const key = session.newKey()
  expectSuccess(await put(kv, key))
  await exhaust(limits.reads, () => kv.get(key))
  return { kv, limits, key }
}

const LIMITS = ['reads', 'writes', 'lists', 'storageBytes'] as const
const QUANTITIES = ['reads', 'writes', 'lists'] as const
type Quantity = (typeof QUANTITIES)[number]

/** The call that each quantity limits; without a credential the narrowest fitting one is sent. */
const CALL: Readonly<
  Record<Quantity, (kv: KvEntries, key: string, credential?: Headers) => Promise<HttpExchange>>
> = {
  reads: (kv, key, credential) => kv.get(key, credential),
  writes: (kv, key, credential) => kv.put(key, { value: 1, ttlSeconds: TTL_S }, credential),
  lists: (kv, _key, credential) => kv.list(credential),
}

/** A fresh namespace with an entry in it and one quota used up. */
async function usedUp(session: Session, quantity: Quantity) {
  const { kv, limits } = await session.limited()
  const key = session.newKey()
  expectSuccess(await put(kv, key))
  const left = limits[quantity] - (quantity === 'writes' ? 1 : 0)
  for (let used = 0; used < left; used += 1) expectSuccess(await CALL[quantity](kv, key))
  return { kv, limits, key }
}

/** A string of the wanted size as a share of the storage limit. */
const filler = (limits: { readonly storageBytes: number }, share: number): string =>
  'x'.repeat(Math.ceil(limits.storageBytes * share))

export const quotaStatements: readonly Statement[] = statements(SHARED, {
  'quota.reads': {
    text: 'When the monthly limit of reads is reached, a read answers 429 with monthly_quota_exceeded.',
    check: (session) => exhaustReads(session),
  },
  'quota.writes': {
    text: 'When the monthly limit of writes is reached, a put answers 429 with monthly_quota_exceeded.',
    async check({ limited }, key) {
      const { kv, limits } = await limited()
      await exhaust(limits.writes, () => put(kv, key))
    },
  },
  'quota.lists': {
    text: 'When the monthly limit of lists is reached, a list answers 429 with monthly_quota_exceeded.',
    async check({ limited }) {
      const { kv, limits } = await limited()
      await exhaust(limits.lists, () => kv.list())
    },
  },
  'quota.put-needs-room': {
    section: 'States A, absent to live',
    text: 'A put makes a key live only while the quota is not exceeded: a refused one writes nothing.',
    async check({ limited }, key, refused) {
      const { kv, limits } = await limited()
      for (let done = 0; done < limits.writes; done += 1) expectSuccess(await put(kv, key, 'kept'))
      expectStatus(await put(kv, refused), 429)
      expectStatus(await put(kv, key, 'lost'), 429)
      expectStatus(await kv.get(refused), 404)
      expectValue(await kv.get(key), '"kept"')
    },
  },
  'quota.each-its-own': {
    section: 'What the service does A',
    text: 'Reads, writes and lists have quotas of their own: one used up leaves the others open.',
    async check(session) {
      const { kv, key } = await exhaustReads(session)
      expectSuccess(await put(kv, key))
      expectSuccess(await kv.list())
    },
  },
  'quota.deletes-unlimited': {
    section: 'Limits A.3',
    text: 'Deletes have no limit: they go on when every monthly quota is used up.',
    async check({ limited, newKey }) {
      const { kv, limits } = await limited()
      const keys = Array.from({ length: limits.writes }, () => newKey())
      for (const key of keys) expectSuccess(await put(kv, key))
      expectStatus(await put(kv, newKey()), 429)
      const [first = ''] = keys
      await exhaust(limits.reads, () => kv.get(first))
      await exhaust(limits.lists, () => kv.list())
      for (const key of keys) expectSuccess(await kv.delete(key))
      const report = expectSuccess(await kv.usage())
      const deletes = read(report).member('usage').member('deletes').integer()
      expectThat(deletes === keys.length, `${keys.length} deletes`, String(deletes), report)
    },
  },
  'quota.limits-reported': {
    section: 'Resources A, usage record',
    text: 'The limits in the usage record are those in force in the namespace, each of the four, used or not.',
    async check({ limited }) {
      const { kv, limits } = await limited()
      expectSuccess(await kv.list())
      const reported = read(expectSuccess(await kv.usage())).member('limits')
      for (const name of LIMITS) reported.member(name).equals(limits[name])
    },
  },
  ...each(QUANTITIES, (quantity) => ({
    [`quota.refused-moves-nothing.${quantity}`]: {
      section: 'Limits A.5',
      text: `A call that is refused for the quota of ${quantity} moves no counter: usage stays at the limit.`,
      async check(session) {
        const { kv, limits, key } = await usedUp(session, quantity)
        await expectMovesDuring(kv, {}, async () => {
          expectStatus(await CALL[quantity](kv, key), 429)
          expectStatus(await CALL[quantity](kv, key), 429)
        })
        const { counters, report } = await countersOf(kv)
        expectThat(
          counters[quantity] === limits[quantity],
          `${limits[quantity]}`,
          `${counters[quantity]}`,
          report,
        )
      },
    },
  })),
  ...each(QUANTITIES, (quantity) => ({
    [`quota.credential-first.${quantity}`]: {
      section: 'Authentication AB.7',
      text: `With the quota of ${quantity} used up, a missing or invalid credential still answers 401.`,
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
      text: `With the quota of ${quantity} used up, a key of insufficient scope still answers 403.`,
      async check(session) {
        const { kv, key } = await usedUp(session, quantity)
        const other = kv.as(quantity === 'reads' ? 'write' : 'read')
        expectStatus(await CALL[quantity](kv, key, other), 403)
      },
    },
  })),
  'quota.foreign-key-first': {
    section: 'Authentication AB.3',
    text: 'With the quota used up, a key of another namespace is refused as ever, and does not learn of the quota.',
    needs: ['limited', 'kv.foreign'],
    async check(session) {
      const { kv, key } = await usedUp(session, 'reads')
      expectStatus(await kv.get(key, session.foreignKv.as('admin')), 401, 403, 404)
    },
  },
  'quota.third-party': {
    section: 'Authentication AB.4',
    text: "Reads with a shared read key use up the owner's quota, for every key of the namespace.",
    async check({ limited }, key) {
      const { kv, limits } = await limited()
      expectSuccess(await put(kv, key))
      await exhaust(limits.reads, () => kv.get(key, kv.as('read')))
      expectStatus(await kv.get(key, kv.as('admin')), 429)
    },
  },
  'quota.storage': {
    text: 'A put beyond the storage limit answers 403 with namespace_storage_quota_exceeded.',
    async check({ limited }, key) {
      const { kv, limits } = await limited()
      const refused = expectStatus(await put(kv, key, filler(limits, 1)), 403)
      expectCode(refused, STORAGE)
      expectStatus(await kv.get(key), 404)
    },
  },
  'quota.storage.shared': {
    section: 'Limits A.3',
    text: 'The storage limit is that of the namespace: entries share it, and a delete makes room again.',
    async check({ limited }, first, second) {
      const { kv, limits } = await limited()
      expectSuccess(await put(kv, first, filler(limits, 0.55)))
      expectCode(expectStatus(await put(kv, second, filler(limits, 0.55)), 403), STORAGE)
      expectSuccess(await kv.delete(first))
      expectSuccess(await put(kv, second, filler(limits, 0.55)))
    },
  },
})
