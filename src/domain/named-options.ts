import type { Profile } from './profile.js'

const NONE: ReadonlySet<string> = new Set()

/** Beside the profiles rather than in them: a profile shows its options and nothing else. */
const namedIn = new WeakMap<Profile, ReadonlySet<string>>()

/**
 * The options of a profile that a profile file, a seed or a patch named, by path (`errors.codes.404`), be it with
 * their defaults. Since profiles are immutable, worlds, snapshots and resets that keep one keep this too.
 */
export function namedOptions(profile: Profile): ReadonlySet<string> {
  return namedIn.get(profile) ?? NONE
}

/** Notes of a new profile which of its options were named. */
export function nameOptions(profile: Profile, names: Iterable<string>): Profile {
  namedIn.set(profile, new Set(names))
  return profile
}

/** The paths of the options in a patch; what is undefined names nothing. */
export function optionPaths(patch: object, within = ''): string[] {
  return Object.entries(patch).flatMap(([name, value]) => {
    if (value === undefined) return []
    const isSection = typeof value === 'object' && value !== null
    return isSection ? optionPaths(value, `${within}${name}.`) : [within + name]
  })
}
