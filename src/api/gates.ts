import { nearest } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import { authorizeKey, authorizeOwner, unknownKey } from '../domain/credentials.js'
import { DATABASE } from '../domain/decision-facts.js'
import { CONFIG } from '../services/config/contents.js'
import type { Store } from '../services/config/store.js'
import type { DatabaseKey } from '../services/documents/collection.js'
import { DOCUMENTS } from '../services/documents/contents.js'
import { KV } from '../services/kv/contents.js'
import type { KvContext } from '../services/kv/entries.js'
import type { Namespace } from '../services/kv/namespace.js'
import type { OperationCall } from './context.js'
import { recordGaps } from './identity.js'

/**
 * The checks of credentials, in the order of docs/DESIGN.md section 6. By key: it is present, the namespace or store
 * exists, the key is known (the other way round by auth.missingNamespace), belongs to it and has the scope. By bearer token: it is present and valid, the namespace
 * exists, the caller owns it.
 */

/** The namespace that the call's scoped key opens. @throws Refusal */
export function namespaceByKey(call: OperationCall): KvContext {
  return contextOf(call, byKey(call, namespaceOf))
}

/** The config store that the call's scoped key opens. @throws Refusal */
export function storeByKey(call: OperationCall): Store {
  const store = byKey(call, storeOf)
  call.decision.countedBy = store.id
  return store
}

/** The namespace that the call's bearer owns. @throws Refusal */
export function namespaceByBearer(call: OperationCall): KvContext {
  const { token, gaps } = call
  if (token === undefined) {
    throw new Refusal('credential_missing', 'an Authorization: Bearer header is needed here')
  }
  recordGaps(token, gaps)
  const { identity } = token
  if (typeof identity === 'string') throw new Refusal('credential_invalid', identity)
  const namespace = namespaceOf(call)
  authorizeOwner(identity, namespace, gaps)
  return contextOf(call, namespace)
}

/**
 * The namespace whose keys are to be listed: by bearer, and, if the profile lets them, by scoped key
 * (docs/CONTRACT.md K-10, N-13).
 *
 * @throws Refusal
 */
export function namespaceForList(call: OperationCall): KvContext {
  const hasKeyAlone = call.token === undefined && call.request.header('x-kv-key') !== undefined
  if (!hasKeyAlone) return namespaceByBearer(call)
  const listWithScopedKey = call.gaps.get('kv.listWithScopedKey')
  if (listWithScopedKey !== 401) {
    const context = namespaceByKey(call)
    if (listWithScopedKey === 'allow') return context
  }
  throw new Refusal(
    'scoped_key_not_accepted',
    'keys are listed with Authorization: Bearer, not with an API key',
  )
}

/** The database key of the call, its request counted against the rate limit. @throws Refusal */
export function databaseKey(call: OperationCall): DatabaseKey {
  const { world, now, decision } = call
  const database = world.state.of(DOCUMENTS)
  const key = database.databaseKeys.get(credential(call, 'x-api-key'))
  if (key === undefined) throw unknownKey('list-database-keys')
  const { rateLimit, rateWindows } = database
  if (rateLimit !== undefined) {
    const isFrozen = world.clock.mode === 'frozen'
    const kind = call.gaps.get('database.rateWindow')
    rateWindows.take(key.key, rateLimit, { now, isFrozen, kind }, decision)
  }
  decision.countedBy = DATABASE
  return key
}

function byKey<Resource extends { readonly id: string }>(
  call: OperationCall,
  find: (call: OperationCall) => Resource,
): Resource {
  const key = credential(call, 'x-kv-key')
  const held = call.world.state.scopedKeys.get(key)
  if (held === undefined && call.gaps.get('auth.missingNamespace') === 'after-key') {
    throw unknownKey('list-resource-keys')
  }
  const resource = find(call)
  authorizeKey(held, resource.id, call.operation.scope ?? 'read')
  return resource
}

/** The headers of API keys, as texts write them. */
const KEY_HEADERS = { 'x-kv-key': 'X-KV-Key', 'x-api-key': 'X-API-Key' } as const

function credential({ request }: OperationCall, header: keyof typeof KEY_HEADERS): string {
  const value = request.header(header)
  if (value === undefined || value === '') {
    const other = header === 'x-kv-key' ? 'x-api-key' : 'x-kv-key'
    const hint = `you sent ${KEY_HEADERS[other]}; this takes ${KEY_HEADERS[header]}`
    const details = request.header(other) === undefined ? {} : { hint }
    throw new Refusal('credential_missing', `the ${KEY_HEADERS[header]} header is missing`, details)
  }
  if (request.isRepeated(header)) {
    throw new Refusal('credential_invalid', `the ${KEY_HEADERS[header]} header was sent more than once`)
  }
  return value
}

function namespaceOf({ world, resource }: OperationCall): Namespace {
  if (resource === undefined) throw brokenEncoding()
  const namespace = world.state.of(KV).namespace(resource)
  if (namespace === undefined) throw missing('namespace', resource, world.state.of(KV).namespaces.values())
  return namespace
}

/** Such a path names no resource, so none is missing. */
function brokenEncoding(): Refusal {
  return new Refusal('parameter_invalid', "the path's percent-encoding is broken")
}

function storeOf({ world, resource }: OperationCall): Store {
  if (resource === undefined) throw brokenEncoding()
  const store = world.state.of(CONFIG).store(resource)
  if (store === undefined) throw missing('config store', resource, world.state.of(CONFIG).stores.values())
  return store
}

/** Looking for near names among more than this would take longer than the request. */
const NEAR_NAMES_MAX = 1000
/** No id that a person typed is longer. */
const NEAR_LENGTH_MAX = 100

function missing(noun: string, id: string, known: Iterable<{ readonly id: string }>): Refusal {
  const candidates =
    id.length > NEAR_LENGTH_MAX ? [] : firstOf(known, NEAR_NAMES_MAX).map((resource) => resource.id)
  const meant = nearest(id, candidates)
  const details = meant === undefined ? {} : { hint: `did you mean ${meant}?` }
  return new Refusal('resource_missing', `there is no such ${noun}`, details)
}

function firstOf<T>(items: Iterable<T>, most: number): T[] {
  const first: T[] = []
  for (const item of items) {
    if (first.length === most) break
    first.push(item)
  }
  return first
}

function contextOf({ world, gaps, now, command, decision }: OperationCall, namespace: Namespace): KvContext {
  const { tombstones, state } = world
  return { namespace, gaps, now, origin: state.origin, command, decision, tombstones }
}
