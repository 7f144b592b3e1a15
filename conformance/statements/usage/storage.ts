import { expectCode, expectStatus, expectSuccess, expectThat, expectValue } from '../../check.js'
import type { HttpExchange } from '../../http-client.js'
import type { KvEntries } from '../../session.js'
import { type Shared, type Statement, statements } from '../statement.js'
import { growth } from './counters.js'

const SHARED: Shared = { service: 'kv', section: 'Limits A.3', needs: ['kv.writer', 'bearer'] }

const STORAGE = 'namespace_storage_quota_exceeded'
const TTL_S = 600

const put = (kv: KvEntries, key: string, size: number, ttlSeconds = TTL_S): Promise<HttpExchange> =>
  kv.put(key, { value: 'x'.repeat(size), ttlSeconds })

/** Returns the size of a value that takes up this share of the limit. */
const share = (limits: { readonly storageBytes: number }, part: number): number =>
  Math.floor(limits.storageBytes * part)

const growthBy = (kv: KvEntries, key: string, size: number) =>
  growth(kv, 'storageBytes', async () => expectSuccess(await put(kv, key, size)))

export const storageStatements: readonly Statement[] = statements(SHARED, {
  'usage.storage.adds-up': {
    text: 'Two entries of the same length take up twice as much storage as one.',
    async check({ kv, newKey }) {
      const one = await growthBy(kv, newKey(), 300)
      const other = await growthBy(kv, newKey(), 300)
      expectThat(other.grown === one.grown, `${one.grown} bytes more again`, `${other.grown}`, other.report)
    },
  },
  'usage.storage.upsert': {
    text: "If an upsert changes an entry's size, storageBytes reflects the new size.",
    async check({ kv }, key, twin) {
      const small = await growthBy(kv, key, 100)
      const grown = await growthBy(kv, key, 500)
      const large = await growthBy(kv, twin, 500)
      const more = large.grown - small.grown
      expectThat(grown.grown === more && more > 0, `${more} bytes more`, `${grown.grown}`, grown.report)
      const shrunk = await growthBy(kv, key, 100)
      expectThat(shrunk.grown === -more, `${more} bytes less`, `${-shrunk.grown}`, shrunk.report)
    },
  },
  'usage.storage.deleted': {
    text: "A delete frees the storage of the entry's latest value.",
    async check({ kv }, key) {
      const { grown, report } = await growth(kv, 'storageBytes', async () => {
        for (const size of [100, 700, 400]) expectSuccess(await put(kv, key, size))
        expectSuccess(await kv.delete(key))
      })
      expectThat(grown === 0, 'storageBytes as before', `${grown} more`, report)
    },
  },
  'quota.storage.upsert-shrinks': {
    section: 'Limits A.5',
    text: "Near the storage limit, an upsert with a smaller value is accepted. The old value isn't counted as well.",
    needs: ['limited'],
    async check({ limited }, key) {
      const { kv, limits } = await limited()
      expectSuccess(await put(kv, key, share(limits, 0.8)))
      expectSuccess(await put(kv, key, share(limits, 0.7)))
      expectValue(await kv.get(key), JSON.stringify('x'.repeat(share(limits, 0.7))))
    },
  },
  'quota.storage.upsert-grows': {
    section: 'Limits A.5',
    text: 'An upsert with a larger value is accepted if the namespace stays within its storage limit.',
    needs: ['limited'],
    async check({ limited }, key) {
      const { kv, limits } = await limited()
      expectSuccess(await put(kv, key, share(limits, 0.6)))
      expectSuccess(await put(kv, key, share(limits, 0.8)))
      expectValue(await kv.get(key), JSON.stringify('x'.repeat(share(limits, 0.8))))
    },
  },
  'quota.storage.upsert-refused': {
    section: 'Limits A.5',
    text: "An upsert that would exceed the storage limit is refused like any put. The entry and storageBytes don't change.",
    needs: ['limited'],
    async check({ limited }, key) {
      const { kv, limits } = await limited()
      expectSuccess(await put(kv, key, share(limits, 0.5)))
      const { grown, report } = await growth(kv, 'storageBytes', async () =>
        expectCode(expectStatus(await put(kv, key, share(limits, 1.1)), 403), STORAGE),
      )
      expectThat(grown === 0, 'storageBytes as before', `${grown} more`, report)
      expectValue(await kv.get(key), JSON.stringify('x'.repeat(share(limits, 0.5))))
    },
  },
  'quota.storage.expired-makes-room': {
    section: 'States A, expired to absent',
    text: "After a list has removed an expired entry, there's room for another one.",
    needs: ['limited', 'time.exact'],
    async check({ limited, newKey, pass }) {
      const { kv, limits } = await limited()
      expectSuccess(await put(kv, newKey(), share(limits, 0.7), 60))
      await pass(60_000)
      expectSuccess(await kv.list())
      expectSuccess(await put(kv, newKey(), share(limits, 0.7)))
    },
  },
})
