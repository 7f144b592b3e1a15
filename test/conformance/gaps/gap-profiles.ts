import { profileOptions } from '../../../src/domain/profile/options.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { optionsAt } from '../../simulation/draw-profiles.js'

/** Profiles that fill every gap of the contract in another way than the default. */

/** Options that would change what the contract shows. */
export const KEPT = {
  'auth.jwt': 'verify',
  'errors.codes.400': null,
  'errors.codes.401': null,
  'errors.codes.403': null,
  'errors.codes.404': null,
}

/** Options whose values cannot be listed. */
const UNLISTED = {
  'kv.ttlMissing': 60,
  'auth.issuer': 'me',
  'auth.audience': 'you',
  'auth.leeway': 30,
  'errors.codes.413': null,
  'errors.codes.5xx': 'down',
  'database.defaultPageSize': 3,
  'database.maxPageSize': 5,
  'database.codes.401': 'who',
  'database.codes.403': 'no',
  'database.codes.409': 'clash',
  'database.codes.413': 'big',
  'database.codes.429': 'slow',
  'database.codes.5xx': 'down',
}

/** Returns a profile with the n-th other value of each option, or the last other one. */
function otherWay(n: number, own: object = {}): ProfilePatch {
  const listed = [...profileOptions()].flatMap(([path, option]) => {
    const { allowed } = option
    if (typeof allowed === 'string') return []
    const others = allowed.filter((value) => value !== option.default)
    return [[path, others[n - 1] ?? others.at(-1)]]
  })
  return optionsAt({ ...Object.fromEntries(listed), ...UNLISTED, ...KEPT, ...own }) as ProfilePatch
}

/** The profiles by name: the statements must hold under each, since they depend on the contract alone. */
export const GAP_PROFILES: Readonly<Record<string, ProfilePatch>> = {
  'the default profile': {},
  'a second way through the gaps': otherWay(1),
  // A 204 would hide the response to a delete.
  'a third way through the gaps': otherWay(2, {
    'kv.deleteStatus': 200,
    'config.deleteStatus': 200,
    'database.overMax': 'clamp',
  }),
}
