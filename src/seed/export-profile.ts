import { isObject } from '../core/objects.js'
import { defaultProfile, namedOptions, type Profile } from '../domain/profile/profile.js'

type Options = Record<string, unknown>

/**
 * The options of a profile that a seed has to name, by section. These are the options that a world without them might
 * have otherwise, here or elsewhere, and the options that were named, since grease leaves these alone.
 *
 * @param usual the profile that a state without options gets in this emulator
 */
export function exportProfile(profile: Profile, usual: Profile): Options {
  const named = namedOptions(profile)
  const optionsOf = (section: object, others: readonly unknown[], within: string): Options => {
    const kept: Options = {}
    for (const [name, value] of Object.entries(section)) {
      const theirs = others.map(memberOf(name))
      const path = within + name
      if (isObject(value)) {
        const inner = optionsOf(value, theirs, `${path}.`)
        if (Object.keys(inner).length > 0) kept[name] = inner
      } else if (named.has(path) || theirs.some((other) => other !== value)) {
        kept[name] = value
      }
    }
    return kept
  }
  return optionsOf(profile, [defaultProfile, usual], '')
}

const memberOf =
  (name: string) =>
  (section: unknown): unknown =>
    Object(section)[name]
