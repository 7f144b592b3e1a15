import { INTEGER_MAX } from '../../contract/values.js'
import { formatInstant, monthKey } from '../../core/instants.js'
import { minify } from '../../core/json/json-text.js'
import { isWhole, truncated } from '../../core/json/lossless-json.js'
import { nearest } from '../../core/nearest.js'
import { joinedHeader } from '../../core/raw-headers.js'
import { Refusal } from '../../core/refusal.js'
import type { Gaps } from '../../domain/profile/gaps.js'
import type { Profile } from '../../domain/profile/profile.js'
import { type Reply, reply } from '../../domain/requests/reply.js'
import type { Gate } from '../../domain/service.js'
import { assertValueSize, member, type ObjectBody, readKey, readObject, textsOf } from '../../request/body.js'
import type { NamedInRequest, OperationCall } from '../../request/call.js'
import { resourceByBearer, resourceByKey } from '../../request/gates.js'
import { ENTRY, REQUEST } from '../../request/service.js'
import { deleted, deletedText, okText, putStatus, refuseUnshown } from '../keyed.js'
import type { OperationsOf } from '../operation.js'
import { KV } from './contents.js'
import * as kv from './entries.js'
import { creationOf, expiryOf, type KvEntry } from './entry.js'
import type { Namespace } from './namespace.js'

const namespaceByKey = (call: OperationCall): Namespace =>
  resourceByKey(call, call.world.state.of(KV).resources, 'namespace')

const namespaceByBearer = (call: OperationCall): Namespace =>
  resourceByBearer(call, call.world.state.of(KV).resources, 'namespace')

/**
 * Returns the namespace to list. It's found by bearer token or, if the profile allows it, by scoped key
 * (docs/CONTRACT.md K-10, docs/gaps.md N-13).
 *
 * @throws Refusal
 */
function namespaceForList(call: OperationCall): Namespace {
  const { token, rawHeaders } = call.request
  const hasKeyAlone = token === undefined && joinedHeader(rawHeaders, 'x-kv-key') !== undefined
  if (!hasKeyAlone) return namespaceByBearer(call)
  const listWithScopedKey = call.gaps.decide('kv.listWithScopedKey')
  if (listWithScopedKey !== 401) {
    const namespace = namespaceByKey(call)
    if (listWithScopedKey === 'allow') return namespace
  }
  throw new Refusal(
    'scoped_key_not_accepted',
    'keys are listed with Authorization: Bearer, not with an API key',
  )
}

/** See docs/CONTRACT.md. */
function put(call: OperationCall): Reply {
  const namespace = namespaceByKey(call)
  const over = kv.refusalBeyondQuota(call, namespace, 'writes')
  if (over !== undefined && call.gaps.decide('kv.checkOrder') === 'request-first') readPut(call)
  if (over !== undefined) throw over
  try {
    return write(call, namespace)
  } catch (error) {
    if (call.gaps.decide('kv.countRefusedPuts')) kv.countRefusedPut(call, namespace)
    throw error
  }
}

function write(call: OperationCall, namespace: Namespace): Reply {
  const asked = readPut(call)
  const { key, ttlSeconds } = asked
  const { entry, isNew } = kv.put(call, namespace, asked)
  const isClamped = entry.ttlSeconds !== ttlSeconds
  const echoed = isClamped && call.gaps.decide('kv.ttlEcho') === 'requested' ? ttlSeconds : entry.ttlSeconds
  return reply(
    putStatus(call.gaps.decide('kv.putStatus'), isNew),
    `{"ok":true,"key":${JSON.stringify(key)},"ttlSeconds":${echoed},"expiresAt":${entry.expiresAt}}`,
  )
}

/** You can't tell an expired key from a missing one (docs/CONTRACT.md A-31). */
function get(call: OperationCall): Reply {
  const namespace = namespaceByKey(call)
  const over = kv.refusalBeyondQuota(call, namespace, 'reads')
  if (over !== undefined && call.gaps.decide('kv.checkOrder') === 'request-first') readKey(call)
  if (over !== undefined) throw over
  const key = readKey(call)
  const entry = kv.read(call, namespace, key)
  if (entry === undefined) throw missing()
  const { gaps, request, world } = call
  const [now, { origin }] = [request.at, world.state]
  const times = `"ttlSeconds":${kv.presentTtl({ now, origin, readTtl: gaps.decide('kv.readTtl') }, entry)},"expiresAt":${expiryOf(entry, origin)}`
  return reply(200, `{"ok":true,"key":${JSON.stringify(key)},"value":${entry.text},${times}}`)
}

/** Lists live keys without their values. */
function list(call: OperationCall): Reply {
  const namespace = namespaceForList(call)
  const over = kv.refusalBeyondQuota(call, namespace, 'lists')
  if (over !== undefined) throw over
  const { gaps, request, world } = call
  const times = {
    now: request.at,
    origin: world.state.origin,
    readTtl: gaps.decide('kv.readTtl'),
    createdAtPrecision: gaps.decide('kv.createdAtPrecision'),
  }
  const keys = world.heap.listText(kv.list(call, namespace), (entry) => listed(entry, times))
  return reply(200, `{"ok":true,"keys":${keys}}`)
}

function remove(call: OperationCall): Reply {
  const namespace = namespaceByKey(call)
  const key = readKey(call)
  if (!kv.remove(call, namespace, key) && call.gaps.decide('kv.deleteMissing') === 404) throw missing()
  return deleted(key, call.gaps, 'kv')
}

/** See docs/CONTRACT.md. */
function usage(call: OperationCall): Reply {
  const namespace = namespaceByBearer(call)
  const now = call.request.at
  call.decision.countedBy = namespace.id
  const { reads, writes, deletes, lists } = namespace.usage.at(now)
  const used = { reads, writes, deletes, lists, storageBytes: kv.settleStorage(call, namespace) }
  const record = {
    ok: true,
    namespaceId: namespace.id,
    monthKey: monthKey(now),
    limits: kv.limitsInForce(namespace, call.gaps),
    usage: used,
  }
  return reply(200, JSON.stringify(record))
}

/** The same refusal whether the key never existed, has expired or was deleted. */
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
  const createdAt = times.createdAtPrecision === 'seconds' ? created.replace(/\.\d+/, '') : created
  return `{"key":${JSON.stringify(entry.key)},"ttlSeconds":${kv.presentTtl(times, entry)},${expiry},"createdAt":"${createdAt}"}`
}

/** See docs/CONTRACT.md A-25. */
const MEMBERS = ['value', 'ttlSeconds']

function readPut(call: OperationCall): kv.KvWrite {
  const key = readKey(call)
  const body = readObject(call)
  const [value, ttl] = textsOf(body, MEMBERS)
  for (const name in body.members) if (!MEMBERS.includes(name)) refuseUnshown(name, call.gaps, 'kv')
  const text = value === undefined ? textOfNoValue(call) : minify(value)
  assertValueSize(text, call)
  return { key, text, ttlSeconds: readTtl(body, ttl, call) }
}

/** @throws Refusal unless the profile allows a put without a value */
function textOfNoValue({ gaps }: OperationCall): string {
  if (gaps.decide('kv.valueMissing') === 'null') return 'null'
  throw new Refusal('body_invalid', 'the member value is missing; any JSON value will do')
}

/**
 * In seconds. What happens if it's missing or has a fraction is up to the profile (docs/gaps.md N-7).
 *
 * @param digits the text of `ttlSeconds` as it was sent
 */
function readTtl(body: ObjectBody, digits: string | undefined, { gaps }: OperationCall): number {
  if (digits === undefined) {
    const ttlMissing = gaps.decide('kv.ttlMissing')
    if (ttlMissing !== 'reject') return ttlMissing
    const sent = Object.keys(body.members).find((name) => nearest(name, ['ttlSeconds']) !== undefined)
    const details = sent === undefined ? {} : { hint: `you sent ${sent}` }
    throw new Refusal('body_invalid', 'the member ttlSeconds is missing: a whole number of seconds', details)
  }
  const ttl = member(body, 'ttlSeconds')
  if (typeof ttl !== 'number') throw noWholeNumber()
  // As a double, a fraction or digits beyond 2^53 may be rounded to an integer, so we have to look at the text.
  if (Number.isSafeInteger(ttl) && `${ttl}` === digits) return ttl
  if (!isWhole(digits) && gaps.decide('kv.ttlInvalid') === 'reject') throw noWholeNumber()
  return Math.max(Math.min(truncated(digits), INTEGER_MAX), -INTEGER_MAX)
}

const noWholeNumber = (): Refusal =>
  new Refusal('body_invalid', 'ttlSeconds must be a whole number of seconds')

const STORAGE: Gate = {
  name: 'storage',
  codes: ['namespace_storage_quota_exceeded'],
  numbers: ({ stored, storedAfter, storageLimit }) => ({
    before: stored,
    after: storedAfter,
    limit: storageLimit,
  }),
}

const keyMember = ({ key = '' }: NamedInRequest) => ['key', JSON.stringify(key)]
const timesMembers = ({ request }: NamedInRequest) => [
  'ttlSeconds',
  '60',
  'expiresAt',
  String(request.at + 60_000),
]

export const kvOperations: OperationsOf<'kv'> = {
  'kv.put': {
    run: put,
    gates: [REQUEST, STORAGE],
    emptySuccess: (named) => okText(...keyMember(named), ...timesMembers(named)),
  },
  'kv.get': {
    run: get,
    gates: [REQUEST, ENTRY],
    emptySuccess: (named) => okText(...keyMember(named), 'value', 'null', ...timesMembers(named)),
  },
  'kv.list': { run: list, gates: [], emptySuccess: () => okText('keys', '[]') },
  'kv.delete': {
    run: remove,
    gates: [REQUEST, ENTRY],
    emptySuccess: ({ key }, gaps) => deletedText(key, gaps, 'kv'),
  },
  'usage.get': { run: usage, gates: [], emptySuccess: emptyUsage },
}

function emptyUsage({ resource = '', request }: NamedInRequest, gaps: Gaps): string {
  return JSON.stringify({
    ok: true,
    namespaceId: resource,
    monthKey: monthKey(request.at),
    limits: gaps.decide('kv.defaultLimits'),
    usage: { reads: 0, writes: 0, deletes: 0, lists: 0, storageBytes: 0 },
  })
}
