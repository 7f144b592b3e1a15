import * as v from 'valibot'
import { isObject, isRecord } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import { SECTION_MESSAGE } from './kinds.js'
import type { Profile } from './profile-types.js'
import { profileSchema } from './schema.js'

export type { Profile } from './profile-types.js'

/** Some members of an object, and of the objects in it. */
type Some<T> = T extends object ? { readonly [Name in keyof T]?: Some<T[Name]> | undefined } : T

/**
 * Some options, by section: `{ kv: { putStatus: 201 } }`.
 *
 * @example
 * const patch: ProfilePatch = { kv: { putStatus: 201 }, errors: { shape: 'nested' } }
 */
export type ProfilePatch = Some<Profile>

/** One thing wrong with a profile: where, and what would be right. */
export interface ProfileProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** The value must be text. */
  readonly needsText?: boolean
}

/** Every option at its default. */
export const defaultProfile: Profile = v.parse(profileSchema, {})

/** The problems of a patch; empty if there are none. */
export function profileProblems(patch: unknown): ProfileProblem[] {
  const { issues = [] } = v.safeParse(profileSchema, patch)
  const wrong = issues.map((issue) => ({
    path: (issue.path ?? []).map((step) => step.key as string | number),
    message: issue.message,
    ...(issue.type === 'string' ? { needsText: true } : {}),
  }))
  return [...wrong, ...misfits(patch, defaultProfile, [])]
}

/** Options that do not exist, and lists in place of options: valibot takes `constructor` for the one, a list for the other. */
function misfits(patch: unknown, known: object, path: readonly string[]): ProfileProblem[] {
  if (Array.isArray(patch)) return [{ path, message: SECTION_MESSAGE }]
  if (!isObject(patch)) return []
  return Object.entries(patch).flatMap(([name, value]) => {
    const here = [...path, name]
    if (!Object.hasOwn(known, name)) return [{ path: here, message: noOption(here.join('.')) }]
    const inner: unknown = Reflect.get(known, name)
    return isObject(inner) ? misfits(value, inner, here) : []
  })
}

/** Other emulators fetch keys from an address, so this one is looked for. */
const noOption = (option: string): string =>
  option === 'auth.jwksUrl'
    ? 'there is no such option: the emulator asks nothing of the network; save the key set as a file, and name that in auth.jwksFile'
    : 'there is no such option'

/**
 * The profile with some options changed; they count as named from now on. Without any it is the same one.
 *
 * @throws Refusal invalid_profile, naming every wrong option; the profile stays as it was
 */
export function patchProfile(profile: Profile, patch: unknown): Profile {
  if (isRecord(patch) && Object.keys(patch).length === 0) return profile
  const problems = profileProblems(patch)
  if (problems.length > 0) {
    const lines = problems.map((problem) => `${problem.path.join('.') || 'the profile'}: ${problem.message}`)
    throw new Refusal('invalid_profile', lines.join('; '), {
      hint: 'list the options with GET /_admin/profile',
    })
  }
  const options = patch as Record<string, unknown>
  const patched = v.parse(profileSchema, merged(profile, options))
  return nameOptions(patched, [...namedOptions(profile), ...optionPaths(options)])
}

/** The profile with some options changed that still count as not named, as grease changes them. */
export function overlaid(profile: Profile, options: object): Profile {
  return nameOptions(v.parse(profileSchema, merged(profile, options)), namedOptions(profile))
}

/** Object by object, so that one code or one limit can be changed alone; what is undefined is left as it is. */
function merged(base: object, patch: object): object {
  const result: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const before = result[name]
    const nested = isObject(before) && isObject(value)
    result[name] = nested ? merged(before, value) : value
  }
  return result
}

const NONE: ReadonlySet<string> = new Set()

/** Kept beside the profiles, since a profile has its options and nothing else. Written once, when a profile is made. */
const namedIn = new WeakMap<Profile, ReadonlySet<string>>()

/**
 * The options of a profile that a profile file, a seed or a patch named, by path (`errors.codes.404`), even with
 * their defaults. Since profiles are immutable, worlds, snapshots and resets that keep one keep this too.
 */
export function namedOptions(profile: Profile): ReadonlySet<string> {
  return namedIn.get(profile) ?? NONE
}

/** Notes which options of a new profile were named. */
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
