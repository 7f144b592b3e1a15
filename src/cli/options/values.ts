import { nearest } from '../../core/nearest.js'
import { Failure } from '../failure.js'
import type { Option, Options, Values } from './options.js'

type Environment = Readonly<Record<string, string | undefined>>

/** The texts that were given for options on the command line, by name. */
export type Given = ReadonlyMap<string, readonly string[]>

/**
 * The values of options, from the command line, else the environment, else their initial text.
 *
 * @throws Failure for a value that does not fit, and for an option given twice that is not a list
 */
export function readValues<const T extends Options>(options: T, given: Given, env: Environment): Values<T> {
  const values = Object.entries(options).map(([name, option]) => [name, valueFor(name, option, given, env)])
  return Object.fromEntries(values) as Values<T>
}

function valueFor(name: string, option: Option, given: Given, env: Environment): unknown {
  const typed = given.get(name)
  if (typed !== undefined) return readTexts(`--${name}`, option, typed)
  const fromEnv = option.env === undefined ? undefined : env[option.env]
  if (isSet(option, fromEnv)) return readTexts(option.env ?? '', option, inEnvironment(option, fromEnv))
  return option.initially === undefined ? undefined : readTexts(`--${name}`, option, [option.initially])
}

/**
 * An empty variable counts as none: Compose files pass on what may not be set. So does the tcp:// address that
 * Kubernetes and Docker links put into EMULATOR_PORT beside a service called "emulator".
 */
function isSet({ env }: Option, value: string | undefined): value is string {
  if (value === undefined || value.trim() === '') return false
  return !(env === 'EMULATOR_PORT' && value.startsWith('tcp://'))
}

function inEnvironment({ kind }: Option, value: string): string[] {
  if (kind.takes !== 'list') return [value.trim()]
  return value.split(',').map((item) => item.trim())
}

/** @throws Failure for a text that does not fit, and for a second one if one is taken */
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
  throw new Failure(`${source}: ${kind.expected}, found ${JSON.stringify(wrong)}${suffix}`)
}

/** Variables that were probably meant to be one of the options', each with a line about it. */
export function misspeltVariables(options: Options, env: Environment): string[] {
  const known = Object.values(options).flatMap((option) => option.env ?? [])
  const prefix = 'EMULATOR_'
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith(prefix) || known.includes(name)) return []
    const meant = nearest(
      name.slice(prefix.length),
      known.map((variable) => variable.slice(prefix.length)),
    )
    return meant === undefined ? [] : [`${name} means nothing here: did you mean ${prefix}${meant}?`]
  })
}
