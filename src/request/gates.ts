import type { Sequenced } from '../core/forked-map.js'
import { nearestOfMany } from '../core/nearest.js'
import { headerOf, joinedHeader, timesSent } from '../core/raw-headers.js'
import { Refusal } from '../core/refusal.js'
import { authorizeKey, authorizeOwner, meantKeyHint, SCOPED_KEYS, unknownKey } from '../domain/credentials.js'
import type { Resource, Resources } from '../domain/resources.js'
import type { OperationCall } from './call.js'
import { recordGaps } from './identity.js'

/**
 * Checks credentials in the order given in docs/gaps.md. With keys: the key is present, the namespace or store exists,
 * the key is known (`auth.missingNamespace` swaps these two), it belongs to the resource and has the scope. With bearer
 * tokens: the token is present and valid, the namespace exists, and the caller owns it.
 */

/**
 * @param noun what refusals call the resource
 * @throws Refusal
 */
export function resourceByKey<Entry extends Sequenced, One extends Resource<One, Entry>>(
  call: OperationCall,
  resources: Resources<Entry, One>,
  noun: string,
): One {
  const key = credentialIn(call, 'x-kv-key')
  const { state } = call.world
  const held = state.scopedKeys.get(key)
  const isKeyFirst = held === undefined && call.gaps.decide('auth.missingNamespace') === 'after-key'
  const resource = isKeyFirst ? undefined : resourceOf(call, resources, noun)
  if (held === undefined || resource === undefined) throw unknownKey(SCOPED_KEYS, meantByKey(key, state))
  authorizeKey(held, resource.id, call.operation.scope ?? 'read')
  return resource
}

function meantByKey(key: string, state: OperationCall['world']['state']): string | undefined {
  if (state.hasKey(key)) return 'it is a key of the database: send it as X-API-Key'
  return meantKeyHint(key, state.scopedKeys)
}

/** @throws Refusal unless the token's owner owns the namespace or store */
export function resourceByBearer<Entry extends Sequenced, One extends Resource<One, Entry>>(
  call: OperationCall,
  resources: Resources<Entry, One>,
  noun: string,
): One {
  const {
    request: { token },
    gaps,
  } = call
  if (token === undefined) {
    throw new Refusal('credential_missing', 'an Authorization: Bearer header is needed here')
  }
  recordGaps(token, gaps)
  const { identity } = token
  if (typeof identity === 'string') throw new Refusal('credential_invalid', identity)
  const resource = resourceOf(call, resources, noun)
  authorizeOwner(identity, resource, gaps)
  return resource
}

/** Header names as spelled in messages. */
const HEADERS = { 'x-kv-key': 'X-KV-Key', 'x-api-key': 'X-API-Key', authorization: 'Authorization' }

export function credentialIn(
  { request: { rawHeaders } }: OperationCall,
  header: 'x-kv-key' | 'x-api-key',
): string {
  const value = joinedHeader(rawHeaders, header)
  if (value === undefined || value === '') {
    const [, sent] = Object.entries(HEADERS).find(([name]) => headerOf(rawHeaders, name) !== undefined) ?? []
    const details =
      value !== undefined || sent === undefined
        ? {}
        : { hint: `you sent ${sent}; this takes ${HEADERS[header]}` }
    throw new Refusal('credential_missing', `the ${HEADERS[header]} header is missing`, details)
  }
  if (timesSent(rawHeaders, header) > 1) {
    throw new Refusal('credential_invalid', `the ${HEADERS[header]} header was sent more than once`)
  }
  return value
}

function resourceOf<Entry extends Sequenced, One extends Resource<One, Entry>>(
  { resource: id }: OperationCall,
  resources: Resources<Entry, One>,
  noun: string,
): One {
  if (id === undefined) throw brokenEncoding()
  const found = resources.own(id)
  if (found === undefined) throw missing(noun, id, resources.all.values())
  return found
}

/** Such a path doesn't name a resource, so we can't say that it's missing. */
function brokenEncoding(): Refusal {
  return new Refusal('parameter_invalid', "the path's percent-encoding is broken")
}

function missing(noun: string, id: string, known: Iterable<{ readonly id: string }>): Refusal {
  const meant = nearestOfMany(id, known, (resource) => resource.id)
  const details = meant === undefined ? {} : { hint: `did you mean ${meant}?` }
  return new Refusal('resource_missing', `there is no such ${noun}`, details)
}
