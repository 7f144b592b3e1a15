import { expectStatus, expectSuccess, expectThat, expectValue, read } from '../check.js'
import { expectKeys, namesOf } from './lists.js'
import { type Shared, type Statement, statements } from './statement.js'
import { expectMovesDuring } from './usage/counters.js'

const SHARED: Shared = {
  service: 'kv',
  section: 'States A, live to expired',
  needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact'],
}

const TTL_S = 60
/** Times before the expiry at which to look, in ms. */
const BEFORE_MS = [45_000, 10_000, 1000, 1]
/** Times after the expiry at which to look, in ms. */
const AFTER_MS = [0, 1, 999, 60_000]

export const expiryStatements: readonly Statement[] = statements(SHARED, {
  'kv.expiry.listed-until': {
    text: 'An entry is listed up to the last millisecond before its expiry, and not listed from then on.',
    async check({ kv, newKey, passUntil }) {
      const before = namesOf(await kv.list(), 'keys')
      const [lasting, ...brief] = [newKey(), newKey(), newKey(), newKey()]
      expectSuccess(await kv.set(lasting, 'lasting'))
      let expiresAt = 0
      for (const key of brief) {
        const put = expectSuccess(await kv.put(key, { value: 'brief', ttlSeconds: TTL_S }))
        expiresAt = read(put).member('expiresAt').integer()
      }
      for (const early of BEFORE_MS) {
        await passUntil(expiresAt - early)
        const list = await kv.list()
        expectKeys(list, 'keys', [...before, lasting, ...brief])
        for (const key of brief) read(list).member('keys').theEntry(key).member('expiresAt').equals(expiresAt)
        expectValue(await kv.get(brief[0] ?? ''), '"brief"')
      }
      for (const late of AFTER_MS) {
        await passUntil(expiresAt + late)
        expectKeys(await kv.list(), 'keys', [...before, lasting])
      }
      for (const key of brief) expectStatus(await kv.get(key), 404)
      expectValue(await kv.get(lasting), '"lasting"')
    },
  },
  'kv.expiry.counts-nothing': {
    text: 'Neither expiring nor being removed by a list counts as a delete or a write.',
    async check({ kv, newKey, passUntil }) {
      let expiresAt = 0
      for (const key of [newKey(), newKey()]) {
        const put = expectSuccess(await kv.put(key, { value: 'brief', ttlSeconds: TTL_S }))
        expiresAt = read(put).member('expiresAt').integer()
      }
      await passUntil(expiresAt)
      await expectMovesDuring(kv, { lists: 1, storageBytes: 'any' }, async () => {
        expectSuccess(await kv.list())
      })
    },
  },
  'kv.expiry.created-anew': {
    section: 'States A, absent to live',
    text: 'A put on an expired key creates a new entry, even if there was no request for the old one since it expired.',
    async check({ kv, passUntil, time }, key) {
      const put = expectSuccess(await kv.put(key, { value: 'old', ttlSeconds: TTL_S }))
      await passUntil(read(put).member('expiresAt').integer() + 1000)
      const now = await time.now()
      await expectMovesDuring(kv, { writes: 1, storageBytes: 'any' }, async () => {
        expectSuccess(await kv.set(key, 'new'))
      })
      const list = expectSuccess(await kv.list())
      const createdAt = read(list).member('keys').theEntry(key).member('createdAt').instant()
      expectThat(createdAt > now - 1000, `createdAt of ${now}`, String(createdAt), list)
      expectValue(await kv.get(key), '"new"')
    },
  },
})
