import { nearest } from '../../core/nearest.js'
import { Failure } from '../failure.js'
import type { Option, Options, SettingsOf } from './options.js'

type Environment = Readonly<Record<string, string | undefined>>

/** By name, as given on the command line. */
export type OptionTexts = ReadonlyMap<string, readonly string[]>

export interface CommandInput {
  readonly args: readonly string[]
  readonly given: OptionTexts
  /** The command line after `--`. Only empty if this command doesn't run another one. */
  readonly command: readonly string[]
}

/**
 * Looks for each value on the command line, then in the environment, and falls back to the default.
 *
 * @throws Failure if a value is invalid, or if there are several for an option that isn't a list
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

/** For example `EMULATOR_DB_PORT` for "db-port". */
const variableOf = (name: string): string => PREFIX + name.toUpperCase().replaceAll('-', '_')

/**
 * Treats empty variables as unset, since Compose files often pass those. The same goes for a `tcp://` address in
 * `EMULATOR_PORT`, which is set by Kubernetes and Docker links if there's a service called "emulator".
 */
function isSet(variable: string, value: string | undefined): value is string {
  if (value === undefined || value.trim() === '') return false
  return !(variable === 'EMULATOR_PORT' && value.startsWith('tcp://'))
}

function inEnvironment({ kind }: Option, value: string): string[] {
  if (kind.takes !== 'list') return [value.trim()]
  return value.split(',').map((item) => item.trim())
}

/** @throws Failure if a value is invalid, or if there are several for an option that isn't a list */
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

/** Returns a message for each environment variable that looks like a misspelled option. */
export function misspeltVariables(options: Options, env: Environment): string[] {
  const known = Object.keys(options).map((name) => variableOf(name).slice(PREFIX.length))
  return Object.keys(env).flatMap((variable) => {
    const name = variable.slice(PREFIX.length)
    if (!variable.startsWith(PREFIX) || known.includes(name)) return []
    const meant = nearest(name, known)
    return meant === undefined ? [] : [`${variable} has no effect here: did you mean ${PREFIX}${meant}?`]
  })
}
