import { isObject } from '../core/objects.js'
import { defaultProfile, namedOptions, type Profile } from '../domain/profile/profile.js'

type Options = Record<string, unknown>

/**
 * The options of a profile that a seed has to name, by section. These are the options that a world without them might
 * have otherwise, here or elsewhere, and the options that were named, since grease leaves these alone.
 *
 * @param usual the profile that a state without options gets in this emulator
 */
export function exportProfile(profile: Profile, usual: Profile): Record<string, Options> {
  const named = namedOptions(profile)
  const sections: Record<string, Options> = {}
  for (const [name, section] of Object.entries(profile)) {
    const options = optionsOf(section, [defaultProfile, usual].map(memberOf(name)), named, `${name}.`)
    if (Object.keys(options).length > 0) sections[name] = options
  }
  return sections
}

function optionsOf(
  section: object,
  others: readonly unknown[],
  named: ReadonlySet<string>,
  within: string,
): Options {
  const kept: Options = {}
  for (const [name, value] of Object.entries(section)) {
    const theirs = others.map(memberOf(name))
    const path = within + name
    if (isObject(value)) {
      const inner = optionsOf(value, theirs, named, `${path}.`)
      if (Object.keys(inner).length > 0) kept[name] = inner
    } else if (named.has(path) || theirs.some((other) => other !== value)) {
      kept[name] = value
    }
  }
  return kept
}

const memberOf =
  (name: string) =>
  (section: unknown): unknown =>
    Object(section)[name]
