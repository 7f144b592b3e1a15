import { TTL_MIN_S } from '../../contract/values.js'
import { Refusal } from '../../core/refusal.js'
import type { Gaps } from '../../domain/profile/gaps.js'
import type { Profile } from '../../domain/profile/profile.js'
import { type Counters, type Limited, type Limits, quotaRefusal } from '../../domain/quotas.js'
import type { CallFacts } from '../../domain/requests/call.js'
import type { World } from '../../domain/world.js'
import { creationOf, expiryOf, type KvEntry, type KvFields, Offset } from './entry.js'
import type { Namespace } from './namespace.js'

/** A call under way in a world. */
type WorldCall = CallFacts & { readonly world: World }

/** A validated write; `ttlSeconds` as requested. */
export interface KvWrite {
  readonly key: string
  readonly text: string
  readonly ttlSeconds: number
}

/** Returns the namespace's own limits, falling back to the profile's. */
export function limitsInForce(namespace: Namespace, gaps: Gaps): Limits {
  return {
    reads: limitOf(namespace, 'reads', gaps),
    writes: limitOf(namespace, 'writes', gaps),
    lists: limitOf(namespace, 'lists', gaps),
    storageBytes: limitOf(namespace, 'storageBytes', gaps),
  }
}

/** An answer depends on the profile's limit only if the namespace has none. */
const limitOf = ({ limits }: Namespace, name: keyof Limits, gaps: Gaps): number =>
  limits[name] ?? gaps.decide('kv.defaultLimits')[name]

/** Returns a refusal if one more read, write or list exceeds the quota. Counts nothing. */
export function refusalBeyondQuota(
  { gaps, decision, request: { at: now } }: WorldCall,
  namespace: Namespace,
  quantity: Limited,
): Refusal | undefined {
  const limit = limitOf(namespace, quantity, gaps)
  return quotaRefusal(namespace.usage.at(now), { quantity, limit, now }, decision)
}

/** Removes expired entries in the profile's mode "freed", and returns the storageBytes in force afterwards. */
export function settleStorage(call: WorldCall, namespace: Namespace): number {
  const { gaps } = call
  if (gaps.decide('kv.expiredStorage') === 'freed') deleteExpired(call, namespace)
  return weigh(gaps, namespace.stored.keys, namespace.stored.values)
}

/** Counts a namespace as `settleStorage` would, without removing expired entries. */
export function contentsOf({ namespace, gaps, now, origin }: NamespaceAt): ContentsInForce {
  const { live, expired, liveBytes } = namespace.contentsAt(now, origin)
  const { keys, values } = gaps.decide('kv.expiredStorage') === 'freed' ? liveBytes : namespace.stored
  return { live, expired, storageBytes: weigh(gaps, keys, values) }
}

/** A namespace at an instant. Times in ms. */
interface NamespaceAt {
  readonly namespace: Namespace
  readonly gaps: Gaps
  readonly now: number
  /** The instant that relative times of seeded entries count from. */
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
 * Upserts a key; value and TTL are those of the latest write. Replacing an expired entry creates a new one.
 *
 * @throws Refusal namespace_storage_quota_exceeded; then nothing is changed or counted
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

/** Counts a put that was refused after passing the quota, if the profile counts those. */
export function countRefusedPut(call: WorldCall, namespace: Namespace): void {
  count(call, namespace, 'writes')
}

/** Reads a key; undefined if missing or expired. Counts misses as reads, unless the profile says otherwise. */
export function read(call: WorldCall, namespace: Namespace, key: string): KvEntry | undefined {
  const entry = get(call, namespace, key)
  if (entry !== undefined || call.gaps.decide('kv.countMisses')) count(call, namespace, 'reads')
  return entry
}

/** Returns the live entries, in order of insertion. */
export function list(call: WorldCall, namespace: Namespace): readonly KvEntry[] {
  deleteExpired(call, namespace)
  count(call, namespace, 'lists')
  return [...namespace.entries.values()]
}

/** Deletes a key. Returns false if it was missing or expired, which doesn't count unless the profile says so. */
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
 * Writes an entry for an admin call: no quota, no counting. Replacing an expired entry creates a new one, as in an
 * operation.
 */
export function putUncounted(world: World, namespace: Namespace, fields: KvFields): KvEntry {
  const before = namespace.entries.get(fields.key)
  if (before !== undefined && isExpired(world, before)) expire(world, namespace, before)
  return namespace.put(fields)
}

/** Removes an entry, live or expired, for an admin call, without counting. */
export function removeUncounted(world: World, namespace: Namespace, entry: KvEntry): void {
  if (isExpired(world, entry)) expire(world, namespace, entry)
  else namespace.delete(entry, { deletedBy: 'an admin call' }, world.tombstones)
}

const isExpired = ({ clock, state }: World, entry: KvEntry): boolean =>
  expiryOf(entry, state.origin) <= clock.now()

/** Expires lazily: an expired entry is removed when an operation finds it (docs/CONTRACT.md A-23). */
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
 * Checks the storage limit. A total equal to it fits, and so does any put that doesn't grow the total (docs/gaps.md).
 * Expired entries that haven't been found yet, the key's own included, still occupy storage.
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

/** Returns the TTL as written or as remaining, whichever the profile says, in seconds. */
export function presentTtl({ readTtl, now, origin }: TimesContext, entry: KvEntry): number {
  const expiresAt = expiryOf(entry, origin)
  if (readTtl === 'remaining') return Math.ceil((expiresAt - now) / 1000)
  if (readTtl === 'remaining-floor') return Math.floor((expiresAt - now) / 1000)
  if (entry.ttlSeconds !== undefined) return entry.ttlSeconds
  return Math.round((expiresAt - creationOf(entry, origin)) / 1000)
}
