import { openByBearer, openByKey, openForList } from './access.js'
import { holdMembers, readKey, readObject, statusOfPut } from './bodies.js'
import { isoOf, monthOf, nextMonthAfter } from './calendar.js'
import { type CallContext, type ModelAnswer, type ModelCall, ok, Refused } from './call.js'
import type { ModelLimits, ModelProfile } from './profile.js'
import type { Entry, ModelCounters, ModelNamespace, ModelState } from './state.js'

/** The key-value store of the model (docs/CONTRACT.md section A). */

const TTL_MIN_SECONDS = 60
const INTEGER_MAX = 2 ** 53 - 1

export function put(state: ModelState, call: ModelCall): ModelAnswer {
  const namespace = openByKey(state, call, state.namespaces, 'write')
  holdQuota(state, namespace, 'writes', () => readPut(state, call))
  try {
    return write(state, call, namespace)
  } catch (error) {
    if (state.profile.kv.countRefusedPuts) usageOf(state, namespace).writes++
    throw error
  }
}

function write(state: ModelState, call: ModelCall, namespace: ModelNamespace): ModelAnswer {
  const { profile } = state
  const { now } = state.clock
  const { key, text, asked } = readPut(state, call)
  holdStorage(state, namespace, key, text)
  const live = meet(state, namespace, key)
  const ttlSeconds = Math.max(asked, TTL_MIN_SECONDS)
  const isKept = live !== undefined && profile.kv.createdAtOnUpsert === 'kept'
  const createdAt = isKept ? live.createdAt : now
  const expiresAt = Math.min(now + ttlSeconds * 1000, INTEGER_MAX)
  namespace.entries.set(key, { text, ttlSeconds, createdAt, expiresAt })
  usageOf(state, namespace).writes++
  const echoed = profile.kv.ttlEcho === 'requested' ? asked : ttlSeconds
  return ok(statusOfPut(profile.kv, live === undefined), { ok: true, key, ttlSeconds: echoed, expiresAt })
}

function readPut(state: ModelState, call: ModelCall): { key: string; text: string; asked: number } {
  const { profile } = state
  const key = readKey(state, call)
  const members = readObject(state, call)
  holdMembers(state, members, ['value', 'ttlSeconds'], 'kv')
  const text = call.body?.valueText ?? (profile.kv.valueMissing === 'null' ? 'null' : refuse(profile))
  const { valueBytes } = profile.limits
  if (valueBytes !== null && Buffer.byteLength(text) > valueBytes) throw new Refused(413)
  return { key, text, asked: readTtl(members, profile) }
}

export function get(state: ModelState, call: ModelCall): ModelAnswer {
  const namespace = openByKey(state, call, state.namespaces, 'read')
  holdQuota(state, namespace, 'reads', () => readKey(state, call))
  const key = readKey(state, call)
  const entry = meet(state, namespace, key)
  if (entry !== undefined || state.profile.kv.countMisses) usageOf(state, namespace).reads++
  if (entry === undefined) throw new Refused(404)
  const value: unknown = JSON.parse(entry.text)
  const { expiresAt } = entry
  const ttlSeconds = shownTtl(state, entry)
  return ok(200, { ok: true, key, value, ttlSeconds, expiresAt }, { exactly: [entry.text] })
}

export function list(state: ModelState, call: ModelCall, around: CallContext): ModelAnswer {
  const namespace = openForList(state, call, around)
  holdQuota(state, namespace, 'lists')
  meetAll(state, namespace)
  usageOf(state, namespace).lists++
  const keys = [...namespace.entries].map(([key, entry]) => ({
    key,
    ttlSeconds: shownTtl(state, entry),
    expiresAt: entry.expiresAt,
    expiresAtIso: isoOf(entry.expiresAt),
    createdAt: shownCreation(state, entry),
  }))
  return ok(200, { ok: true, keys })
}

export function remove(state: ModelState, call: ModelCall): ModelAnswer {
  const namespace = openByKey(state, call, state.namespaces, 'write')
  const key = readKey(state, call)
  const { deleteMissing, countMissingDeletes } = state.profile.kv
  const isThere = meet(state, namespace, key) !== undefined
  if (isThere) namespace.entries.delete(key)
  if (isThere || countMissingDeletes) usageOf(state, namespace).deletes++
  if (!isThere && deleteMissing === 404) throw new Refused(404)
  return deleted(key, state.profile.kv)
}

export function usage(state: ModelState, call: ModelCall, around: CallContext): ModelAnswer {
  const namespace = openByBearer(state, call, around)
  const storageBytes = storageOf(state, namespace)
  const monthKey = monthOf(state.clock.now)
  const limits = limitsOf(state, namespace)
  const counters = usageOf(state, namespace)
  return ok(200, {
    ok: true,
    namespaceId: call.resource,
    monthKey,
    limits,
    usage: { ...counters, storageBytes },
  })
}

export function deleted(key: string, { deleteStatus, deleteBody }: ModelProfile['config']): ModelAnswer {
  if (deleteStatus === 204) return ok(204, undefined)
  return ok(deleteStatus, deleteBody === 'ok' ? { ok: true } : { ok: true, key })
}

export function limitsOf({ profile }: ModelState, { limits }: ModelNamespace): ModelLimits {
  return { ...profile.kv.defaultLimits, ...limits }
}

export function usageOf(state: ModelState, { usage: byMonth }: ModelNamespace): ModelCounters {
  const month = monthOf(state.clock.now)
  const counters = byMonth.get(month) ?? { reads: 0, writes: 0, deletes: 0, lists: 0 }
  byMonth.set(month, counters)
  return counters
}

export function isExpired(state: ModelState, entry: Entry): boolean {
  return entry.expiresAt <= state.clock.now
}

/** Returns the number of bytes stored. Expired entries count until they're removed. */
export function bytesIn(
  { profile }: ModelState,
  entries: Iterable<[string, { readonly text: string }]>,
): number {
  let bytes = 0
  for (const [key, { text }] of entries) {
    bytes += Buffer.byteLength(text) + (profile.kv.storageOf === 'value' ? 0 : Buffer.byteLength(key))
  }
  return bytes
}

/** If the profile frees expired entries immediately, removes them first. */
function storageOf(state: ModelState, namespace: ModelNamespace): number {
  if (state.profile.kv.expiredStorage === 'freed') meetAll(state, namespace)
  return bytesIn(state, namespace.entries)
}

/** Refuses a put that exceeds the limit. Any put that doesn't increase the total is fine. */
function holdStorage(state: ModelState, namespace: ModelNamespace, key: string, text: string): void {
  const before = storageOf(state, namespace)
  const after = bytesIn(
    state,
    new Map<string, { readonly text: string }>(namespace.entries).set(key, { text }),
  )
  if (after > limitsOf(state, namespace).storageBytes && after > before) {
    throw new Refused(403, 'namespace_storage_quota_exceeded')
  }
}

/** Checks a quota. In some profiles, an invalid request is refused before that. */
function holdQuota(
  state: ModelState,
  namespace: ModelNamespace,
  counter: 'reads' | 'writes' | 'lists',
  readRequest?: () => unknown,
): void {
  if (usageOf(state, namespace)[counter] < limitsOf(state, namespace)[counter]) return
  if (state.profile.kv.checkOrder === 'request-first') readRequest?.()
  const { now } = state.clock
  const seconds = Math.ceil((nextMonthAfter(now) - now) / 1000)
  throw new Refused(429, 'monthly_quota_exceeded', state.profile.kv.quotaRetryAfter ? seconds : undefined)
}

/** Returns an entry. Entries expire lazily, so an expired one is removed when an operation finds it. */
function meet(state: ModelState, namespace: ModelNamespace, key: string): Entry | undefined {
  const entry = namespace.entries.get(key)
  if (entry === undefined || !isExpired(state, entry)) return entry
  namespace.entries.delete(key)
  return undefined
}

function meetAll(state: ModelState, namespace: ModelNamespace): void {
  for (const key of [...namespace.entries.keys()]) meet(state, namespace, key)
}

function shownTtl(state: ModelState, { ttlSeconds, expiresAt }: Entry): number {
  const leftSeconds = (expiresAt - state.clock.now) / 1000
  const { readTtl } = state.profile.kv
  if (readTtl === 'original') return ttlSeconds
  return readTtl === 'remaining' ? Math.ceil(leftSeconds) : Math.floor(leftSeconds)
}

function shownCreation({ profile }: ModelState, { createdAt }: Entry): string {
  const iso = isoOf(createdAt)
  return profile.kv.createdAtPrecision === 'seconds' ? `${iso.slice(0, -5)}Z` : iso
}

function readTtl({ ttlSeconds: ttl }: Record<string, unknown>, profile: ModelProfile): number {
  const { ttlMissing, ttlInvalid } = profile.kv
  if (ttl === undefined) return ttlMissing === 'reject' ? refuse(profile) : ttlMissing
  if (typeof ttl !== 'number') return refuse(profile)
  if (Number.isInteger(ttl)) return Math.min(ttl, INTEGER_MAX)
  return ttlInvalid === 'truncate' ? Math.min(Math.trunc(ttl), INTEGER_MAX) : refuse(profile)
}

function refuse({ kv }: ModelProfile): never {
  throw new Refused(kv.invalidStatus)
}
