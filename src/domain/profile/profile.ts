import * as v from 'valibot'
import { type Complaint, didYouMean, hintOf, notExpected } from '../../core/expected.js'
import { nearest } from '../../core/nearest.js'
import { isObject, isRecord } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import { defaultProfile } from './default-profile.js'
import { SECTION } from './option-schemas.js'
import type { Profile } from './profile-types.js'
import { profileSchema } from './schema.js'

export { defaultProfile } from './default-profile.js'
export type { Profile } from './profile-types.js'

type Some<T> = T extends object ? { readonly [Name in keyof T]?: Some<T[Name]> | undefined } : T

/**
 * A profile in which every option is optional.
 *
 * @example const patch: ProfilePatch = { kv: { putStatus: 201 }, errors: { shape: 'nested' } }
 */
export type ProfilePatch = Some<Profile>

export interface ProfileProblem extends Complaint {
  readonly path: readonly (string | number)[]
  readonly needsText?: boolean
  readonly isUnknown?: boolean
}

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
 * Finds unknown options, and arrays in places where objects belong. Valibot would accept arrays as objects, and any
 * option called `constructor`.
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
  'there is no such option, since the emulator makes no network requests: save the key set as a file, and name that in auth.jwksFile'

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

/** Finds an option by its path or its name, e.g. "kv.putStatus" or just "putStatus". */
function namedAlike(name: string): string | undefined {
  const paths = optionPaths(defaultProfile)
  return paths.find((path) => path === name) ?? paths.find((path) => path.endsWith(`.${name}`))
}

/**
 * The patch's options count as explicitly set from then on. An empty patch returns the same profile.
 *
 * @throws Refusal `invalid_profile`, which lists every invalid option
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

/** Doesn't mark the options as explicitly set. Used by grease. */
export function overlaid(profile: Profile, options: object): Profile {
  return nameOptions(v.parse(profileSchema(), merged(profile, options)), namedOptions(profile))
}

/** Merges recursively, so that you can change a single error code or limit. Skips undefined values. */
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

/** A side table, so that profiles contain nothing but options. Only set when a profile is created. */
const namedIn = new WeakMap<Profile, ReadonlySet<string>>()

/**
 * The paths of options that a file, seed or patch has set, even if to their defaults (e.g. `errors.codes.404`). Worlds,
 * snapshots and resets that keep a profile keep this as well, since profiles are immutable.
 */
export function namedOptions(profile: Profile): ReadonlySet<string> {
  return namedIn.get(profile) ?? NONE
}

/** Only call this for a new profile. */
export function nameOptions(profile: Profile, names: Iterable<string>): Profile {
  namedIn.set(profile, new Set(names))
  return profile
}

/** The paths of all options in a patch. Skips undefined values. */
export function optionPaths(patch: object, within = ''): string[] {
  return Object.entries(patch).flatMap(([name, value]) => {
    if (value === undefined) return []
    const isSection = typeof value === 'object' && value !== null
    return isSection ? optionPaths(value, `${within}${name}.`) : [within + name]
  })
}
