import type { Operation } from '../contract/operations.js'
import { joinedHeader, timesSent } from '../core/raw-headers.js'
import { KEY_LENGTH_MAX } from '../domain/bounds.js'
import type { Fix, RefusedOperation } from '../domain/refusals/fixes.js'
import { fixesOf } from '../domain/refusals/refusals.js'
import type { RequestRecord } from '../domain/requests/record.js'
import type { World } from '../domain/world.js'
import { FAULT_HEADER } from '../request/faults/fault.js'
import { maskJwt } from './mask.js'

/**
 * Suggests changes that would alter the answer, given the world's current state. Empty unless the request was refused
 * or hit a fault.
 */
export function fixesFor(record: RequestRecord, world: World): readonly Fix[] {
  const { outcome, faultAction } = record
  if (faultAction !== undefined) return [withoutFault(faultAction.fault, world)]
  const { served: operation } = record
  const fixes = fixesOf(outcome, operation && refusedCall(record, operation, world))
  return outcome === 'not_emulated' ? [...otherAddress(record), ...fixes] : fixes
}

/** If a fault isn't in the list, the request itself asked for it. */
function withoutFault(id: string, { faults }: World): Fix {
  if (id === FAULT_HEADER) return { text: 'Omit the X-Emulator-Fault header' }
  if (faults.find(id) === undefined) return { text: `Send it again: the fault ${id} is gone` }
  return {
    text: `Remove the fault ${id}`,
    call: { method: 'DELETE', path: `/faults/${encodeURIComponent(id)}` },
  }
}

/** Suggests the address where the operation is served, or how to turn the request into one the contract defines. */
function otherAddress({ served: operation, call }: RequestRecord): readonly Fix[] {
  if (operation !== undefined) {
    const address = call.request.otherAddressOf?.(operation.service)
    return address === undefined ? [] : [{ text: `Send it to ${address}` }]
  }
  return call.operation === undefined ? [{ text: `Correct the request: ${call.hint}` }] : []
}

function refusedCall(record: RequestRecord, operation: Operation, world: World): RefusedOperation {
  const { at, decision, gaps, call } = record
  const { request, resource = '', key = '' } = call
  return {
    operation,
    resource,
    key,
    credential: seedCredential(record, operation),
    at,
    decision,
    profile: gaps.profile,
    bodyIsTooLarge: request.bodyIsTooLarge,
    header: (name) => joinedHeader(record.requestHeaders, name),
    world,
  }
}

/** Returns an empty string for a credential that a seed can't declare: a token, or one that was sent twice. */
function seedCredential(
  { credential, requestHeaders }: RequestRecord,
  { credential: kind }: Operation,
): string {
  if (credential === null || maskJwt(credential) !== credential) return ''
  if (kind === 'bearer') return credential
  const header = kind === 'scoped-key' ? 'x-kv-key' : 'x-api-key'
  const isKey = /^[\x21-\x7e]+$/.test(credential) && credential.length <= KEY_LENGTH_MAX
  return isKey && timesSent(requestHeaders, header) === 1 ? credential : ''
}
