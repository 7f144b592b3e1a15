import { INTEGER_MAX } from '../contract/values.js'
import { formatInstant, monthKey } from '../core/instants.js'
import { minify, objectText } from '../core/json/json-text.js'
import { isWhole, truncated } from '../core/json/lossless-json.js'
import { Refusal } from '../core/refusal.js'
import { creationOf, expiryOf, type KvEntry } from '../domain/entries/entry.js'
import * as kv from '../domain/kv.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Profile } from '../domain/profile/profile.js'
import { assertValueSize, member, readKey, readObject, textsOf } from './body.js'
import type { OperationCall } from './context.js'
import { namespaceByBearer, namespaceByKey, namespaceForList } from './gates.js'
import { type Reply, reply } from './message.js'

/** PUT /v1/kv/{namespaceId}/{key} (docs/CONTRACT.md) */
export function put(call: OperationCall): Reply {
  const context = namespaceByKey(call)
  kv.admitTo(context, 'writes')
  try {
    return write(call, context)
  } catch (error) {
    if (context.gaps.get('kv.countRefusedPuts')) kv.countRefusedPut(context)
    throw error
  }
}

function write(call: OperationCall, context: kv.KvContext): Reply {
  const key = readKey(call)
  const { text, ttlSeconds } = readWrite(call)
  const { entry, isNew } = kv.put(context, { key, text, ttlSeconds })
  const isClamped = entry.ttlSeconds !== ttlSeconds
  const echoed = isClamped && context.gaps.get('kv.ttlEcho') === 'requested' ? ttlSeconds : entry.ttlSeconds
  return reply(
    putStatus(context.gaps.get('kv.putStatus'), isNew),
    `{"ok":true,"key":${JSON.stringify(key)},"ttlSeconds":${echoed},"expiresAt":${entry.expiresAt}}`,
  )
}

/**
 * GET /v1/kv/{namespaceId}/{key}: an expired key answers exactly as a missing one (docs/CONTRACT.md A-31).
 */
export function get(call: OperationCall): Reply {
  const context = namespaceByKey(call)
  kv.admitTo(context, 'reads')
  const key = readKey(call)
  const entry = kv.read(context, key)
  if (entry === undefined) throw missing()
  const { now, origin, gaps } = context
  const times = `"ttlSeconds":${kv.presentTtl({ now, origin, readTtl: gaps.get('kv.readTtl') }, entry)},"expiresAt":${expiryOf(entry, origin)}`
  return reply(200, `{"ok":true,"key":${JSON.stringify(key)},"value":${entry.text},${times}}`)
}

/** GET /v1/kv/{namespaceId}: the live keys, without their values. */
export function list(call: OperationCall): Reply {
  const context = namespaceForList(call)
  kv.admitTo(context, 'lists')
  const { now, origin, gaps } = context
  const times = {
    now,
    origin,
    readTtl: gaps.get('kv.readTtl'),
    createdAtPrecision: gaps.get('kv.createdAtPrecision'),
  }
  const keys = Array.from(kv.list(context), (entry) => listed(entry, times))
  return reply(200, `{"ok":true,"keys":[${keys.join(',')}]}`)
}

/** DELETE /v1/kv/{namespaceId}/{key} */
export function remove(call: OperationCall): Reply {
  const context = namespaceByKey(call)
  const key = readKey(call)
  if (!kv.remove(context, key) && context.gaps.get('kv.deleteMissing') === 404) throw missing()
  return deleted(key, context.gaps, 'kv')
}

/** GET /v1/usage/{namespaceId}: the usage record (docs/CONTRACT.md ). */
export function usage(call: OperationCall): Reply {
  const context = namespaceByBearer(call)
  const { namespace, now } = context
  call.decision.countedBy = namespace.id
  const { reads, writes, deletes, lists } = namespace.usage.at(now)
  const used = { reads, writes, deletes, lists, storageBytes: kv.storageBytes(context) }
  const record = {
    ok: true,
    namespaceId: namespace.id,
    monthKey: monthKey(now),
    limits: kv.limitsInForce(context.namespace, context.gaps),
    usage: used,
  }
  return reply(200, JSON.stringify(record))
}

/** The status of a put in the two stores, by the profile (docs/CONTRACT.md N-10). */
export function putStatus(status: Profile['kv']['putStatus'], isNew: boolean): number {
  if (status !== '201 or 200') return status
  return isNew ? 201 : 200
}

/** The answer to a delete in the two stores, by the profile (docs/CONTRACT.md N-6, N-8). */
export function deleted(key: string, gaps: Gaps, service: 'kv' | 'config'): Reply {
  const status = gaps.get(`${service}.deleteStatus`)
  if (status === 204) return reply(204, undefined)
  const keyText = gaps.get(`${service}.deleteBody`) === 'ok+key' ? JSON.stringify(key) : undefined
  return reply(status, objectText(['ok', 'true', 'key', keyText]))
}

/** One answer for a key that never was, expired or was deleted. */
function missing(): Refusal {
  return new Refusal('entry_missing', 'the key is missing or expired')
}

interface ListTimes extends kv.TimesContext {
  readonly createdAtPrecision: Profile['kv']['createdAtPrecision']
}

function listed(entry: KvEntry, times: ListTimes): string {
  const expiresAt = expiryOf(entry, times.origin)
  const expiry = `"expiresAt":${expiresAt},"expiresAtIso":"${formatInstant(expiresAt)}"`
  const created = formatInstant(creationOf(entry, times.origin))
  const createdAt = times.createdAtPrecision === 'seconds' ? created.replace(/\.\d+Z$/, 'Z') : created
  return `{"key":${JSON.stringify(entry.key)},"ttlSeconds":${kv.presentTtl(times, entry)},${expiry},"createdAt":"${createdAt}"}`
}

/** What the body of a put asks for. */
function readWrite(call: OperationCall): Pick<kv.KvWrite, 'text' | 'ttlSeconds'> {
  const body = readObject(call)
  const [value, ttl] = textsOf(body, ['value', 'ttlSeconds'])
  const text = value === undefined ? textOfNoValue(call) : minify(value)
  assertValueSize(text, call)
  return { text, ttlSeconds: readTtl(member(body, 'ttlSeconds'), ttl, call) }
}

/** The value of a put without one, if the profile takes it. */
function textOfNoValue({ gaps }: OperationCall): string {
  if (gaps.get('kv.valueMissing') === 'null') return 'null'
  throw new Refusal('body_invalid', 'the member value is missing; any JSON value will do')
}

/**
 * The TTL asked for, in seconds. The profile decides on one that is missing or no integer (docs/CONTRACT.md
 * N-7).
 *
 * @param digits its text as it was sent
 */
function readTtl(ttl: unknown, digits: string | undefined, { gaps }: OperationCall): number {
  if (digits === undefined) {
    const ttlMissing = gaps.get('kv.ttlMissing')
    if (ttlMissing !== 'reject') return ttlMissing
    throw new Refusal('body_invalid', 'the member ttlSeconds is missing: a whole number of seconds')
  }
  if (typeof ttl !== 'number') throw noWholeNumber()
  // A double rounds what is not an integer into one, and digits beyond 2^53: only the text shows them.
  if (Number.isSafeInteger(ttl) && `${ttl}` === digits) return ttl
  if (!isWhole(digits) && gaps.get('kv.ttlInvalid') === 'reject') throw noWholeNumber()
  return Math.max(Math.min(truncated(digits), INTEGER_MAX), -INTEGER_MAX)
}

const noWholeNumber = (): Refusal =>
  new Refusal('body_invalid', 'ttlSeconds must be a whole number of seconds')
