import { TTL_MIN_S } from '../../contract/values.js'
import { Refusal } from '../../core/refusal.js'
import type { Command } from '../../domain/command.js'
import type { DecisionFacts } from '../../domain/decision-facts.js'
import type { Gaps } from '../../domain/profile/gaps.js'
import type { Profile } from '../../domain/profile/profile.js'
import { type Counters, type Limited, type Limits, quotaRefusal } from '../../domain/quotas.js'
import type { Tombstones } from '../../domain/tombstones.js'
import { creationOf, expiryOf, type KvEntry, type KvFields, Offset } from './entry.js'
import type { Namespace } from './namespace.js'

/** The facts that an operation on a namespace needs. Times in ms. */
export interface KvContext {
  readonly namespace: Namespace
  readonly gaps: Gaps
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

/** The limits in force: the namespace's own, and the profile's if it has none. */
export function limitsInForce(namespace: Namespace, gaps: Gaps): Limits {
  return {
    reads: limitOf(namespace, 'reads', gaps),
    writes: limitOf(namespace, 'writes', gaps),
    lists: limitOf(namespace, 'lists', gaps),
    storageBytes: limitOf(namespace, 'storageBytes', gaps),
  }
}

/** A limit in force. An answer depends on the profile's only if the namespace has none of its own. */
const limitOf = ({ limits }: Namespace, name: keyof Limits, gaps: Gaps): number =>
  limits[name] ?? gaps.decide('kv.defaultLimits')[name]

/** The refusal of one more read, write or list of the namespace; undefined within the quota. Counts nothing. */
export function refusalBeyondQuota(
  { namespace, gaps, now, decision }: KvContext,
  quantity: Limited,
): Refusal | undefined {
  const limit = limitOf(namespace, quantity, gaps)
  return quotaRefusal(namespace.usage.at(now), { quantity, limit, now }, decision)
}

/** Removes expired entries in the profile's mode "freed", and returns the storageBytes that are then in force. */
export function settleStorage(context: KvContext): number {
  const { namespace, gaps } = context
  if (gaps.decide('kv.expiredStorage') === 'freed') deleteExpired(context)
  return weigh(gaps, namespace.stored.keys, namespace.stored.values)
}

/** The contents of a namespace as `settleStorage` would count them; expired entries stay where they are. */
export function contentsOf({
  namespace,
  gaps,
  now,
  origin,
}: Pick<KvContext, 'namespace' | 'gaps' | 'now' | 'origin'>): ContentsInForce {
  const { live, expired, liveBytes } = namespace.contentsAt(now, origin)
  const { keys, values } = gaps.decide('kv.expiredStorage') === 'freed' ? liveBytes : namespace.stored
  return { live, expired, storageBytes: weigh(gaps, keys, values) }
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
 * Writes a key: an upsert, value and TTL being those of the latest write. Over an expired entry it makes a
 * new one.
 *
 * @throws Refusal namespace_storage_quota_exceeded; then nothing is changed and nothing counted
 */
export function put(context: KvContext, write: KvWrite): Written {
  const { namespace, gaps, now, decision } = context
  decision.ttlRaisedBy = Math.max(TTL_MIN_S - write.ttlSeconds, 0)
  assertStorage(context, write)
  const live = get(context, write.key)
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
  count(context, 'writes')
  return { entry, isNew: live === undefined }
}

/** Counts a put that passed the quota and was refused then, if the profile has such puts count. */
export function countRefusedPut(context: KvContext): void {
  count(context, 'writes')
}

/**
 * Reads a key; undefined if it is absent or expired, which counts as a read too unless the profile says no.
 */
export function read(context: KvContext, key: string): KvEntry | undefined {
  const entry = get(context, key)
  if (entry !== undefined || context.gaps.decide('kv.countMisses')) count(context, 'reads')
  return entry
}

/** The live entries of this moment, in order of insertion. */
export function list(context: KvContext): readonly KvEntry[] {
  deleteExpired(context)
  count(context, 'lists')
  return [...context.namespace.entries.values()]
}

/** Deletes a key; false if it was absent or expired, which counts nothing unless the profile says so. */
export function remove(context: KvContext, key: string): boolean {
  const { namespace, gaps, tombstones, command } = context
  const entry = get(context, key)
  if (entry !== undefined) namespace.delete(entry, { deletedBy: { request: command.id } }, tombstones)
  if (entry !== undefined || gaps.decide('kv.countMissingDeletes')) count(context, 'deletes')
  return entry !== undefined
}

function count({ namespace, now, decision }: KvContext, quantity: keyof Counters): void {
  namespace.usage.at(now)[quantity]++
  decision.countedBy = namespace.id
}

/**
 * Writes an entry for an admin call: no quota holds it, and it counts nothing. Over an expired entry it makes
 * a new one, as an operation does.
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
 * (docs/gaps.md).
 * Expired entries that nothing has met yet, the key's own among them, occupy storage until they leave.
 */
function assertStorage(context: KvContext, write: KvWrite): void {
  const { namespace, gaps, decision } = context
  const limit = limitOf(namespace, 'storageBytes', gaps)
  const stored = settleStorage(context)
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
    `the put would make it ${after} of ${limit} bytes; ${stored} are stored${expiredNote(context)}`,
  )
}

function expiredNote({ namespace, gaps, now, origin }: KvContext): string {
  const { keys, values } = namespace.expiredBytes(now, origin)
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

/** The facts that the times of an entry are presented by. */
export interface TimesContext {
  readonly now: number
  readonly origin: number
  readonly readTtl: Profile['kv']['readTtl']
}

/** The ttlSeconds of reads and lists: as written, or what remains, by the profile. */
export function presentTtl({ readTtl, now, origin }: TimesContext, entry: KvEntry): number {
  const expiresAt = expiryOf(entry, origin)
  if (readTtl === 'remaining') return Math.ceil((expiresAt - now) / 1000)
  if (readTtl === 'remaining-floor') return Math.floor((expiresAt - now) / 1000)
  if (entry.ttlSeconds !== undefined) return entry.ttlSeconds
  return Math.round((expiresAt - creationOf(entry, origin)) / 1000)
}
