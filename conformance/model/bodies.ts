import { type ModelCall, Refused } from './call.js'
import type { ModelProfile } from './profile.js'
import type { ModelState } from './state.js'

/** Reads paths and bodies (contract, A, B and C), and contains what both stores' puts have in common. */

/** Returns the key from the path. Refuses it if it's malformed, too long or contains forbidden characters. */
export function readKey({ profile }: ModelState, { key }: ModelCall): string {
  if (key === undefined) throw new Refused(400)
  const { keyBytes, keyCharacters, keyStatus } = profile.limits
  const isTooLong = keyBytes !== null && Buffer.byteLength(key) > keyBytes
  const isStrange = keyCharacters !== null && !new RegExp(`^[${keyCharacters}]*$`, 'u').test(key)
  if (isTooLong || isStrange) throw new Refused(keyStatus)
  return key
}

/** Returns the body, and refuses anything that isn't an object. */
export function readObject(
  { profile }: ModelState,
  { body, service: api }: ModelCall,
): Record<string, unknown> {
  const { bodyBytes } = profile.limits
  if (bodyBytes !== null && Buffer.byteLength(body?.text ?? '') > bodyBytes) throw new Refused(413)
  if (profile.http.contentType === 'require' && body?.isJson !== true) throw new Refused(415)
  let parsed: unknown
  try {
    parsed = JSON.parse(body?.text ?? '')
  } catch {
    throw api === 'documents' ? invalidRequest() : new Refused(invalidStatus(profile, api))
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>
  }
  throw api === 'documents' ? invalidBody(profile) : new Refused(invalidStatus(profile, api))
}

/** The contract specifies 400 for B. */
const invalidStatus = ({ kv }: ModelProfile, api: 'kv' | 'config'): number =>
  api === 'config' ? 400 : kv.invalidStatus

/** Refuses members other than `shown`, if the profile says so. */
export function holdMembers(
  { profile }: ModelState,
  members: Readonly<Record<string, unknown>>,
  shown: readonly string[],
  api: 'kv' | 'config',
): void {
  const hasOthers = Object.keys(members).some((name) => !shown.includes(name))
  if (hasOthers && profile[api].unknownMembers === 'reject') throw new Refused(invalidStatus(profile, api))
}

/** The refusal of a parameter, or of a body that isn't JSON (C). */
export const invalidRequest = (): Refused => new Refused(400, 'invalid_request')

/** The refusal of a body with invalid fields (C). */
export const invalidBody = ({ database }: ModelProfile): Refused =>
  new Refused(database.validationStatus, 'validation_error')

export function statusOfPut({ putStatus }: Pick<ModelProfile['kv'], 'putStatus'>, isNew: boolean): number {
  if (putStatus !== '201 or 200') return putStatus
  return isNew ? 201 : 200
}
