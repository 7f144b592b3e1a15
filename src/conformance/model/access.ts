import { type Call, Refused } from './call.js'
import type { DatabaseScope, Namespace, State, Store } from './state.js'

/** The checks of credentials (docs/CONTRACT.md section K), in the order of docs/DESIGN.md section 6. */

/** By key: present, the namespace or store exists, known, of this one, of sufficient scope. */
export function openByKey<Resource extends Namespace | Store>(
  state: State,
  call: Call,
  resources: Map<string, Resource>,
  needs: 'read' | 'write',
): Resource {
  if (call.apiKey === undefined) throw new Refused(401)
  const resource = resources.get(call.resource)
  if (resource === undefined) throw new Refused(404)
  const key = state.keys.get(call.apiKey)
  if (key === undefined) throw new Refused(401)
  if (key.resource !== call.resource) throw new Refused(state.profile.auth.foreignKey)
  if (key.scope !== needs && key.scope !== 'admin') throw new Refused(403)
  return resource
}

/** By bearer: present and valid, the namespace exists, the token is its owner's. */
export function openByBearer(state: State, call: Call): Namespace {
  const { bearer } = call
  if (!isValid(state, bearer)) throw new Refused(401)
  const namespace = state.namespaces.get(call.resource)
  if (namespace === undefined) throw new Refused(404)
  if (bearer.sub !== namespace.owner) throw new Refused(state.profile.auth.notOwner)
  return namespace
}

/** A list of keys takes a bearer; whether it takes a key is a gap. */
export function openForList(state: State, call: Call): Namespace {
  if (call.bearer !== undefined || call.apiKey === undefined) return openByBearer(state, call)
  const { listWithScopedKey } = state.profile.kv
  if (listWithScopedKey === 401) throw new Refused(401)
  const namespace = openByKey(state, call, state.namespaces, 'read')
  if (listWithScopedKey === 403) throw new Refused(403)
  return namespace
}

/** The key of C, and its request counted against the rate limit. */
export function openDatabase(state: State, call: Call): { text: string; scope: DatabaseScope | undefined } {
  const { apiKey: text } = call
  const scope = text === undefined ? undefined : state.databaseKeys.get(text)
  if (text === undefined || scope === undefined) throw new Refused(401)
  countRequest(state, text)
  return { text, scope: scope === 'everything' ? undefined : scope }
}

/** Fixed windows aligned to UTC multiples of their length, one a key. */
function countRequest(state: State, key: string): void {
  if (state.rateLimit === null) return
  const { requests, perMs } = state.rateLimit
  const { now } = state.clock
  const begins = now - (now % perMs)
  const last = state.rateWindows.get(key)
  const window = last?.begins === begins ? last : { begins, used: 0 }
  if (window.used >= requests) {
    const seconds = Math.ceil((begins + perMs - now) / 1000)
    throw new Refused(429, undefined, state.profile.database.rateLimitRetryAfter ? seconds : undefined)
  }
  window.used++
  state.rateWindows.set(key, window)
}

/** Whom faults and the journal take for the caller: the raw key, or whom the token speaks for. */
export function callerOf(state: State, call: Call): string | null {
  if (call.operation === null) return null
  if (isBearers(call.operation) && isValid(state, call.bearer)) return call.bearer.sub
  return call.apiKey ?? null
}

const isBearers = (operation: string): boolean => operation === 'kv.list' || operation === 'usage.get'

/** exp is exclusive, and held against the virtual clock. */
function isValid(
  state: State,
  bearer: Call['bearer'],
): bearer is Exclude<Call['bearer'], undefined | 'invalid'> {
  if (bearer === undefined || bearer === 'invalid') return false
  return bearer.exp === undefined || state.clock.now < bearer.exp * 1000
}
