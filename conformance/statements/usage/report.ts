import { expectMember, expectSuccess, expectThat, read } from '../../check.js'
import { type Shared, type Statement, statements } from '../statement.js'
import { COUNTERS, countersOf, growth, monthKeyOf, nextMonth } from './counters.js'

const SHARED: Shared = { service: 'kv', section: 'Resources A, usage record', needs: ['kv', 'bearer'] }

const TTL_S = 600
const LIMITS = ['reads', 'writes', 'lists', 'storageBytes'] as const

export const usageStatements: readonly Statement[] = statements(SHARED, {
  'usage.namespace-id': {
    text: 'The usage report contains the id of its namespace.',
    check: async ({ kv }) => expectMember(await kv.usage(), 'namespaceId', kv.id),
  },
  'usage.month-key': {
    text: 'monthKey is a year and month, such as 2026-01.',
    async check({ kv }) {
      const report = expectSuccess(await kv.usage())
      const monthKey = read(report).member('monthKey').string()
      expectThat(/^\d{4}-(0[1-9]|1[0-2])$/.test(monthKey), 'a month as YYYY-MM', monthKey, report)
    },
  },
  'usage.limits': {
    text: 'limits has the integer members reads, writes, lists and storageBytes.',
    async check({ kv }) {
      const limits = read(expectSuccess(await kv.usage())).member('limits')
      for (const name of LIMITS) limits.member(name).integer()
    },
  },
  'usage.usage': {
    text: 'usage has the integer members reads, writes, deletes, lists and storageBytes.',
    async check({ kv }) {
      const report = expectSuccess(await kv.usage())
      for (const name of COUNTERS) {
        const count = read(report).member('usage').member(name).integer()
        expectThat(count >= 0, `${name} of 0 or more`, String(count), report)
      }
    },
  },
  'usage.deletes.no-limit': {
    section: 'Limits A.3',
    text: 'The usage record has no limit for deletes.',
    check: async ({ kv }) =>
      read(expectSuccess(await kv.usage()))
        .member('limits')
        .lacks('deletes'),
  },
  'usage.owner': {
    section: 'What the service does A',
    text: "Usage is counted for the namespace's owner, and not in anyone else's namespace.",
    needs: ['kv.writer', 'bearer', 'kv.foreign', 'bearer.stranger'],
    async check({ foreignKv, kv, newKey }) {
      const { grown, report } = await growth(foreignKv, 'writes', async () => {
        const ours = await growth(kv, 'writes', async () => {
          expectSuccess(await kv.put(newKey(), { value: 1, ttlSeconds: TTL_S }))
        })
        expectThat(ours.grown === 1, 'writes of the namespace to grow by 1', `by ${ours.grown}`, ours.report)
      })
      expectThat(grown === 0, 'no write counted elsewhere', `${grown}`, report)
    },
  },
  'usage.third-party': {
    section: 'Authentication AB.4',
    text: 'Reads by third parties with a shared read key are counted for the owner.',
    needs: ['kv.read', 'kv.writer', 'bearer'],
    async check({ kv }, key) {
      expectSuccess(await kv.put(key, { value: 1, ttlSeconds: TTL_S }))
      const { grown, report } = await growth(kv, 'reads', async () => {
        expectSuccess(await kv.get(key, kv.as('read')))
      })
      expectThat(grown === 1, 'reads to grow by 1', `by ${grown}`, report)
    },
  },
  'usage.month-in-force': {
    section: 'Limits A.4',
    text: 'monthKey is the current UTC month.',
    needs: ['kv', 'bearer', 'time'],
    async check({ time, kv }) {
      const { skewMs } = time
      const earliest = monthKeyOf((await time.now()) - skewMs)
      const report = expectSuccess(await kv.usage())
      const latest = monthKeyOf((await time.now()) + skewMs)
      const monthKey = read(report).member('monthKey').string()
      expectThat(monthKey === earliest || monthKey === latest, latest, monthKey, report)
    },
  },
  'usage.month-reset': {
    section: 'Limits A.4',
    text: "Counters are reset on the first day of each UTC month, but storageBytes isn't.",
    needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact', 'time.leap'],
    async check({ kv, time, passUntil, pass }, key) {
      expectSuccess(await kv.put(key, { value: 1, ttlSeconds: 100 * 86_400 }))
      expectSuccess(await kv.get(key))
      const midnight = nextMonth(await time.now())
      await passUntil(midnight - 1)
      const last = await countersOf(kv)
      const { writes, storageBytes } = last.counters
      expectThat(writes > 0, 'the old counters 1 ms before midnight', String(writes), last.report)
      await pass(1)
      const { report } = await countersOf(kv)
      const counters = { reads: 0, writes: 0, lists: 0, deletes: 0, storageBytes }
      for (const name of COUNTERS) read(report).member('usage').member(name).equals(counters[name])
      read(report).member('monthKey').equals(monthKeyOf(midnight))
    },
  },
  'usage.config-owner': {
    section: 'What the service does B',
    service: 'config',
    text: "A store's usage is counted for its owner, but no endpoint shows it.",
  },
})
