import { profileOptions } from '../../../src/domain/profile/options.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { optionsAt } from '../../simulation/draw-profiles.js'

/** Fills every gap in the contract differently than the default. */

/** Options that must keep their values, because others would change what the contract shows. */
export const KEPT = {
  'auth.jwt': 'verify',
  'errors.codes.400': null,
  'errors.codes.401': null,
  'errors.codes.403': null,
  'errors.codes.404': null,
}

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

/** Picks the n-th other value of each option, or the last one. */
function otherWay(n: number, own: object = {}): ProfilePatch {
  const listed = [...profileOptions()].flatMap(([path, option]) => {
    const { allowed } = option
    if (typeof allowed === 'string') return []
    const others = allowed.filter((value) => value !== option.default)
    return [[path, others[n - 1] ?? others.at(-1)]]
  })
  return optionsAt({ ...Object.fromEntries(listed), ...UNLISTED, ...KEPT, ...own }) as ProfilePatch
}

/** The statements depend on the contract alone, so they must hold under each of these profiles. */
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
