import * as v from 'valibot'
import { type Complaint, didYouMean, hintOf, notExpected } from '../../core/expected.js'
import { nearest } from '../../core/nearest.js'
import { isObject, isRecord } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import { defaultProfile } from './default-profile.js'
import { SECTION } from './kinds.js'
import type { Profile } from './profile-types.js'
import { profileSchema } from './schema.js'

export { defaultProfile } from './default-profile.js'
export type { Profile } from './profile-types.js'

/** A deep partial. */
type Some<T> = T extends object ? { readonly [Name in keyof T]?: Some<T[Name]> | undefined } : T

/**
 * A partial profile: `{ kv: { putStatus: 201 } }`.
 *
 * @example
 * const patch: ProfilePatch = { kv: { putStatus: 201 }, errors: { shape: 'nested' } }
 */
export type ProfilePatch = Some<Profile>

/** Something wrong with a profile. */
export interface ProfileProblem extends Complaint {
  readonly path: readonly (string | number)[]
  /** The value must be text. */
  readonly needsText?: boolean
  /** There is no such option. */
  readonly isUnknown?: boolean
}

/** Returns an empty list for a valid patch. */
export function profileProblems(patch: unknown): ProfileProblem[] {
  const { issues = [] } = v.safeParse(profileSchema(), patch)
  const wrong = issues.map((issue) => ({
    path: (issue.path ?? []).map((step) => step.key as string | number),
    message: issue.message,
    hint: hintOf(issue),
    ...(issue.type === 'string' ? { needsText: true } : {}),
  }))
  return [...wrong, ...misfits(patch, defaultProfile, [])]
}

/**
 * Finds unknown options and lists in place of mappings, since valibot accepts `constructor` as a name and lists as
 * mappings.
 */
function misfits(patch: unknown, known: object, path: readonly string[]): ProfileProblem[] {
  if (Array.isArray(patch)) return [{ path, ...notExpected(patch, SECTION) }]
  if (!isObject(patch)) return []
  return Object.entries(patch).flatMap(([name, value]) => {
    const here = [...path, name]
    if (!Object.hasOwn(known, name)) return [{ path: here, isUnknown: true, ...noOption(here, known) }]
    const inner: unknown = Reflect.get(known, name)
    return isObject(inner) ? misfits(value, inner, here) : []
  })
}

/** Other emulators fetch keys from a URL, so people look for this option. */
const NO_JWKS_URL =
  'there is no such option: the emulator asks nothing of the network; save the key set as a file, and name that in auth.jwksFile'

/** @param known the section in which it was given */
function noOption(path: readonly string[], known: object): Complaint {
  const option = path.join('.')
  const [name = ''] = path.slice(-1)
  const names = Object.keys(known)
  const elsewhere = path.length === 1 ? namedAlike(name) : undefined
  return {
    message: option === 'auth.jwksUrl' ? NO_JWKS_URL : 'there is no such option',
    hint: didYouMean(nearest(name, names) ?? elsewhere, `known here: ${names.join(', ')}`),
  }
}

/** Finds an option by a path or name without its section: "putStatus", "kv.putStatus" as one name. */
function namedAlike(name: string): string | undefined {
  const paths = optionPaths(defaultProfile)
  return paths.find((path) => path === name) ?? paths.find((path) => path.endsWith(`.${name}`))
}

/**
 * Applies a patch; its options count as named from then on. An empty patch returns the same profile.
 *
 * @throws Refusal invalid_profile, listing every wrong option
 */
export function patchProfile(profile: Profile, patch: unknown): Profile {
  if (isRecord(patch) && Object.keys(patch).length === 0) return profile
  const problems = profileProblems(patch)
  if (problems.length > 0) {
    const lines = problems.map((problem) => `${problem.path.join('.') || 'the profile'}: ${problem.message}`)
    throw new Refusal('invalid_profile', lines.join('; '), {
      hint:
        problems.find(({ hint }) => hint !== undefined)?.hint ?? 'list the options with GET /_admin/profile',
    })
  }
  const options = patch as Record<string, unknown>
  const patched = v.parse(profileSchema(), merged(profile, options))
  return nameOptions(patched, [...namedOptions(profile), ...optionPaths(options)])
}

/** Overrides options without naming them, as grease does. */
export function overlaid(profile: Profile, options: object): Profile {
  return nameOptions(v.parse(profileSchema(), merged(profile, options)), namedOptions(profile))
}

/** Deep merge, so a single code or limit can change. Skips undefined. */
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

/** A side table, so profiles contain nothing but options. Set once, when a profile is made. */
const namedIn = new WeakMap<Profile, ReadonlySet<string>>()

/**
 * Returns the paths of the options that a file, seed or patch named, even with their defaults (`errors.codes.404`).
 * Profiles are immutable, so worlds, snapshots and resets that keep one keep this too.
 */
export function namedOptions(profile: Profile): ReadonlySet<string> {
  return namedIn.get(profile) ?? NONE
}

/** Records which options of a new profile were named. */
export function nameOptions(profile: Profile, names: Iterable<string>): Profile {
  namedIn.set(profile, new Set(names))
  return profile
}

/** Returns the paths of the options in a patch, skipping undefined. */
export function optionPaths(patch: object, within = ''): string[] {
  return Object.entries(patch).flatMap(([name, value]) => {
    if (value === undefined) return []
    const isSection = typeof value === 'object' && value !== null
    return isSection ? optionPaths(value, `${within}${name}.`) : [within + name]
  })
}
