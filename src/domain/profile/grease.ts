import { type RandomStream, streamFor } from '../../core/random.js'
import { namedOptions, overlaid, type Profile } from './profile.js'
import { profileSchema } from './schema.js'

export type Choices<T> = readonly [T, ...T[]]

const EITHER: Choices<boolean> = [false, true]

/** 204 is out, since it has no body and the two stores return `ok` when they succeed (docs/CONTRACT.md G-5). */
const WITH_OK: Choices<number> = [200]

type OptionChoices = Readonly<Record<string, Choices<string | number | boolean>>>

/** The options that grease varies, with their possible values (docs/gaps.md). `errors.codes` is added below. */
function optionChoices(): OptionChoices {
  const { kv, config, errors, database } = profileSchema().entries
  return {
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
}

/** For statuses where the contract allows a code but doesn't show it (docs/CONTRACT.md, errors of A and B). */
const CODES = {
  '413': 'payload_too_large',
  '5xx': 'internal_error',
}

/** Ways to write a code that the contract doesn't define, or to leave it out. */
const CODE_STYLES: Choices<(code: string) => string | null> = [
  () => null,
  (code) => code,
  (code) => code.toUpperCase(),
  (code) => code.replaceAll('_', '-'),
  (code) => `err_${code}`,
  () => 'error',
]

/**
 * The number of profiles that take turns: enough for every value of every option, and few enough for the journal,
 * which keeps each response's profile.
 */
const VARIANTS = 16

/**
 * Varies, from one response to the next, whatever the contract leaves open. That exposes clients that rely on more than
 * the contract. The number makes it reproducible. Inspired by RFC 8701.
 */
export class Grease {
  /** By index. Creating a profile takes as long as answering several requests. */
  readonly #variants = new WeakMap<Profile, Profile[]>()

  constructor(readonly number: number) {}

  stream(...parts: string[]): RandomStream {
    return streamFor(this.number, ...parts)
  }

  /**
   * Varies all options that weren't set explicitly.
   *
   * @param name identifies the response, and determines the result
   */
  vary(profile: Profile, name: string): Profile {
    const variants = this.#variants.get(profile) ?? []
    this.#variants.set(profile, variants)
    const index = this.stream('profile', name).integer(VARIANTS)
    const variant = variants[index] ?? this.#variant(profile, index)
    variants[index] = variant
    return variant
  }

  /** Draws values for explicitly set options as well, so that setting one doesn't change the others. */
  #variant(profile: Profile, index: number): Profile {
    const chance = this.stream('options', String(index))
    const named = namedOptions(profile)
    const drawn: Record<string, Record<string, unknown>> = {}
    for (const [path, values] of Object.entries(optionChoices())) {
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
 * Keeps the options that grease may vary.
 *
 * @param options values by path
 * @param profile where they come from
 */
export function greasedOptions(
  options: Readonly<Record<string, unknown>>,
  profile: Profile,
): Record<string, unknown> {
  const named = namedOptions(profile)
  const choices = optionChoices()
  const isGreased = (path: string) => {
    if (path !== 'errors.codes') return (choices[path] ?? []).length > 1 && !named.has(path)
    return Object.keys(CODES).some((status) => !named.has(codePath(status)))
  }
  return Object.fromEntries(Object.entries(options).filter(([path]) => isGreased(path)))
}

const codePath = (status: string): string => `errors.codes.${status}`

export function oneOf<T>(choices: Choices<T>, chance: RandomStream): T {
  return choices[chance.integer(choices.length)] ?? choices[0]
}
