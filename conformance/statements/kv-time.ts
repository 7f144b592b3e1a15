import { expectMember, expectStatus, expectSuccess, expectThat, expectValue, read } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import type { Session } from '../session.js'
import { type Shared, type Statement, statements } from './statement.js'

const SHARED: Shared = { service: 'kv', section: 'Resources A', needs: ['kv.writer', 'time'] }

/** The minimum TTL in seconds (docs/CONTRACT.md L-1). Used for entries that have to expire during a session. */
const TTL_MIN_S = 60

/** Allows for a double's rounding error if 9007199254740991 s is converted to ms. */
const ROUNDING = 1e-9

/** Puts an entry with this TTL, and returns its `expiresAt`. */
async function putFor(session: Session, key: string, ttlSeconds: number): Promise<number> {
  const put = expectSuccess(await session.kv.put(key, { value: 'brief', ttlSeconds }))
  return read(put).member('expiresAt').integer()
}

/** Expects `expiresAt` to be `ttlMs` after the put, as precisely as we know the service's time. */
async function expectExpiryAfter(session: Session, ttlSeconds: number, ttlMs: number): Promise<HttpExchange> {
  const { skewMs } = session.time
  const earliest = (await session.time.now()) - skewMs + ttlMs
  const put = expectSuccess(await session.kv.put(session.newKey(), { value: 'brief', ttlSeconds }))
  const latest = (await session.time.now()) + skewMs + ttlMs
  const expiresAt = read(put).member('expiresAt').integer()
  const slack = ttlMs > Number.MAX_SAFE_INTEGER ? ttlMs * ROUNDING : 0
  // A service may cap `expiresAt` at the largest integer that every JSON reader can represent.
  const least = Math.min(earliest - slack, Number.MAX_SAFE_INTEGER)
  const inTime = expiresAt >= least && expiresAt <= latest + slack
  expectThat(inTime, `expiresAt from ${earliest} to ${latest}`, String(expiresAt), put)
  return put
}

async function storage(session: Session): Promise<number> {
  const report = expectSuccess(await session.kv.usage())
  return read(report).member('usage').member('storageBytes').integer()
}

export const kvTimeStatements: readonly Statement[] = statements(SHARED, {
  'kv.ttl.seconds': {
    text: "ttlSeconds is in seconds. If it's ten minutes longer, expiresAt is ten minutes later.",
    needs: ['kv.writer'],
    async check(session) {
      const first = await putFor(session, session.newKey(), 600)
      const put = expectSuccess(await session.kv.put(session.newKey(), { value: 0, ttlSeconds: 1200 }))
      const apart = read(put).member('expiresAt').integer() - first
      // The second put happens shortly after the first, and never before it.
      expectThat(apart >= 600_000 && apart < 660_000, '600000 ms between them', `${apart} ms`, put)
    },
  },
  'kv.expires-at.unix-ms': {
    text: 'expiresAt is the time of expiry, i.e. the time of the write plus the TTL, as a Unix timestamp in milliseconds.',
    check: (session) => expectExpiryAfter(session, 3600, 3_600_000),
  },
  'kv.ttl.raised': {
    section: 'Endpoints A, rule 1',
    text: 'A put with ttlSeconds below 60 is accepted, and the TTL is 60 seconds.',
    async check(session) {
      for (const ttlSeconds of [59, 1, 0, -1]) await expectExpiryAfter(session, ttlSeconds, TTL_MIN_S * 1000)
    },
  },
  'kv.ttl.minimum': {
    section: 'Limits A.1',
    text: "The minimum TTL is 60 seconds. 60 and 61 aren't changed.",
    async check(session) {
      for (const ttlSeconds of [60, 61]) {
        const put = await expectExpiryAfter(session, ttlSeconds, ttlSeconds * 1000)
        read(put).member('ttlSeconds').equals(ttlSeconds)
      }
    },
  },
  'kv.ttl.raised-lives-a-minute': {
    section: 'Limits A.1',
    text: 'An entry written with a lower TTL lives for the full minimum.',
    needs: ['kv.writer', 'kv.reader', 'time.exact'],
    async check(session, key) {
      await putFor(session, key, 1)
      await session.pass(TTL_MIN_S * 1000 - 1)
      expectSuccess(await session.kv.get(key))
      await session.pass(1)
      expectStatus(await session.kv.get(key), 404)
    },
  },
  'kv.ttl.no-maximum': {
    section: 'Limits A.2',
    text: 'There is no maximum TTL. A century is accepted unchanged, and so is the largest exact integer.',
    needs: ['kv.writer', 'kv.reader', 'time'],
    async check(session) {
      for (const ttlSeconds of [3_155_760_000, Number.MAX_SAFE_INTEGER]) {
        const put = await expectExpiryAfter(session, ttlSeconds, ttlSeconds * 1000)
        const key = read(put).member('key').string()
        read(put).member('ttlSeconds').equals(ttlSeconds)
        expectValue(await session.kv.get(key), '"brief"')
        if (session.subject.bearer !== undefined) expectSuccess(await session.kv.list())
      }
    },
  },
  'kv.expiry.automatic': {
    section: 'What the service does A',
    text: 'An entry disappears by itself once its TTL has elapsed.',
    needs: ['kv.writer', 'kv.reader', 'time.pass'],
    async check(session, key) {
      const expiresAt = await putFor(session, key, TTL_MIN_S)
      expectSuccess(await session.kv.get(key))
      await session.passUntil(expiresAt)
      expectStatus(await session.kv.get(key), 404)
    },
  },
  'kv.expiry.instant': {
    section: 'States A, live to expired',
    text: 'An entry is live until expiresAt. From that exact millisecond on, reads return 404.',
    needs: ['kv.writer', 'kv.reader', 'time.exact'],
    async check(session, key) {
      const expiresAt = await putFor(session, key, 90)
      await session.passUntil(expiresAt - 1)
      expectSuccess(await session.kv.get(key))
      await session.pass(1)
      expectStatus(await session.kv.get(key), 404)
    },
  },
  'kv.expiry.of-latest-write': {
    section: 'States A, live to live',
    text: 'If a later write has a longer TTL, the entry outlives the previous expiry.',
    needs: ['kv.writer', 'kv.reader', 'time.pass'],
    async check(session, key) {
      const first = await putFor(session, key, TTL_MIN_S)
      const second = await putFor(session, key, TTL_MIN_S * 60)
      await session.passUntil(first)
      const got = expectSuccess(await session.kv.get(key))
      read(got).member('expiresAt').equals(second)
    },
  },
  'kv.expired.removed-by-read': {
    section: 'States A, expired to absent',
    text: 'The next read of an expired key removes the entry and frees its storage.',
    needs: ['kv.writer', 'kv.reader', 'bearer', 'time.pass'],
    async check(session, key) {
      const before = await storage(session)
      await session.passUntil(await putFor(session, key, TTL_MIN_S))
      const got = expectStatus(await session.kv.get(key), 404)
      const after = await storage(session)
      expectThat(after <= before, `storageBytes of ${before}, as before the put`, String(after), got)
    },
  },
  'kv.expired.removed-by-list': {
    section: 'States A, expired to absent',
    text: "The next list removes an expired entry, doesn't contain it, and frees its storage.",
    needs: ['kv.writer', 'bearer', 'time.pass'],
    async check(session, key) {
      const before = await storage(session)
      await session.passUntil(await putFor(session, key, TTL_MIN_S))
      const list = expectSuccess(await session.kv.list())
      expectThat(read(list).member('keys').entry(key) === undefined, `no ${key} in the list`, 'one', list)
      const after = await storage(session)
      expectThat(after <= before, `storageBytes of ${before}, as before the put`, String(after), list)
    },
  },
  'kv.expired.delete': {
    section: 'What the service does A',
    text: 'A delete of an expired key returns the same status as a delete of a key that never existed.',
    needs: ['kv.writer', 'time.pass'],
    async check(session, key) {
      await session.passUntil(await putFor(session, key, TTL_MIN_S))
      const { status } = await session.kv.delete(session.newKey())
      expectStatus(await session.kv.delete(key), status)
    },
  },
  'kv.expired.live-again': {
    section: 'States A, absent to live',
    text: 'A put on an expired key makes it live again, with the new value and TTL.',
    needs: ['kv.writer', 'kv.reader', 'time.pass'],
    async check(session, key) {
      await session.passUntil(await putFor(session, key, TTL_MIN_S))
      expectStatus(await session.kv.get(key), 404)
      const put = expectSuccess(await session.kv.put(key, { value: 'again', ttlSeconds: 600 }))
      const got = read(expectSuccess(await session.kv.get(key)))
      got.member('value').equals('again')
      got.member('expiresAt').equals(read(put).member('expiresAt').integer())
    },
  },
  'kv.expires-at.each-millisecond': {
    text: 'expiresAt is exact to the millisecond. A put 1 ms later expires 1 ms later.',
    needs: ['kv.writer', 'time.exact'],
    async check(session) {
      const first = await putFor(session, session.newKey(), 600)
      await session.pass(1)
      const put = expectSuccess(await session.kv.put(session.newKey(), { value: 0, ttlSeconds: 600 }))
      const apart = read(put).member('expiresAt').integer() - first
      expectThat(apart === 1, '1 ms between them', `${apart} ms`, put)
    },
  },
  'kv.get.prolongs-nothing': {
    section: 'States A, live to expired',
    text: "Reading or listing a live key doesn't extend its expiry.",
    needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact'],
    async check(session, key) {
      const expiresAt = await putFor(session, key, 120)
      await session.pass(60_000)
      expectMember(await session.kv.get(key), 'expiresAt', expiresAt)
      expectSuccess(await session.kv.list())
      await session.passUntil(expiresAt)
      expectStatus(await session.kv.get(key), 404)
    },
  },
})
