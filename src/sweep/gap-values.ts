import { optionAt, profileOptions } from '../domain/profile/options.js'
import type { Profile, ProfilePatch } from '../domain/profile/profile.js'

/** One other way to fill a gap of the contract. */
export interface OtherValue {
  readonly name: string
  readonly patch: ProfilePatch
}

/**
 * Options of the emulator's setup: the contract leaves them open, but no service changes them under a client.
 */
const FIXED: ReadonlySet<string> = new Set(['auth.jwt', 'auth.tokenTime'])

/** Values to try of options that take too many to try them all. */
const TRIED: Readonly<Record<string, readonly unknown[]>> = {
  'kv.ttlMissing': ['reject', 60],
  'database.defaultPageSize': [1],
  'database.maxPageSize': [1],
}

/** A code that no client knows. */
const OTHER_CODE = 'other_code'

/**
 * The other values that a gap can take: all of them if they can be listed, else some. None for bounds and
 * limits, which are a matter of size.
 *
 * @param option an option as the journal names it: "kv.putStatus", "errors.codes"
 */
export function otherValues(option: string, profile: Profile): OtherValue[] {
  if (FIXED.has(option)) return []
  if (option.endsWith('.codes')) return otherCodes(option, profile)
  const allowed = TRIED[option] ?? profileOptions().get(option)?.allowed ?? []
  if (typeof allowed === 'string') return []
  const present = optionAt(profile, option)
  return allowed
    .filter((value) => value !== present)
    .map((value) => ({ name: `${option}=${value}`, patch: patchOf(option, value) }))
}

/** All codes together, since a client that depends on one is found by any. */
function otherCodes(option: string, profile: Profile): OtherValue[] {
  const codes = Object.keys(optionAt(profile, option) ?? {})
  const all = (value: string | null) =>
    patchOf(option, Object.fromEntries(codes.map((code) => [code, value])))
  const others = [{ name: `${option}=${OTHER_CODE}`, patch: all(OTHER_CODE) }]
  // Errors of the document database always have a code.
  return option === 'errors.codes' ? [...others, { name: `${option}=none`, patch: all(null) }] : others
}

function patchOf(option: string, value: unknown): ProfilePatch {
  const [section = '', name = ''] = option.split('.')
  return { [section]: { [name]: value } }
}
