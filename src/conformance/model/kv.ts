import { openByBearer, openByKey, openForList } from './access.js'
import { isoOf, monthOf, nextMonthAfter } from './calendar.js'
import { type Answer, type Call, ok, Refused } from './call.js'
import type { Limits, Profile } from './profile.js'
import type { Counters, Entry, Namespace, State } from './state.js'

/** The key-value store of the model (docs/CONTRACT.md section A). */

const TTL_MIN_SECONDS = 60
const INTEGER_MAX = 2 ** 53 - 1

export function put(state: State, call: Call): Answer {
  const namespace = openByKey(state, call, state.namespaces, 'write')
  holdQuota(state, namespace, 'writes')
  const { profile } = state
  const { now } = state.clock
  if (call.key === undefined) throw new Refused(400)
  const members = readObject(call)
  const text = call.body?.valueText ?? (profile.kv.valueMissing === 'null' ? 'null' : refuse())
  const asked = readTtl(members, profile)
  holdStorage(state, namespace, call.key, text)
  const live = meet(state, namespace, call.key)
  const ttlSeconds = Math.max(asked, TTL_MIN_SECONDS)
  const isKept = live !== undefined && profile.kv.createdAtOnUpsert === 'kept'
  const createdAt = isKept ? live.createdAt : now
  const expiresAt = Math.min(now + ttlSeconds * 1000, INTEGER_MAX)
  namespace.entries.set(call.key, { text, ttlSeconds, createdAt, expiresAt })
  usageOf(state, namespace).writes++
  const echoed = profile.kv.ttlEcho === 'requested' ? asked : ttlSeconds
  return ok(profile.kv.putStatus, { ok: true, key: call.key, ttlSeconds: echoed, expiresAt })
}

export function get(state: State, call: Call): Answer {
  const namespace = openByKey(state, call, state.namespaces, 'read')
  holdQuota(state, namespace, 'reads')
  if (call.key === undefined) throw new Refused(400)
  const entry = meet(state, namespace, call.key)
  if (entry !== undefined || state.profile.kv.countMisses) usageOf(state, namespace).reads++
  if (entry === undefined) throw new Refused(404)
  const value: unknown = JSON.parse(entry.text)
  const { expiresAt } = entry
  const ttlSeconds = shownTtl(state, entry)
  return ok(200, { ok: true, key: call.key, value, ttlSeconds, expiresAt }, { exactly: [entry.text] })
}

export function list(state: State, call: Call): Answer {
  const namespace = openForList(state, call)
  holdQuota(state, namespace, 'lists')
  meetAll(state, namespace)
  usageOf(state, namespace).lists++
  const keys = [...namespace.entries].map(([key, entry]) => ({
    key,
    ttlSeconds: shownTtl(state, entry),
    expiresAt: entry.expiresAt,
    expiresAtIso: isoOf(entry.expiresAt),
    createdAt: isoOf(entry.createdAt),
  }))
  return ok(200, { ok: true, keys })
}

export function remove(state: State, call: Call): Answer {
  const namespace = openByKey(state, call, state.namespaces, 'write')
  if (call.key === undefined) throw new Refused(400)
  const entry = meet(state, namespace, call.key)
  if (entry === undefined && state.profile.kv.deleteMissing === 404) throw new Refused(404)
  if (entry !== undefined) {
    namespace.entries.delete(call.key)
    usageOf(state, namespace).deletes++
  }
  return deleted(call.key, state.profile.kv)
}

export function usage(state: State, call: Call): Answer {
  const namespace = openByBearer(state, call)
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

export function deleted(key: string, { deleteStatus, deleteBody }: Profile['config']): Answer {
  if (deleteStatus === 204) return ok(204, undefined)
  return ok(deleteStatus, deleteBody === 'ok' ? { ok: true } : { ok: true, key })
}

export function limitsOf({ profile }: State, { limits }: Namespace): Limits {
  return { ...profile.kv.defaultLimits, ...limits }
}

/** The counters of the present month. */
export function usageOf(state: State, { usage: byMonth }: Namespace): Counters {
  const month = monthOf(state.clock.now)
  const counters = byMonth.get(month) ?? { reads: 0, writes: 0, deletes: 0, lists: 0 }
  byMonth.set(month, counters)
  return counters
}

/** The object in the body; refused where there is none. */
export function readObject(call: Call): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(call.body?.text ?? '')
  } catch {
    throw new Refused(400)
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>
  }
  throw new Refused(400, call.interface === 'C' ? 'validation_error' : undefined)
}

export function isExpired(state: State, entry: Entry): boolean {
  return entry.expiresAt <= state.clock.now
}

/** Bytes of what is stored; those of expired entries count until they leave, unless the profile frees them at once. */
export function bytesIn({ profile }: State, entries: Iterable<[string, { readonly text: string }]>): number {
  let bytes = 0
  for (const [key, { text }] of entries) {
    bytes += Buffer.byteLength(text) + (profile.kv.storageOf === 'value' ? 0 : Buffer.byteLength(key))
  }
  return bytes
}

/** storageBytes. Where expired entries are to be freed, they leave as it is counted. */
function storageOf(state: State, namespace: Namespace): number {
  if (state.profile.kv.expiredStorage === 'freed') meetAll(state, namespace)
  return bytesIn(state, namespace.entries)
}

/** A total equal to the limit fits, and so does any put that does not grow the total. */
function holdStorage(state: State, namespace: Namespace, key: string, text: string): void {
  const before = storageOf(state, namespace)
  const after = bytesIn(
    state,
    new Map<string, { readonly text: string }>(namespace.entries).set(key, { text }),
  )
  if (after > limitsOf(state, namespace).storageBytes && after > before) {
    throw new Refused(403, 'namespace_storage_quota_exceeded')
  }
}

function holdQuota(state: State, namespace: Namespace, counter: 'reads' | 'writes' | 'lists'): void {
  if (usageOf(state, namespace)[counter] < limitsOf(state, namespace)[counter]) return
  const { now } = state.clock
  const seconds = Math.ceil((nextMonthAfter(now) - now) / 1000)
  throw new Refused(429, 'monthly_quota_exceeded', state.profile.kv.quotaRetryAfter ? seconds : undefined)
}

/** Expiry is lazy: an expired entry leaves when it is met. */
function meet(state: State, namespace: Namespace, key: string): Entry | undefined {
  const entry = namespace.entries.get(key)
  if (entry === undefined || !isExpired(state, entry)) return entry
  namespace.entries.delete(key)
  return undefined
}

function meetAll(state: State, namespace: Namespace): void {
  for (const key of [...namespace.entries.keys()]) meet(state, namespace, key)
}

function shownTtl(state: State, { ttlSeconds, expiresAt }: Entry): number {
  const isRemaining = state.profile.kv.readTtl === 'remaining'
  return isRemaining ? Math.ceil((expiresAt - state.clock.now) / 1000) : ttlSeconds
}

function readTtl({ ttlSeconds: ttl }: Record<string, unknown>, { kv }: Profile): number {
  if (ttl === undefined) return kv.ttlMissing === 'reject' ? refuse() : kv.ttlMissing
  if (typeof ttl !== 'number') return refuse()
  if (Number.isInteger(ttl)) return Math.min(ttl, INTEGER_MAX)
  return kv.ttlInvalid === 'truncate' ? Math.min(Math.trunc(ttl), INTEGER_MAX) : refuse()
}

function refuse(): never {
  throw new Refused(400)
}
