import { expectStatus, expectSuccess, expectThat, expectValue, read } from '../check.js'
import { RawBody } from '../http-client.js'
import type { Session } from '../session.js'
import { JSON_TYPES, TRICKY_VALUES } from './samples.js'
import { each, type Shared, type Statement, statements } from './statement.js'

const SHARED: Shared = { service: 'kv', section: 'Resources A', needs: ['kv.writer', 'kv.reader'] }

/** Long enough that nothing expires during a session, but short enough to get rid of leftover entries. */
const TTL_S = 600

/** Bodies that a put may refuse, because they're malformed, lack a member or have one of the wrong type. */
const REFUSABLE = [
  new RawBody('{"value": "cut off'),
  { ttlSeconds: TTL_S },
  { value: 'later' },
  { value: 'later', ttlSeconds: 'soon' },
] as const

/** Creates an entry for this session. Also returns the answer to the put. */
async function live(session: Session, value: unknown = 'first') {
  const key = session.newKey()
  const put = expectSuccess(await session.kv.put(key, { value, ttlSeconds: TTL_S }))
  return { key, put }
}

export const kvStatements: readonly Statement[] = statements(SHARED, {
  'kv.namespace.id': {
    text: 'A namespaceId is ns_, a part derived from the project name and a generated suffix, joined by underscores.',
    needs: ['kv', 'bearer'],
    async check({ kv, subject }) {
      const report = expectSuccess(await kv.usage())
      const id = read(report).member('namespaceId').string()
      const made = (await subject.generate?.('namespace'))?.id ?? id
      for (const one of [id, made]) expectThat(/^ns_.+_[^_]+$/.test(one), 'ns_<name>_<suffix>', one, report)
    },
  },
  'kv.namespace.groups': {
    section: 'What the service does A',
    text: 'Entries belong to a namespace. The same key in two namespaces refers to two different entries.',
    needs: ['kv.writer', 'kv.reader', 'kv.foreign'],
    async check(session) {
      const { key } = await live(session, 'ours')
      expectSuccess(await session.foreignKv.put(key, { value: 'theirs', ttlSeconds: TTL_S }))
      expectValue(await session.kv.get(key), '"ours"')
      expectSuccess(await session.kv.delete(key))
      expectValue(await session.foreignKv.get(key), '"theirs"')
    },
  },
  'kv.namespace.missing': {
    section: 'Errors AB',
    text: "If a namespace doesn't exist, its key list and usage report return 404.",
    needs: ['kv', 'bearer'],
    async check({ absentKv }) {
      expectStatus(await absentKv.list(), 404)
      expectStatus(await absentKv.usage(), 404)
    },
  },
  'kv.namespace.missing-by-key': {
    section: 'Errors AB',
    text: "If a namespace doesn't exist, data operations return 404, or are refused because of the key.",
    async check({ absentKv }, key) {
      // Our keys belong to another namespace, and a service may check that first. The contract doesn't say.
      expectStatus(await absentKv.get(key), 404, 403, 401)
      expectStatus(await absentKv.put(key, { value: 1, ttlSeconds: TTL_S }), 404, 403, 401)
      expectStatus(await absentKv.delete(key), 404, 403, 401)
    },
  },
  'kv.value.any': {
    text: 'A value may be any JSON: an object, array, string, number, boolean or null.',
    async check({ kv }, key) {
      for (const value of [...JSON_TYPES, 'null']) {
        expectSuccess(await kv.put(key, new RawBody(`{"value":${value},"ttlSeconds":${TTL_S}}`)))
        expectValue(await kv.get(key), value)
      }
    },
  },
  'kv.value.as-given': {
    text: 'A value is stored as given, with every digit, character and member, and all empty parts.',
    async check({ kv }, key) {
      expectSuccess(await kv.put(key, new RawBody(`{"ttlSeconds":${TTL_S},"value":${TRICKY_VALUES}}`)))
      expectValue(await kv.get(key), TRICKY_VALUES)
    },
  },
  'kv.put.creates': {
    section: 'States A, absent to live',
    text: 'A put on an absent key makes it live.',
    async check({ kv }, key) {
      expectStatus(await kv.get(key), 404)
      expectSuccess(await kv.put(key, { value: [1], ttlSeconds: TTL_S }))
      expectValue(await kv.get(key), '[1]')
    },
  },
  'kv.put.answer': {
    section: 'Endpoints A',
    text: 'A put returns the key, and ttlSeconds and expiresAt as integers.',
    needs: ['kv.writer'],
    async check(session) {
      const { key, put } = await live(session)
      const body = read(put)
      body.member('key').equals(key)
      body.member('ttlSeconds').equals(TTL_S)
      body.member('expiresAt').integer()
    },
  },
  'kv.put.replaces-value': {
    section: 'States A, live to live',
    text: 'A put on a live key is an upsert. The value is that of the latest write.',
    async check(session) {
      const { key } = await live(session, { old: true, both: 1 })
      expectSuccess(await session.kv.put(key, { value: { both: 2 }, ttlSeconds: TTL_S }))
      expectValue(await session.kv.get(key), '{"both":2}')
    },
  },
  'kv.put.replaces-ttl': {
    section: 'States A, live to live',
    text: "A put on a live key is an upsert. The TTL is that of the latest write, whether it's shorter or longer.",
    async check(session) {
      const { key } = await live(session)
      for (const ttlSeconds of [120, 7200]) {
        const put = expectSuccess(await session.kv.put(key, { value: 'later', ttlSeconds }))
        const got = expectSuccess(await session.kv.get(key))
        read(got).member('expiresAt').equals(read(put).member('expiresAt').integer())
        const ttl = read(got).member('ttlSeconds').integer()
        // The contract doesn't say whether a read returns the whole TTL or what's left of it.
        expectThat(ttl <= ttlSeconds && ttl > ttlSeconds - 60, `the TTL of ${ttlSeconds} s`, `${ttl} s`, got)
      }
    },
  },
  'kv.put.refused': {
    section: 'States A, live to live',
    text: "A put that's refused because of its body doesn't change the entry's value or expiry.",
    async check(session) {
      for (const body of REFUSABLE) {
        const { key, put } = await live(session)
        // The contract doesn't say which bodies are refused.
        if ((await session.kv.put(key, body)).status < 400) continue
        const got = await session.kv.get(key)
        expectValue(got, '"first"')
        read(got).member('expiresAt').equals(read(put).member('expiresAt').integer())
      }
    },
  },
  'kv.get.answer': {
    section: 'Endpoints A',
    text: 'A read returns key, value, ttlSeconds, and the same expiresAt as the put.',
    async check(session) {
      const { key, put } = await live(session, { on: true })
      const body = read(expectSuccess(await session.kv.get(key)))
      body.member('key').equals(key)
      body.member('value').equalsJson('{"on":true}')
      body.member('ttlSeconds').integer()
      body.member('expiresAt').equals(read(put).member('expiresAt').integer())
    },
  },
  'kv.get.absent': {
    section: 'Endpoints A',
    text: 'A read of an absent key returns 404.',
    needs: ['kv.reader'],
    check: async ({ kv, newKey }) => expectStatus(await kv.get(newKey()), 404),
  },
  'kv.list.answer': {
    section: 'Endpoints A',
    text: 'The key list has a member keys, with an object for each key that contains key, ttlSeconds and expiresAt.',
    needs: ['kv.writer', 'bearer'],
    async check(session) {
      const { key, put } = await live(session)
      const other = await live(session)
      const list = expectSuccess(await session.kv.list())
      const entry = read(list).member('keys').theEntry(key)
      entry.member('ttlSeconds').integer()
      entry.member('expiresAt').equals(read(put).member('expiresAt').integer())
      read(list).member('keys').theEntry(other.key)
    },
  },
  'kv.list.expires-at-iso': {
    text: 'The key list contains expiresAtIso, the same time in ISO 8601, in UTC and with milliseconds.',
    needs: ['kv.writer', 'bearer'],
    async check(session) {
      const { key } = await live(session)
      const list = expectSuccess(await session.kv.list())
      const entry = read(list).member('keys').theEntry(key)
      const instant = entry.member('expiresAtIso').instant({ milliseconds: true })
      const expiresAt = entry.member('expiresAt').integer()
      expectThat(instant === expiresAt, 'both to be the same time', `${instant} and ${expiresAt}`, list)
    },
  },
  'kv.list.created-at': {
    text: 'The key list contains createdAt, in ISO 8601 and UTC.',
    needs: ['kv.writer', 'bearer', 'time'],
    async check(session) {
      const { skewMs } = session.time
      const earliest = Math.floor(((await session.time.now()) - skewMs) / 1000) * 1000
      const { key } = await live(session)
      const latest = (await session.time.now()) + skewMs
      const list = expectSuccess(await session.kv.list())
      const createdAt = read(list).member('keys').theEntry(key).member('createdAt').instant()
      const inTime = createdAt >= earliest && createdAt <= latest
      expectThat(inTime, `createdAt from ${earliest} to ${latest}`, String(createdAt), list)
    },
  },
  ...each(['expiresAtIso', 'createdAt'] as const, (member) => ({
    [`kv.list.only-place-of-${member === 'createdAt' ? 'created-at' : 'expires-at-iso'}`]: {
      text: `${member} is only returned by the key list, not by a put or a read.`,
      async check(session) {
        const { key, put } = await live(session)
        read(put).lacks(member)
        read(expectSuccess(await session.kv.get(key))).lacks(member)
      },
    },
  })),
  'kv.delete.removes': {
    section: 'States A, live to absent',
    text: 'A delete of a live key makes it absent.',
    async check(session) {
      const { key } = await live(session)
      expectSuccess(await session.kv.delete(key))
      expectStatus(await session.kv.get(key), 404)
    },
  },
})
