import { nearest } from '../../core/nearest.js'
import { Failure } from '../failure.js'
import type { Option, Options, SettingsOf } from './options.js'

type Environment = Readonly<Record<string, string | undefined>>

/** The texts of options on the command line, by name. */
export type OptionTexts = ReadonlyMap<string, readonly string[]>

export interface CommandInput {
  readonly args: readonly string[]
  readonly given: OptionTexts
  /** The command after `--`, as typed; empty only if this one runs no other. */
  readonly command: readonly string[]
}

/**
 * Reads options from the command line, else from the environment, else takes their default.
 *
 * @throws Failure for an invalid value, and for a second value unless the option is a list
 */
export function readValues<const T extends Options>(
  options: T,
  given: OptionTexts,
  env: Environment,
): SettingsOf<T> {
  const values = Object.entries(options).map(([name, option]) => [name, valueFor(name, option, given, env)])
  return Object.fromEntries(values) as SettingsOf<T>
}

function valueFor(name: string, option: Option, given: OptionTexts, env: Environment): unknown {
  const typed = given.get(name)
  if (typed !== undefined) return readTexts(`--${name}`, option, typed)
  const variable = variableOf(name)
  const text = option.isTypedOnly ? undefined : env[variable]
  if (isSet(variable, text)) return readTexts(variable, option, inEnvironment(option, text))
  return option.initially === undefined ? undefined : readTexts(`--${name}`, option, [option.initially])
}

const PREFIX = 'EMULATOR_'

/** The environment variable of an option, which the command line overrides. */
const variableOf = (name: string): string => PREFIX + name.toUpperCase().replaceAll('-', '_')

/**
 * An empty variable counts as unset, since Compose files pass those on. The tcp:// address that Kubernetes and Docker
 * links put into EMULATOR_PORT beside a service named "emulator" does too.
 */
function isSet(variable: string, value: string | undefined): value is string {
  if (value === undefined || value.trim() === '') return false
  return !(variable === 'EMULATOR_PORT' && value.startsWith('tcp://'))
}

function inEnvironment({ kind }: Option, value: string): string[] {
  if (kind.takes !== 'list') return [value.trim()]
  return value.split(',').map((item) => item.trim())
}

/** @throws Failure for an invalid text, and for a second one unless the option is a list */
export function readTexts(source: string, { kind }: Option, texts: readonly string[]): unknown {
  const [first, second] = texts
  if (first === undefined) return undefined
  if (second !== undefined && kind.takes !== 'list') {
    throw new Failure(`${source} is given twice (${first} and ${second}): leave one of them out`)
  }
  const value = kind.read([first, ...texts.slice(1)])
  if (value !== undefined) return value
  const wrong = texts.find((text) => kind.read([text]) === undefined)
  const question = wrong === undefined ? undefined : kind.ask?.(wrong)
  const suffix = question === undefined ? '' : `: ${question}`
  throw new Failure(`${source}: expected ${kind.expected}, found ${JSON.stringify(wrong)}${suffix}`)
}

/** Returns a line about each variable that is probably a misspelt option. */
export function misspeltVariables(options: Options, env: Environment): string[] {
  const known = Object.keys(options).map((name) => variableOf(name).slice(PREFIX.length))
  return Object.keys(env).flatMap((variable) => {
    const name = variable.slice(PREFIX.length)
    if (!variable.startsWith(PREFIX) || known.includes(name)) return []
    const meant = nearest(name, known)
    return meant === undefined ? [] : [`${variable} means nothing here: did you mean ${PREFIX}${meant}?`]
  })
}
