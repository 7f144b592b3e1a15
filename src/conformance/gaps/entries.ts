/** Looks at the gaps of puts and deletes that A and B share, and at those of A alone. */

import { expectStatus, expectSuccess, read } from '../check.js'
import type { Exchange } from '../http-client.js'
import type { Entries, Guest, KvEntries } from '../session.js'
import {
  byStatus,
  hidden,
  isSuccess,
  jsonIn,
  type Look,
  type Looks,
  memberOf,
  rejectedOr,
  seen,
} from './sight.js'

/** Long enough that nothing expires meanwhile. */
const TTL_S = 600
const TTL_MIN_S = 60

const body = (value: unknown = 1) => ({ value, ttlSeconds: TTL_S })

/** A live entry of the guest's own. */
async function live(entries: Entries, guest: Guest, value?: unknown): Promise<string> {
  const key = guest.newKey()
  expectSuccess(await entries.put(key, body(value)))
  return key
}

/** What puts and deletes leave open in A (`kv`) or B (`config`). */
function writeLooks(section: 'kv' | 'config', entriesOf: (guest: Guest) => Entries): Looks {
  const deleted = async (guest: Guest): Promise<{ key: string; answer: Exchange }> => {
    const key = await live(entriesOf(guest), guest)
    return { key, answer: expectSuccess(await entriesOf(guest).delete(key)) }
  }
  return {
    [`${section}.putStatus`]: async (guest) =>
      byStatus(await entriesOf(guest).put(guest.newKey(), body()), { 200: 200, 201: 201 }),
    [`${section}.deleteStatus`]: async (guest) =>
      byStatus((await deleted(guest)).answer, { 200: 200, 204: 204 }),
    [`${section}.deleteMissing`]: async (guest) =>
      byStatus(await entriesOf(guest).delete(guest.newKey()), { 404: 404, 200: 'ok', 204: 'ok' }),
    [`${section}.deleteBody`]: async (guest) => {
      const { key, answer } = await deleted(guest)
      if (answer.text === '') return hidden('deletes are answered without a body')
      if (memberOf(jsonIn(answer.text), 'ok')?.kind !== 'boolean')
        return hidden('the body is of another shape')
      const named = memberOf(jsonIn(answer.text), 'key')
      if (named === undefined) return seen('ok')
      return named.kind === 'string' && named.value === key ? seen('ok+key') : hidden('the body names no key')
    },
  }
}

/** The number of a usage report's part. */
async function reported(kv: KvEntries, part: 'usage' | 'limits', name: string): Promise<number> {
  return read(expectSuccess(await kv.usage()))
    .member(part)
    .member(name)
    .integer()
}

/** What ttlSeconds a put came to, by its answer. */
const ttlIn = (answer: Exchange): number => read(answer).member('ttlSeconds').integer()

/** The text of an entry's createdAt, by the key list. */
async function createdAt({ kv }: Guest, key: string): Promise<string | undefined> {
  const keys = read(expectSuccess(await kv.list())).member('keys')
  return keys.entry(key)?.member('createdAt').string()
}

/** A 429 for the lists of a namespace with small limits: the quota that is used up with the fewest requests. */
async function overQuota(guest: Guest): Promise<Exchange> {
  const { kv, limits } = await guest.limited()
  for (let done = 0; done < limits.lists; done += 1) expectSuccess(await kv.list())
  return expectStatus(await kv.list(), 429)
}

const defaultLimit =
  (name: string): Look =>
  async (guest) =>
    seen(await reported(guest.unlimitedKv, 'limits', name))

export const entryLooks: Looks = {
  ...writeLooks('kv', (guest) => guest.kv),
  ...writeLooks('config', (guest) => guest.store),
  'kv.valueMissing': async (guest) => {
    const answer = await guest.kv.put(guest.newKey(), { ttlSeconds: TTL_S })
    return rejectedOr(answer, () => seen('null'))
  },
  'kv.ttlMissing': async (guest) => {
    const answer = await guest.kv.put(guest.newKey(), { value: 1 })
    return rejectedOr(answer, () => seen(ttlIn(answer)))
  },
  'kv.ttlInvalid': async (guest) => {
    const answer = await guest.kv.put(guest.newKey(), { value: 1, ttlSeconds: TTL_S + 0.9 })
    return rejectedOr(answer, () => {
      const ttl = ttlIn(answer)
      return ttl === TTL_S ? seen('truncate') : hidden(`${TTL_S + 0.9} seconds come to ${ttl}`)
    })
  },
  'kv.ttlEcho': async (guest) => {
    const ttl = ttlIn(expectSuccess(await guest.kv.put(guest.newKey(), { value: 1, ttlSeconds: 5 })))
    if (ttl === TTL_MIN_S) return seen('clamped')
    return ttl === 5 ? seen('requested') : hidden(`5 seconds are echoed as ${ttl}`)
  },
  'kv.readTtl': async (guest) => {
    const key = await live(guest.kv, guest)
    await guest.pass(5000)
    const ttl = ttlIn(expectSuccess(await guest.kv.get(key)))
    if (ttl === TTL_S) return seen('original')
    return ttl > TTL_S - 60 && ttl < TTL_S ? seen('remaining') : hidden(`${TTL_S} seconds are read as ${ttl}`)
  },
  'kv.createdAtOnUpsert': async (guest) => {
    const key = await live(guest.kv, guest)
    const before = await createdAt(guest, key)
    await guest.pass(2000)
    expectSuccess(await guest.kv.put(key, body(2)))
    return seen((await createdAt(guest, key)) === before ? 'kept' : 'renewed')
  },
  'kv.countMisses': async (guest) => {
    const before = await reported(guest.kv, 'usage', 'reads')
    expectStatus(await guest.kv.get(guest.newKey()), 404)
    const grown = (await reported(guest.kv, 'usage', 'reads')) - before
    if (grown === 1 || grown === 0) return seen(grown === 1)
    return hidden(`reads grow by ${grown} with one`)
  },
  'kv.storageOf': async (guest) => {
    const before = await reported(guest.kv, 'usage', 'storageBytes')
    const value = 'sevenfold'
    const key = await live(guest.kv, guest, value)
    const grown = (await reported(guest.kv, 'usage', 'storageBytes')) - before
    const valueBytes = JSON.stringify(value).length
    if (grown === valueBytes) return seen('value')
    if (grown === valueBytes + key.length) return seen('key+value')
    return hidden(`a key of ${key.length} bytes and a value of ${valueBytes} come to ${grown}`)
  },
  'kv.expiredStorage': async (guest) => {
    const before = await reported(guest.kv, 'usage', 'storageBytes')
    const put = await guest.kv.put(guest.newKey(), { value: 'x'.repeat(50), ttlSeconds: TTL_MIN_S })
    const during = await reported(guest.kv, 'usage', 'storageBytes')
    await guest.passUntil(read(expectSuccess(put)).member('expiresAt').integer())
    const after = await reported(guest.kv, 'usage', 'storageBytes')
    if (after === during) return seen('counted')
    return after === before ? seen('freed') : hidden('storageBytes changed otherwise meanwhile')
  },
  'kv.defaultLimits.reads': defaultLimit('reads'),
  'kv.defaultLimits.writes': defaultLimit('writes'),
  'kv.defaultLimits.lists': defaultLimit('lists'),
  'kv.defaultLimits.storageBytes': defaultLimit('storageBytes'),
  'kv.listWithScopedKey': async (guest) => {
    const answer = await guest.kv.list(guest.kv.reading)
    return byStatus(answer, { 401: 401, 403: 403, 200: 'allow' })
  },
  'kv.quotaRetryAfter': async (guest) => seen((await overQuota(guest)).header('retry-after') !== undefined),
  'http.contentType': async (guest) => {
    const headers = { ...guest.kv.writing, 'content-type': 'text/plain' }
    const answer = await guest.kv.put(guest.newKey(), body(), headers)
    if (isSuccess(answer)) return seen('any')
    return byStatus(answer, { 415: 'require' })
  },
  'http.notShown': async (guest) =>
    byStatus(await guest.kv.unshown(guest.newKey()), { 501: 501, 404: 404, 405: 405 }),
}
