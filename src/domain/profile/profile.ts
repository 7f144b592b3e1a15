import * as v from 'valibot'
import { INTEGER_MAX } from '../../contract/values.js'
import { isObject } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'

/**
 * The profile: how the emulator behaves where the contract says "not shown" (docs/DESIGN.md section 6). Each option is
 * declared here once, with its values and its default; types, validation and the listing of all
 * options derive from these schemas.
 */

const SECTION_MESSAGE = 'must be an object of options'

/** One of the values; the first is the default. */
const choice = <const T extends readonly [string | number, ...(string | number)[]]>(
  ...values: T
): v.OptionalSchema<v.PicklistSchema<T, string>, T[number]> => {
  const message = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  return v.optional(v.picklist(values, message), values[0] as T[number])
}

const count = (least: number, message = `must be an integer from ${least} to ${INTEGER_MAX}`) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(INTEGER_MAX, message))

const flag = (initially: boolean) => v.optional(v.boolean('must be true or false'), initially)
const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'))
const optionalText = v.optional(v.nullable(text), null)
const bound = (initially: number | null) => v.optional(v.nullable(count(0)), initially)
const SECONDS_MESSAGE = 'must be "reject" or a whole number of seconds above 0'
const secondsOrReject = v.optional(
  v.union([v.literal('reject'), count(1, SECONDS_MESSAGE)], SECONDS_MESSAGE),
  'reject',
)

/** Some options under one name. `misfits` refuses others. */
const section = <const T extends v.ObjectEntries>(entries: T) => v.object(entries, SECTION_MESSAGE)

const limits = section({
  reads: v.optional(count(0), 1_000_000),
  writes: v.optional(count(0), 100_000),
  lists: v.optional(count(0), 10_000),
  storageBytes: v.optional(count(0), 104_857_600),
})

/** An error code, by default this one. */
const code = (initially: string) => v.optional(text, initially)

/** An error code where errors may have none, by default this one; null: none. */
const codeOrNone = (initially: string | null) => v.optional(v.nullable(text), initially)

/** Settings that A and B share. */
const writes = {
  putStatus: choice(200, 201),
  deleteStatus: choice(200, 204),
  deleteMissing: choice(404, 'ok'),
  deleteBody: choice('ok+key', 'ok'),
}

const schema = section({
  kv: v.optional(
    section({
      ...writes,
      valueMissing: choice('reject', 'null'),
      ttlMissing: secondsOrReject,
      ttlInvalid: choice('reject', 'truncate'),
      ttlEcho: choice('clamped', 'requested'),
      readTtl: choice('original', 'remaining'),
      createdAtOnUpsert: choice('kept', 'renewed'),
      countMisses: flag(true),
      storageOf: choice('key+value', 'value'),
      expiredStorage: choice('counted', 'freed'),
      defaultLimits: v.optional(limits, {}),
      listWithScopedKey: choice(401, 403, 'allow'),
      quotaRetryAfter: flag(false),
    }),
    {},
  ),
  config: v.optional(section(writes), {}),
  auth: v.optional(
    section({
      foreignKey: choice(403, 401),
      notOwner: choice(403, 404),
      jwt: choice('verify', 'decode'),
      jwksFile: optionalText,
      secret: optionalText,
      tokenTime: choice('virtual', 'real'),
      ownerClaim: v.optional(text, 'sub'),
    }),
    {},
  ),
  errors: v.optional(
    section({
      shape: choice('flat', 'nested', 'code'),
      codes: v.optional(
        section({
          '400': codeOrNone(null),
          '401': codeOrNone(null),
          '403': codeOrNone(null),
          '404': codeOrNone(null),
          '413': codeOrNone('payload_too_large'),
          '5xx': codeOrNone('internal_error'),
        }),
        {},
      ),
    }),
    {},
  ),
  database: v.optional(
    section({
      defaultPageSize: v.optional(count(1), 20),
      maxPageSize: v.optional(count(1), 100),
      overMax: choice('clamp', 'reject'),
      next: choice('url', 'path', 'cursor'),
      createProjectStatus: choice(201, 200),
      scopedOut: choice(403, 404),
      documentIdInvalid: choice(400, 404),
      limitZero: choice('reject', 'empty'),
      contentNull: choice('reject', 'accept'),
      descriptionNull: choice('reject', 'accept'),
      rateLimitRetryAfter: flag(true),
      codes: v.optional(
        section({
          '401': code('unauthorized'),
          '403': code('forbidden'),
          '409': code('conflict'),
          '413': code('payload_too_large'),
          '429': code('rate_limited'),
          '5xx': code('internal_error'),
        }),
        {},
      ),
    }),
    {},
  ),
  limits: v.optional(
    section({ keyBytes: bound(null), valueBytes: bound(null), bodyBytes: bound(10_485_760) }),
    {},
  ),
  http: v.optional(section({ notShown: choice(501, 404, 405), contentType: choice('any', 'require') }), {}),
})

export { schema as profileSchema }

/**
 * Every option with its present value. Immutable: a change makes a new profile.
 *
 * @example
 * const { kv } = await emulator.profile.get()
 */
export type Profile = v.InferOutput<typeof schema>

/**
 * Some options, by section: `{ kv: { putStatus: 201 } }`.
 *
 * @example
 * const patch: ProfilePatch = { kv: { putStatus: 201 }, errors: { shape: 'nested' } }
 */
export type ProfilePatch = v.InferInput<typeof schema>

/** One thing wrong with a profile: where, and what would be right. */
export interface ProfileProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Every option at its default. */
export const defaultProfile: Profile = v.parse(schema, {})

/** The problems of a patch; empty where there are none. */
export function profileProblems(patch: unknown): ProfileProblem[] {
  const { issues = [] } = v.safeParse(schema, patch)
  const wrong = issues.map((issue) => ({
    path: (issue.path ?? []).map((step) => step.key as string | number),
    message: issue.message,
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
 * The profile with some options changed; they count as named from now on.
 *
 * @throws Refusal invalid_profile, naming every wrong option; the profile stays as it was
 */
export function patchProfile(profile: Profile, patch: unknown): Profile {
  const problems = profileProblems(patch)
  if (problems.length > 0) {
    const lines = problems.map((problem) => `${problem.path.join('.') || 'the profile'}: ${problem.message}`)
    throw new Refusal('invalid_profile', lines.join('; '), { remedy: 'list-profile-options' })
  }
  const options = patch as Record<string, unknown>
  const patched = v.parse(schema, merged(profile, options))
  return nameOptions(patched, [...namedOptions(profile), ...optionPaths(options)])
}

/** The profile with some options changed that still count as not named, as grease changes them. */
export function overlaid(profile: Profile, options: object): Profile {
  return nameOptions(v.parse(schema, merged(profile, options)), namedOptions(profile))
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
