import { TTL_MIN_S } from '../../contract/values.js'
import { Refusal } from '../../core/refusal.js'
import type { Gaps } from '../../domain/profile/gaps.js'
import type { Profile } from '../../domain/profile/profile.js'
import { type Counters, type Limited, type Limits, quotaRefusal } from '../../domain/quotas.js'
import type { CallFacts } from '../../domain/requests/call.js'
import type { World } from '../../domain/world.js'
import { creationOf, expiryOf, type KvEntry, type KvFields, Offset } from './entry.js'
import type { Namespace } from './namespace.js'

type WorldCall = CallFacts & { readonly world: World }

/** A validated write. `ttlSeconds` is what the client asked for. */
export interface KvWrite {
  readonly key: string
  readonly text: string
  readonly ttlSeconds: number
}

/** The profile supplies the limits that the namespace doesn't set itself. */
export function limitsInForce(namespace: Namespace, gaps: Gaps): Limits {
  return {
    reads: limitOf(namespace, 'reads', gaps),
    writes: limitOf(namespace, 'writes', gaps),
    lists: limitOf(namespace, 'lists', gaps),
    storageBytes: limitOf(namespace, 'storageBytes', gaps),
  }
}

/** The profile only affects the response if the namespace has no limit of its own. */
const limitOf = ({ limits }: Namespace, name: keyof Limits, gaps: Gaps): number =>
  limits[name] ?? gaps.decide('kv.defaultLimits')[name]

/** Returns a refusal if another read, write or list would exceed the quota. Nothing is counted. */
export function refusalBeyondQuota(
  { gaps, decision, request: { at: now } }: WorldCall,
  namespace: Namespace,
  quantity: Limited,
): Refusal | undefined {
  const limit = limitOf(namespace, quantity, gaps)
  return quotaRefusal(namespace.usage.at(now), { quantity, limit, now }, decision)
}

/** Returns how many bytes are stored. If the profile says "freed", it removes expired entries first. */
export function settleStorage(call: WorldCall, namespace: Namespace): number {
  const { gaps } = call
  if (gaps.decide('kv.expiredStorage') === 'freed') deleteExpired(call, namespace)
  return weigh(gaps, namespace.stored.keys, namespace.stored.values)
}

/** Returns the same numbers as if `settleStorage` had been called, but doesn't remove anything. */
export function contentsOf({ namespace, gaps, now, origin }: NamespaceAt): ContentsInForce {
  const { live, expired, liveBytes } = namespace.contentsAt(now, origin)
  const { keys, values } = gaps.decide('kv.expiredStorage') === 'freed' ? liveBytes : namespace.stored
  return { live, expired, storageBytes: weigh(gaps, keys, values) }
}

interface NamespaceAt {
  readonly namespace: Namespace
  readonly gaps: Gaps
  readonly now: number
  /** The instant that seeded entries' relative times count from. */
  readonly origin: number
}

export interface ContentsInForce {
  readonly live: number
  readonly expired: number
  readonly storageBytes: number
}

export interface PutResult {
  readonly entry: KvEntry
  readonly isNew: boolean
}

/**
 * Creates or updates a key, with the value and TTL of this write. If the existing entry has expired, it's replaced by a
 * new one.
 *
 * @throws Refusal `namespace_storage_quota_exceeded`, in which case nothing is changed or counted
 */
export function put(call: WorldCall, namespace: Namespace, write: KvWrite): PutResult {
  const { gaps, decision, request } = call
  const now = request.at
  decision.ttlRaisedBy = Math.max(TTL_MIN_S - write.ttlSeconds, 0)
  assertStorage(call, namespace, write)
  const live = get(call, namespace, write.key)
  const kept = live !== undefined && gaps.decide('kv.createdAtOnUpsert') === 'kept' ? live : undefined
  const ttlSeconds = Math.max(write.ttlSeconds, TTL_MIN_S)
  const entry = namespace.put({
    key: write.key,
    text: write.text,
    ttlSeconds,
    createdAt: kept?.createdAt ?? now,
    expiresAt: now + ttlSeconds * 1000,
    offsets: kept === undefined ? Offset.none : kept.offsets & Offset.createdAt,
  })
  count(call, namespace, 'writes')
  return { entry, isNew: live === undefined }
}

/** Counts a put that was within the quota but refused later. Only called if the profile counts those. */
export function countRefusedPut(call: WorldCall, namespace: Namespace): void {
  count(call, namespace, 'writes')
}

/** Undefined if it's missing or expired. Misses count as reads unless the profile says otherwise. */
export function read(call: WorldCall, namespace: Namespace, key: string): KvEntry | undefined {
  const entry = get(call, namespace, key)
  if (entry !== undefined || call.gaps.decide('kv.countMisses')) count(call, namespace, 'reads')
  return entry
}

/** In insertion order, without expired entries. */
export function list(call: WorldCall, namespace: Namespace): readonly KvEntry[] {
  deleteExpired(call, namespace)
  count(call, namespace, 'lists')
  return [...namespace.entries.values()]
}

/** Deletes a key. Returns false if it's missing or expired, which only counts as a delete if the profile says so. */
export function remove(call: WorldCall, namespace: Namespace, key: string): boolean {
  const { gaps, world, request } = call
  const entry = get(call, namespace, key)
  if (entry !== undefined) namespace.delete(entry, { deletedBy: { request: request.id } }, world.tombstones)
  if (entry !== undefined || gaps.decide('kv.countMissingDeletes')) count(call, namespace, 'deletes')
  return entry !== undefined
}

function count({ request, decision }: WorldCall, namespace: Namespace, quantity: keyof Counters): void {
  namespace.usage.at(request.at)[quantity]++
  decision.countedBy = namespace.id
}

/**
 * Writes an entry for an admin call, without quotas or counting. As with an operation, an expired entry is replaced by
 * a new one.
 */
export function putUncounted(world: World, namespace: Namespace, fields: KvFields): KvEntry {
  const before = namespace.entries.get(fields.key)
  if (before !== undefined && isExpired(world, before)) expire(world, namespace, before)
  return namespace.put(fields)
}

/** Removes an entry for an admin call, even if it has expired. Nothing is counted. */
export function removeUncounted(world: World, namespace: Namespace, entry: KvEntry): void {
  if (isExpired(world, entry)) expire(world, namespace, entry)
  else namespace.delete(entry, { deletedBy: 'an admin call' }, world.tombstones)
}

const isExpired = ({ clock, state }: World, entry: KvEntry): boolean =>
  expiryOf(entry, state.origin) <= clock.now()

/** Expiry is lazy. An expired entry is removed when an operation comes across it (docs/CONTRACT.md A-23). */
function get(call: WorldCall, namespace: Namespace, key: string): KvEntry | undefined {
  const { world, request, decision } = call
  const entry = namespace.entries.get(key)
  if (entry !== undefined && expiryOf(entry, world.state.origin) > request.at) return entry
  if (entry !== undefined) expire(world, namespace, entry)
  decision.absence = world.tombstones.find(namespace.id, key)
  return undefined
}

function deleteExpired({ world, request }: WorldCall, namespace: Namespace): void {
  namespace.deleteExpired(request.at, world.state.origin, world.tombstones)
}

function expire({ tombstones, state }: World, namespace: Namespace, entry: KvEntry): void {
  namespace.delete(entry, { expiredAt: expiryOf(entry, state.origin) }, tombstones)
}

/**
 * Throws if a put would exceed the storage limit. It may reach the limit exactly, and a put that doesn't need more
 * space is always allowed (docs/gaps.md). Expired entries still count until they're found, even one with the same key.
 */
function assertStorage(call: WorldCall, namespace: Namespace, write: KvWrite): void {
  const { gaps, decision } = call
  const limit = limitOf(namespace, 'storageBytes', gaps)
  const stored = settleStorage(call, namespace)
  const replaced = namespace.entries.get(write.key)
  const growth =
    replaced === undefined
      ? bytesOfWrite(gaps, write)
      : Buffer.byteLength(write.text) - Buffer.byteLength(replaced.text)
  const after = stored + growth
  decision.stored = stored
  decision.storedAfter = after
  decision.storageLimit = limit
  if (after <= limit || after <= stored) return
  throw new Refusal(
    'namespace_storage_quota_exceeded',
    `the put would make it ${after} of ${limit} bytes; ${stored} are stored${expiredNote(call, namespace)}`,
  )
}

function expiredNote({ gaps, request, world }: WorldCall, namespace: Namespace): string {
  const { keys, values } = namespace.expiredBytes(request.at, world.state.origin)
  const bytes = weigh(gaps, keys, values)
  return bytes === 0
    ? ''
    : `, ${bytes} of them by expired entries that no read, list, put or delete has met yet`
}

function bytesOfWrite(gaps: Gaps, { key, text }: KvWrite): number {
  return weigh(gaps, Buffer.byteLength(key), Buffer.byteLength(text))
}

const weigh = (gaps: Gaps, keyBytes: number, valueBytes: number): number =>
  gaps.decide('kv.storageOf') === 'value' ? valueBytes : keyBytes + valueBytes

export interface TimesContext {
  readonly now: number
  readonly origin: number
  readonly readTtl: Profile['kv']['readTtl']
}

/** Returns the TTL in seconds, either as it was put or as it remains, depending on the profile. */
export function presentTtl({ readTtl, now, origin }: TimesContext, entry: KvEntry): number {
  const expiresAt = expiryOf(entry, origin)
  if (readTtl === 'remaining') return Math.ceil((expiresAt - now) / 1000)
  if (readTtl === 'remaining-floor') return Math.floor((expiresAt - now) / 1000)
  if (entry.ttlSeconds !== undefined) return entry.ttlSeconds
  return Math.round((expiresAt - creationOf(entry, origin)) / 1000)
}
