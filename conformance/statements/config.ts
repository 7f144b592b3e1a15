import {
  expectMember,
  expectStatus,
  expectSuccess,
  expectThat,
  expectValue,
  type Reader,
  read,
} from '../check.js'
import type { HttpExchange } from '../http-client.js'
import type { Session } from '../session.js'
import { type Shared, type Statement, statements } from './statement.js'

const SHARED: Shared = {
  service: 'config',
  section: 'Endpoints B',
  needs: ['store.writer', 'store.reader'],
}

const DECADE_MS = 10 * 365.25 * 86_400_000

/** Creates an entry for this session. Also returns the answer to the put. */
async function present(session: Session, value: unknown = 'first') {
  const key = session.newKey()
  const put = expectSuccess(await session.store.put(key, { value }))
  return { key, put }
}

/** Fails if it's missing. */
const listed = (list: HttpExchange, key: string): Reader => read(list).member('configs').theEntry(key)

export const configStatements: readonly Statement[] = statements(SHARED, {
  'config.store.id': {
    section: 'Resources B',
    text: "A storeId is ec_, a part derived from the store's name and a generated suffix, joined by underscores.",
    needs: ['store.reader'],
    async check({ store, subject }) {
      const list = expectSuccess(await store.list())
      const made = (await subject.generate?.('store'))?.id ?? store.id
      for (const id of [store.id, made]) {
        expectThat(/^ec_.+_[^_]+$/.test(id), 'ec_<name>_<suffix>', id, list)
      }
    },
  },
  'config.store.groups': {
    section: 'What the service does B',
    text: 'Entries belong to a store. The same key in two stores refers to two different entries.',
    needs: ['store.writer', 'store.reader', 'store.foreign'],
    async check(session) {
      const { key } = await present(session, 'ours')
      expectSuccess(await session.foreignStore.put(key, { value: 'theirs' }))
      expectValue(await session.store.get(key), '"ours"')
      expectSuccess(await session.store.delete(key))
      expectValue(await session.foreignStore.get(key), '"theirs"')
    },
  },
  'config.store.missing': {
    section: 'Errors AB',
    text: "If a store doesn't exist, operations return 404, or are refused because of the key.",
    async check({ absentStore }, key) {
      // Our keys belong to another store, and a service may check that first. The contract doesn't say.
      expectStatus(await absentStore.list(), 404, 403, 401)
      expectStatus(await absentStore.get(key), 404, 403, 401)
      expectStatus(await absentStore.put(key, { value: 1 }), 404, 403, 401)
      expectStatus(await absentStore.delete(key), 404, 403, 401)
    },
  },
  'config.put.creates': {
    section: 'States B, absent to present',
    text: 'A put on an absent key makes it present.',
    async check({ store }, key) {
      expectStatus(await store.get(key), 404)
      expectSuccess(await store.put(key, { value: [1] }))
      expectValue(await store.get(key), '[1]')
    },
  },
  'config.put.answer': {
    text: 'A put returns the key and updatedAt.',
    needs: ['store.writer'],
    async check(session) {
      const { key, put } = await present(session)
      read(put).member('key').equals(key)
      read(put).member('updatedAt').instant()
    },
  },
  'config.updated-at.form': {
    section: 'Resources B',
    text: 'updatedAt is always ISO 8601 in UTC with milliseconds.',
    async check(session) {
      const { key, put } = await present(session)
      const milliseconds = true
      read(put).member('updatedAt').instant({ milliseconds })
      read(expectSuccess(await session.store.get(key)))
        .member('updatedAt')
        .instant({ milliseconds })
      const list = expectSuccess(await session.store.list())
      listed(list, key).member('updatedAt').instant({ milliseconds })
    },
  },
  'config.updated-at.set': {
    section: 'States B, absent to present',
    text: 'A put sets updatedAt to the time of the write.',
    needs: ['store.writer', 'time'],
    async check(session) {
      const { skewMs } = session.time
      const earliest = (await session.time.now()) - skewMs
      const { put } = await present(session)
      const latest = (await session.time.now()) + skewMs
      const updatedAt = read(put).member('updatedAt').instant()
      const inTime = updatedAt >= earliest && updatedAt <= latest
      expectThat(inTime, `updatedAt from ${earliest} to ${latest}`, String(updatedAt), put)
    },
  },
  'config.put.replaces-value': {
    section: 'States B, present to present',
    text: 'A put on a present key is an upsert. It replaces the whole value.',
    async check(session) {
      const { key } = await present(session, { old: true, both: 1 })
      expectSuccess(await session.store.put(key, { value: { both: 2 } }))
      expectValue(await session.store.get(key), '{"both":2}')
    },
  },
  'config.put.refreshes-updated-at': {
    section: 'States B, present to present',
    text: "A put on a present key refreshes updatedAt, even if the value doesn't change.",
    needs: ['store.writer', 'store.reader', 'time.pass'],
    async check(session) {
      const { key, put } = await present(session, 'same')
      const before = read(put).member('updatedAt').instant()
      await session.pass(1000)
      expectMember(await session.store.get(key), 'updatedAt', read(put).member('updatedAt').string())
      const again = expectSuccess(await session.store.put(key, { value: 'same' }))
      const after = read(again).member('updatedAt').instant()
      expectThat(after >= before + 1000, 'updatedAt a second later', `${after - before} ms later`, again)
      expectMember(await session.store.get(key), 'updatedAt', read(again).member('updatedAt').string())
    },
  },
  'config.get.answer': {
    text: 'A read returns key, value, and the same updatedAt as the put.',
    async check(session) {
      const { key, put } = await present(session, { on: true })
      const body = read(expectSuccess(await session.store.get(key)))
      body.member('key').equals(key)
      body.member('value').equalsJson('{"on":true}')
      body.member('updatedAt').equals(read(put).member('updatedAt').string())
    },
  },
  'config.get.absent': {
    text: 'A read of an absent key returns 404.',
    needs: ['store.reader'],
    check: async ({ store, newKey }) => expectStatus(await store.get(newKey()), 404),
  },
  'config.list.answer': {
    text: 'The list has a member configs, with an object for each entry that contains key, value and updatedAt.',
    async check(session) {
      const { key, put } = await present(session, { on: [1, 2] })
      const entry = listed(expectSuccess(await session.store.list()), key)
      entry.member('value').equalsJson('{"on":[1,2]}')
      entry.member('updatedAt').equals(read(put).member('updatedAt').string())
    },
  },
  'config.delete.removes': {
    section: 'States B, present to absent',
    text: 'A delete of a present key makes it absent.',
    async check(session) {
      const { key } = await present(session)
      expectSuccess(await session.store.delete(key))
      expectStatus(await session.store.get(key), 404)
    },
  },
  'config.no-expiry': {
    section: 'What the service does B',
    text: "Config entries have no TTL and never expire. They stay until they're deleted.",
    needs: ['store.writer', 'store.reader', 'time.leap'],
    async check({ store, pass }, key, other) {
      expectSuccess(await store.set(key, 'lasting'))
      // A service may refuse unknown members. If it accepts `ttlSeconds`, the entry still mustn't expire.
      const isTaken = (await store.put(other, { value: 'lasting', ttlSeconds: 60 })).status < 300
      await pass(DECADE_MS)
      for (const lasting of isTaken ? [key, other] : [key]) {
        expectValue(await store.get(lasting), '"lasting"')
      }
    },
  },
  'config.updated-at.each-millisecond': {
    section: 'Resources B',
    text: 'updatedAt is exact to the millisecond. A put 1 ms later has an updatedAt 1 ms later.',
    needs: ['store.writer', 'time.exact'],
    async check(session) {
      const { put } = await present(session)
      await session.pass(1)
      const later = await present(session)
      const apart = read(later.put).member('updatedAt').instant() - read(put).member('updatedAt').instant()
      expectThat(apart === 1, '1 ms between them', `${apart} ms`, later.put)
    },
  },
  'config.list.updated-at': {
    text: "In the list, updatedAt is the time of the entry's latest put, not the time of the list.",
    needs: ['store.writer', 'store.reader', 'time.exact'],
    async check(session) {
      const first = await present(session)
      await session.pass(90_000)
      const second = await present(session)
      await session.pass(90_000)
      const list = expectSuccess(await session.store.list())
      for (const { key, put } of [first, second]) {
        listed(list, key).member('updatedAt').equals(read(put).member('updatedAt').string())
      }
    },
  },
})
