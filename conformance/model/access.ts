import { type Bearer, type CallContext, type ModelCall, Refused, type Token } from './call.js'
import type { ModelNamespace, ModelState, ModelStore } from './state.js'

/** Checks credentials (docs/CONTRACT.md section K), in the order given in docs/gaps.md. */

/** Checks that the namespace or store exists, and that the key is known, belongs to it and has the scope. */
export function openByKey<Resource extends ModelNamespace | ModelStore>(
  state: ModelState,
  call: ModelCall,
  resources: Map<string, Resource>,
  needs: 'read' | 'write',
): Resource {
  if (call.apiKey === undefined) throw new Refused(401)
  const resource = resources.get(call.resource)
  const key = state.keys.get(call.apiKey)
  const isKeyFirst = state.profile.auth.missingNamespace === 'after-key'
  if (key === undefined && isKeyFirst) throw new Refused(401)
  if (resource === undefined) throw new Refused(404)
  if (key === undefined) throw new Refused(401)
  if (key.resource !== call.resource) throw new Refused(state.profile.auth.foreignKey)
  if (key.scope !== needs && key.scope !== 'admin') throw new Refused(403)
  return resource
}

/** Checks that the token is present and valid, the namespace exists, and the caller owns it. */
export function openByBearer(state: ModelState, call: ModelCall, around: CallContext): ModelNamespace {
  const { bearer } = call
  if (!isValid(state, bearer, around)) throw new Refused(401)
  const namespace = state.namespaces.get(call.resource)
  if (namespace === undefined) throw new Refused(404)
  if (ownerIn(state, bearer) !== namespace.owner) throw new Refused(state.profile.auth.notOwner)
  return namespace
}

/** The list of keys accepts a bearer token. Whether it also accepts a key is a gap. */
export function openForList(state: ModelState, call: ModelCall, around: CallContext): ModelNamespace {
  if (call.bearer !== undefined || call.apiKey === undefined) return openByBearer(state, call, around)
  const { listWithScopedKey } = state.profile.kv
  if (listWithScopedKey === 401) throw new Refused(401)
  const namespace = openByKey(state, call, state.namespaces, 'read')
  if (listWithScopedKey === 403) throw new Refused(403)
  return namespace
}

/** Returns the raw key or the token's owner, which is how faults and the journal identify the caller. */
export function callerOf(state: ModelState, call: ModelCall, around: CallContext): string | null {
  if (call.operation === null) return null
  if (isBearers(call.operation) && isValid(state, call.bearer, around)) {
    const owner = ownerIn(state, call.bearer)
    return typeof owner === 'string' ? owner : null
  }
  return call.apiKey ?? null
}

/** Returns the `WWW-Authenticate` header for a 401. */
export function challengeOf({ operation, service: api }: ModelCall): string | undefined {
  if (operation === null) return undefined
  if (isBearers(operation)) return 'Bearer'
  return `ApiKey header="${api === 'documents' ? 'X-API-Key' : 'X-KV-Key'}"`
}

const isBearers = (operation: string): boolean => operation === 'kv.list' || operation === 'usage.get'

const ownerIn = ({ profile }: ModelState, { claims }: Token): unknown => claims[profile.auth.ownerClaim]

/** `exp` is exclusive and `nbf` is inclusive. The leeway applies to both. */
function isValid(state: ModelState, bearer: Bearer | undefined, { real }: CallContext): bearer is Token {
  if (bearer === undefined || bearer === 'invalid') return false
  const { jwt, issuer, audience, tokenTime, leeway } = state.profile.auth
  const { iss, aud, exp = Number.POSITIVE_INFINITY, nbf = Number.NEGATIVE_INFINITY } = bearer.claims
  if (bearer.isForged === true && jwt === 'verify') return false
  if (issuer !== null && iss !== issuer) return false
  if (audience !== null && ![aud].flat().includes(audience)) return false
  const now = (tokenTime === 'real' ? real : state.clock.now) / 1000
  return now < Number(exp) + leeway && now >= Number(nbf) - leeway
}
