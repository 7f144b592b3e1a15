import { expectStatus, expectSuccess, fail, type Reader, read } from '../check.js'
import { type HttpExchange, RawBody } from '../http-client.js'
import type { Entries, KvEntries, Session } from '../session.js'
import {
  byStatus,
  hidden,
  INVALID,
  isSuccess,
  jsonIn,
  memberOf,
  type Observation,
  type Observe,
  type Observers,
  rejectedOr,
  seen,
} from './observation.js'

/** Long enough that nothing expires during a session. */
const TTL_S = 600
const TTL_MIN_S = 60

const body = (value: unknown = 1) => ({ value, ttlSeconds: TTL_S })

const CUT_OFF = new RawBody('{"value": "cut off')

async function live(entries: Entries, session: Session, value: unknown = 1): Promise<string> {
  const key = session.newKey()
  expectSuccess(await entries.set(key, value))
  return key
}

/** Observes gaps in puts and deletes for the key-value store (`kv`) or the config store (`config`). */
function writeObservers(section: 'kv' | 'config', entriesOf: (session: Session) => Entries): Observers {
  const deleted = async (session: Session): Promise<{ key: string; answer: HttpExchange }> => {
    const key = await live(entriesOf(session), session)
    return { key, answer: expectSuccess(await entriesOf(session).delete(key)) }
  }
  return {
    [`${section}.putStatus`]: async (session) => {
      const key = session.newKey()
      const first = await entriesOf(session).set(key, 1)
      const { status } = await entriesOf(session).set(key, 1)
      if (first.status === 201 && status === 200) return seen('201 or 200')
      if (first.status === status) return byStatus(first, { 200: 200, 201: 201 })
      return hidden(`a new key returns ${first.status}, and a replaced one ${status}`)
    },
    [`${section}.deleteStatus`]: async (session) =>
      byStatus((await deleted(session)).answer, { 200: 200, 204: 204 }),
    [`${section}.deleteMissing`]: async (session) =>
      byStatus(await entriesOf(session).delete(session.newKey()), { 404: 404, 200: 'ok', 204: 'ok' }),
    [`${section}.unknownMembers`]: async (session) => {
      const shown = section === 'kv' ? body() : { value: 1 }
      const answer = await entriesOf(session).put(session.newKey(), { ...shown, unknown: 1 })
      return rejectedOr(answer, () => seen('ignore'))
    },
    [`${section}.deleteBody`]: async (session) => {
      const { key, answer } = await deleted(session)
      if (answer.text === '') return hidden('deletes return no body')
      if (memberOf(jsonIn(answer.text), 'ok')?.kind !== 'boolean') return hidden('the body has another shape')
      const named = memberOf(jsonIn(answer.text), 'key')
      if (named === undefined) return seen('ok')
      return named.kind === 'string' && named.value === key
        ? seen('ok+key')
        : hidden("the body doesn't contain the key")
    },
  }
}

async function reported(kv: KvEntries, part: 'usage' | 'limits', name: string): Promise<number> {
  return read(expectSuccess(await kv.usage()))
    .member(part)
    .member(name)
    .integer()
}

/** Observes whether a request increments this counter by one. */
async function counted(
  { kv }: Session,
  name: string,
  request: () => Promise<HttpExchange>,
): Promise<Observation> {
  const before = await reported(kv, 'usage', name)
  await request()
  const grown = (await reported(kv, 'usage', name)) - before
  return grown === 1 || grown === 0 ? seen(grown === 1) : hidden(`one call changes ${name} by ${grown}`)
}

/** Returns the TTL from a put's answer, in seconds. */
const ttlIn = (answer: HttpExchange): number => read(answer).member('ttlSeconds').integer()

/** Reads an entry's `createdAt` from the list of keys. Fails if the entry isn't listed. */
async function createdAt({ kv }: Session, key: string): Promise<Reader> {
  const list = expectSuccess(await kv.list())
  const entry = read(list).member('keys').entry(key) ?? fail(`${key} in the list`, 'none', list)
  return entry.member('createdAt')
}

/** Provokes a 429 with the fewest requests, by exhausting the list quota of a namespace with small limits. */
async function overQuota(session: Session): Promise<HttpExchange> {
  const { kv, limits } = await session.limited()
  for (let done = 0; done < limits.lists; done += 1) expectSuccess(await kv.list())
  return expectStatus(await kv.list(), 429)
}

const defaultLimit =
  (name: string): Observe =>
  async (session) =>
    seen(await reported(session.unlimitedKv, 'limits', name))

export const entryObservers: Observers = {
  ...writeObservers('kv', (session) => session.kv),
  ...writeObservers('config', (session) => session.store),
  'kv.valueMissing': async (session) => {
    const answer = await session.kv.put(session.newKey(), { ttlSeconds: TTL_S })
    return rejectedOr(answer, () => seen('null'))
  },
  'kv.ttlMissing': async (session) => {
    const answer = await session.kv.put(session.newKey(), { value: 1 })
    return rejectedOr(answer, () => seen(ttlIn(answer)))
  },
  'kv.ttlInvalid': async (session) => {
    const answer = await session.kv.put(session.newKey(), { value: 1, ttlSeconds: TTL_S + 0.9 })
    return rejectedOr(answer, () => {
      const ttl = ttlIn(answer)
      return ttl === TTL_S ? seen('truncate') : hidden(`${TTL_S + 0.9} seconds become ${ttl}`)
    })
  },
  'kv.ttlEcho': async (session) => {
    const ttl = ttlIn(expectSuccess(await session.kv.put(session.newKey(), { value: 1, ttlSeconds: 5 })))
    if (ttl === TTL_MIN_S) return seen('clamped')
    return ttl === 5 ? seen('requested') : hidden(`5 seconds are returned as ${ttl}`)
  },
  'kv.readTtl': async (session) => {
    const key = await live(session.kv, session)
    await session.pass(5500)
    const answer = expectSuccess(await session.kv.get(key))
    const ttl = ttlIn(answer)
    if (ttl === TTL_S) return seen('original')
    const left = (read(answer).member('expiresAt').integer() - (await session.time.now())) / 1000
    // Rounding only shows with an exact clock.
    if (session.time.skewMs === 0 && ttl === Math.floor(left)) return seen('remaining-floor')
    return ttl > TTL_S - 60 && ttl < TTL_S ? seen('remaining') : hidden(`${TTL_S} seconds are read as ${ttl}`)
  },
  'kv.createdAtOnUpsert': async (session) => {
    const key = await live(session.kv, session)
    const before = (await createdAt(session, key)).instant()
    await session.pass(2000)
    expectSuccess(await session.kv.put(key, body(2)))
    const after = (await createdAt(session, key)).instant()
    // One answer may have milliseconds and the other only seconds.
    return seen(after - before < 1000 ? 'kept' : 'renewed')
  },
  'kv.createdAtPrecision': async (session) => {
    const text = (await createdAt(session, await live(session.kv, session))).string()
    return seen(/\.\d/.test(text) ? 'milliseconds' : 'seconds')
  },
  'kv.countMisses': (session) =>
    counted(session, 'reads', async () => expectStatus(await session.kv.get(session.newKey()), 404)),
  'kv.countRefusedPuts': (session) =>
    counted(session, 'writes', async () =>
      expectStatus(await session.kv.put(session.newKey(), CUT_OFF), 400, 422),
    ),
  'kv.countMissingDeletes': (session) =>
    counted(session, 'deletes', () => session.kv.delete(session.newKey())),
  'kv.storageOf': async (session) => {
    const before = await reported(session.kv, 'usage', 'storageBytes')
    const value = 'sevenfold'
    const key = await live(session.kv, session, value)
    const grown = (await reported(session.kv, 'usage', 'storageBytes')) - before
    const valueBytes = JSON.stringify(value).length
    if (grown === valueBytes) return seen('value')
    if (grown === valueBytes + key.length) return seen('key+value')
    return hidden(`a key of ${key.length} bytes and a value of ${valueBytes} take up ${grown}`)
  },
  'kv.expiredStorage': async (session) => {
    const before = await reported(session.kv, 'usage', 'storageBytes')
    const put = await session.kv.put(session.newKey(), { value: 'x'.repeat(50), ttlSeconds: TTL_MIN_S })
    const during = await reported(session.kv, 'usage', 'storageBytes')
    await session.passUntil(read(expectSuccess(put)).member('expiresAt').integer())
    const after = await reported(session.kv, 'usage', 'storageBytes')
    if (after === during) return seen('counted')
    return after === before
      ? seen('freed')
      : hidden('storageBytes changed for another reason in the meantime')
  },
  'kv.defaultLimits.reads': defaultLimit('reads'),
  'kv.defaultLimits.writes': defaultLimit('writes'),
  'kv.defaultLimits.lists': defaultLimit('lists'),
  'kv.defaultLimits.storageBytes': defaultLimit('storageBytes'),
  'kv.listWithScopedKey': async (session) => {
    const answer = await session.kv.list(session.kv.reading)
    return byStatus(answer, { 401: 401, 403: 403, 200: 'allow' })
  },
  'kv.quotaRetryAfter': async (session) =>
    seen((await overQuota(session)).header('retry-after') !== undefined),
  'kv.checkOrder': async (session) => {
    const { kv, limits } = await session.limited()
    for (let done = 0; done < limits.writes; done += 1) expectSuccess(await kv.put('same', body()))
    return byStatus(await kv.put('same', CUT_OFF), {
      429: 'quota-first',
      400: 'request-first',
      422: 'request-first',
    })
  },
  'kv.invalidStatus': async (session) => byStatus(await session.kv.put(session.newKey(), CUT_OFF), INVALID),
  'http.contentType': async (session) => {
    const headers = { ...session.kv.writing, 'content-type': 'text/plain' }
    const answer = await session.kv.put(session.newKey(), body(), headers)
    if (isSuccess(answer)) return seen('any')
    return byStatus(answer, { 415: 'require' })
  },
  'http.charset': async (session) => {
    const { header } = await session.kv.get(session.newKey(), {})
    return seen(/charset=/i.test(header('content-type') ?? ''))
  },
  'http.notShown': async (session) =>
    byStatus(await session.kv.unshown(session.newKey()), { 501: 501, 404: 404, 405: 405 }),
}
