import { type RandomStream, streamFor } from '../../core/random.js'
import { namedOptions, overlaid, type Profile } from './profile.js'
import { profileSchema } from './schema.js'

/** At least one of something. */
export type Choices<T> = readonly [T, ...T[]]

const { kv, config, errors, database } = profileSchema.entries

const EITHER: Choices<boolean> = [false, true]

/** 204 has no body, and success responses of the two stores carry `ok` (docs/CONTRACT.md G-5). */
const WITH_OK: Choices<number> = [200]

/** The options that grease varies, and their values (docs/gaps.md); errors.codes comes on top. */
const CHOICES: Readonly<Record<string, Choices<string | number | boolean>>> = {
  'kv.putStatus': kv.wrapped.entries.putStatus.wrapped.options,
  'kv.deleteStatus': WITH_OK,
  'kv.deleteBody': kv.wrapped.entries.deleteBody.wrapped.options,
  'kv.createdAtPrecision': kv.wrapped.entries.createdAtPrecision.wrapped.options,
  'config.putStatus': config.wrapped.entries.putStatus.wrapped.options,
  'config.deleteStatus': WITH_OK,
  'config.deleteBody': config.wrapped.entries.deleteBody.wrapped.options,
  'auth.challenge': EITHER,
  'errors.shape': errors.wrapped.entries.shape.wrapped.options,
  'database.createProjectStatus': database.wrapped.entries.createProjectStatus.wrapped.options,
  'database.absentMembers': database.wrapped.entries.absentMembers.wrapped.options,
  'database.next': database.wrapped.entries.next.wrapped.options,
  'http.charset': EITHER,
}

/**
 * Error codes that services send for statuses that the contract passes over. For the others it says that there is none
 * (docs/CONTRACT.md, errors of A and B).
 */
const CODES = {
  '413': 'payload_too_large',
  '5xx': 'internal_error',
}

/** Ways to write an error code that the contract does not name, or to leave it out. */
const CODE_STYLES: Choices<(code: string) => string | null> = [
  () => null,
  (code) => code,
  (code) => code.toUpperCase(),
  (code) => code.replaceAll('_', '-'),
  (code) => `err_${code}`,
  () => 'error',
]

/**
 * The number of profiles that take turns in the answers: enough that every value of every option turns up, and few,
 * since the journal keeps the profile of each answer.
 */
const VARIANTS = 16

/**
 * Varies what the contract leaves open, answer by answer, reproducibly from a number, so that a client that depends
 * on more than the contract notices (after RFC 8701).
 */
export class Grease {
  /** By their number. Making one takes as long as answering some requests. */
  readonly #variants = new WeakMap<Profile, Profile[]>()

  constructor(readonly number: number) {}

  /** A separate stream for what these parts name. */
  stream(...parts: string[]): RandomStream {
    return streamFor(this.number, ...parts)
  }

  /**
   * The profile for one answer: options that were not named go one way or another.
   *
   * @param name of the answer: equal names get equal profiles
   */
  vary(profile: Profile, name: string): Profile {
    const variants = this.#variants.get(profile) ?? []
    this.#variants.set(profile, variants)
    const index = this.stream('profile', name).integer(VARIANTS)
    const variant = variants[index] ?? this.#variant(profile, index)
    variants[index] = variant
    return variant
  }

  /** Named options are drawn for as well, so that naming one changes no other. */
  #variant(profile: Profile, index: number): Profile {
    const chance = this.stream('options', String(index))
    const named = namedOptions(profile)
    const drawn: Record<string, Record<string, unknown>> = {}
    for (const [path, values] of Object.entries(CHOICES)) {
      const value = oneOf(values, chance)
      if (named.has(path)) continue
      const [section = '', option = ''] = path.split('.')
      drawn[section] = { ...drawn[section], [option]: value }
    }
    const codes: Record<string, string | null> = {}
    for (const [status, code] of Object.entries(CODES)) {
      const style = oneOf(CODE_STYLES, chance)
      if (!named.has(codePath(status))) codes[status] = style(code)
    }
    return overlaid(profile, { ...drawn, errors: { ...drawn.errors, codes } })
  }
}

/**
 * The options that grease decides, of those given.
 *
 * @param options by path, with their values
 * @param profile the one that they were read from
 */
export function greasedOptions(
  options: Readonly<Record<string, unknown>>,
  profile: Profile,
): Record<string, unknown> {
  const named = namedOptions(profile)
  const isGreased = (path: string) => {
    if (path !== 'errors.codes') return (CHOICES[path] ?? []).length > 1 && !named.has(path)
    return Object.keys(CODES).some((status) => !named.has(codePath(status)))
  }
  return Object.fromEntries(Object.entries(options).filter(([path]) => isGreased(path)))
}

const codePath = (status: string): string => `errors.codes.${status}`

/** One of several, each as likely as the others. */
export function oneOf<T>(choices: Choices<T>, chance: RandomStream): T {
  return choices[chance.integer(choices.length)] ?? choices[0]
}
