import { TTL_MIN_S } from '../contract/values.js'
import { Refusal } from '../core/refusal.js'
import type { Command } from './command.js'
import type { DecisionFacts } from './decision-facts.js'
import { creationOf, expiryOf, type KvEntry, type KvFields, Offset } from './entries/entry.js'
import type { Namespace } from './namespace.js'
import type { Profile } from './profile/profile.js'
import { admit, type Counters, type Limited, type Limits } from './quotas.js'
import type { Tombstones } from './tombstones.js'

/** The facts that an operation on a namespace needs. Times in ms. */
export interface KvContext {
  readonly namespace: Namespace
  readonly profile: Profile['kv']
  readonly now: number
  /** The instant that relative times of seeded entries count from. */
  readonly origin: number
  /** The call, which has an id in the journal. */
  readonly command: Pick<Command, 'id'>
  readonly decision: DecisionFacts
  readonly tombstones: Tombstones
}

/** A write that was read and found valid; `ttlSeconds` as asked for. */
export interface KvWrite {
  readonly key: string
  readonly text: string
  readonly ttlSeconds: number
}

/** The limits in force: the namespace's own, and the profile's where it has none. */
export function limitsInForce({ limits }: Namespace, profile: Profile['kv']): Limits {
  const { reads, writes, lists, storageBytes } = limits
  // Field by field, since an answer does not depend on a default that it does not need.
  return {
    reads: reads ?? profile.defaultLimits.reads,
    writes: writes ?? profile.defaultLimits.writes,
    lists: lists ?? profile.defaultLimits.lists,
    storageBytes: storageBytes ?? profile.defaultLimits.storageBytes,
  }
}

/**
 * Lets one more read, write or list of the namespace through; counts nothing.
 *
 * @throws Refusal monthly_quota_exceeded
 */
export function admitTo({ namespace, profile, now, decision }: KvContext, quantity: Limited): void {
  const limit = namespace.limits[quantity] ?? profile.defaultLimits[quantity]
  admit(namespace.usage.at(now), quantity, limit, now, decision)
}

/** storageBytes in force. In the profile's mode "freed", expired entries leave before they are counted. */
export function storageBytes(context: KvContext): number {
  const { namespace, profile } = context
  if (profile.expiredStorage === 'freed') deleteExpired(context)
  return weigh(profile, namespace.stored.keys, namespace.stored.values)
}

/** The contents of a namespace as `storageBytes` would count them; expired entries stay where they are. */
export function contentsOf({
  namespace,
  profile,
  now,
  origin,
}: Pick<KvContext, 'namespace' | 'profile' | 'now' | 'origin'>): ContentsInForce {
  const { live, expired, liveBytes } = namespace.contentsAt(now, origin)
  const { keys, values } = profile.expiredStorage === 'freed' ? liveBytes : namespace.stored
  return { live, expired, storageBytes: weigh(profile, keys, values) }
}

/** The number of entries of a namespace, and the bytes that count. */
export interface ContentsInForce {
  readonly live: number
  readonly expired: number
  readonly storageBytes: number
}

/** A key as it was written, and whether no live entry was there before. */
export interface Written {
  readonly entry: KvEntry
  readonly isNew: boolean
}

/**
 * Writes a key: an upsert, value and TTL being those of the latest write. Over an expired entry it makes a new one.
 *
 * @throws Refusal namespace_storage_quota_exceeded; then nothing is changed and nothing counted
 */
export function put(context: KvContext, write: KvWrite): Written {
  const { namespace, profile, now, decision } = context
  decision.ttlRaisedBy = Math.max(TTL_MIN_S - write.ttlSeconds, 0)
  assertStorage(context, write)
  const live = get(context, write.key)
  const kept = live !== undefined && profile.createdAtOnUpsert === 'kept' ? live : undefined
  const ttlSeconds = Math.max(write.ttlSeconds, TTL_MIN_S)
  const entry = namespace.put({
    key: write.key,
    text: write.text,
    ttlSeconds,
    createdAt: kept?.createdAt ?? now,
    expiresAt: now + ttlSeconds * 1000,
    offsets: kept === undefined ? Offset.none : kept.offsets & Offset.createdAt,
  })
  count(context, 'writes')
  return { entry, isNew: live === undefined }
}

/** Counts a put that was let through and then refused, where the profile has such puts count. */
export function countRefusedPut(context: KvContext): void {
  count(context, 'writes')
}

/** Reads a key; undefined where it is absent or expired, which counts as a read too unless the profile says no. */
export function read(context: KvContext, key: string): KvEntry | undefined {
  const entry = get(context, key)
  if (entry !== undefined || context.profile.countMisses) count(context, 'reads')
  return entry
}

/** The live entries of this moment, in order of insertion. */
export function list(context: KvContext): readonly KvEntry[] {
  deleteExpired(context)
  count(context, 'lists')
  return [...context.namespace.entries.values()]
}

/** Deletes a key; false where it was absent or expired, which counts nothing unless the profile says so. */
export function remove(context: KvContext, key: string): boolean {
  const { namespace, profile, tombstones, command } = context
  const entry = get(context, key)
  if (entry !== undefined) namespace.delete(entry, { deletedBy: `request ${command.id}` }, tombstones)
  if (entry !== undefined || profile.countMissingDeletes) count(context, 'deletes')
  return entry !== undefined
}

function count({ namespace, now, decision }: KvContext, quantity: keyof Counters): void {
  namespace.usage.at(now)[quantity]++
  decision.countedBy = namespace.id
}

/**
 * Writes an entry for an admin call: no quota holds it, and it counts nothing. Over an expired entry it makes a new
 * one, as an operation does.
 */
export function putUncounted(context: AdminKvContext, fields: KvFields): KvEntry {
  const before = context.namespace.entries.get(fields.key)
  if (before !== undefined && isExpired(context, before)) expire(context, before)
  return context.namespace.put(fields)
}

/** Removes an entry, live or expired, for an admin call: it counts nothing. */
export function removeUncounted(context: AdminKvContext, entry: KvEntry): void {
  if (isExpired(context, entry)) expire(context, entry)
  else context.namespace.delete(entry, { deletedBy: 'an admin call' }, context.tombstones)
}

/** The facts that an admin call on a namespace needs. Times in ms. */
export type AdminKvContext = Pick<KvContext, 'namespace' | 'now' | 'origin' | 'tombstones'>

const isExpired = ({ now, origin }: AdminKvContext, entry: KvEntry): boolean => expiryOf(entry, origin) <= now

/** Expiry happens lazily: an expired entry leaves when an operation meets it (docs/CONTRACT.md A-23). */
function get(context: KvContext, key: string): KvEntry | undefined {
  const { namespace, now, origin } = context
  const entry = namespace.entries.get(key)
  if (entry !== undefined && expiryOf(entry, origin) > now) return entry
  if (entry !== undefined) expire(context, entry)
  context.decision.absence = context.tombstones.find(namespace.id, key)
  return undefined
}

function deleteExpired({ namespace, now, origin, tombstones }: KvContext): void {
  namespace.deleteExpired(now, origin, tombstones)
}

function expire({ namespace, tombstones, origin }: AdminKvContext, entry: KvEntry): void {
  namespace.delete(entry, { expiredAt: expiryOf(entry, origin) }, tombstones)
}

/**
 * Checks the storage limit: a total equal to it fits, and so does any put that does not grow the total
 * (docs/DESIGN.md section 6).
 * Expired entries that nothing has met yet, the key's own among them, occupy storage until they leave.
 */
function assertStorage(context: KvContext, write: KvWrite): void {
  const { namespace, profile, decision } = context
  const limit = namespace.limits.storageBytes ?? profile.defaultLimits.storageBytes
  const stored = storageBytes(context)
  const replaced = namespace.entries.get(write.key)
  const growth =
    replaced === undefined
      ? bytesOfWrite(profile, write)
      : Buffer.byteLength(write.text) - Buffer.byteLength(replaced.text)
  const after = stored + growth
  decision.stored = stored
  decision.storedAfter = after
  decision.storageLimit = limit
  if (after <= limit || after <= stored) return
  throw new Refusal(
    'namespace_storage_quota_exceeded',
    `the put would make it ${after} of ${limit} bytes; ${stored} are stored${expiredNote(context)}`,
  )
}

function expiredNote({ namespace, profile, now, origin }: KvContext): string {
  const { keys, values } = namespace.expiredBytes(now, origin)
  const bytes = weigh(profile, keys, values)
  return bytes === 0
    ? ''
    : `, ${bytes} of them by expired entries that no read, list, put or delete has met yet`
}

function bytesOfWrite(profile: Profile['kv'], { key, text }: KvWrite): number {
  return weigh(profile, Buffer.byteLength(key), Buffer.byteLength(text))
}

const weigh = (profile: Profile['kv'], keyBytes: number, valueBytes: number): number =>
  profile.storageOf === 'value' ? valueBytes : keyBytes + valueBytes

/** The facts that the times of an entry are presented by. */
export interface TimesContext {
  readonly now: number
  readonly origin: number
  readonly profile: Pick<Profile['kv'], 'readTtl'>
}

/** The ttlSeconds of reads and lists: as written, or what remains, by the profile. */
export function presentTtl({ profile, now, origin }: TimesContext, entry: KvEntry): number {
  const expiresAt = expiryOf(entry, origin)
  if (profile.readTtl === 'remaining') return Math.ceil((expiresAt - now) / 1000)
  if (entry.ttlSeconds !== undefined) return entry.ttlSeconds
  return Math.round((expiresAt - creationOf(entry, origin)) / 1000)
}
