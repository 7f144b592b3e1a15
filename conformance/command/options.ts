import { parseArgs } from 'node:util'
import { CannotRun } from './status.js'

/** A command line option. Parsing, the environment variable and the help text are all derived from this. */
export interface CommandOption<T = unknown> {
  readonly takes: 'nothing' | 'one value' | 'several values'
  readonly placeholder: string
  readonly help: string
  /** Ends the message for an invalid value, e.g. "expected a number". */
  readonly expected: string
  /** Parses the texts that were given. Returns undefined if one of them is invalid. */
  read(texts: readonly string[]): T | undefined
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

/** The options' values, which are undefined for options that weren't given. */
export type OptionValues<T extends CommandOptions> = {
  readonly [Name in keyof T]: (T[Name] extends CommandOption<infer Value> ? Value : never) | undefined
}

const FLAG_WORDS: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }

export const flag = (help: string): CommandOption<boolean> => ({
  takes: 'nothing',
  placeholder: '',
  help,
  expected: 'expected 1, true, 0 or false',
  read: ([text = '']) => FLAG_WORDS[text.toLowerCase()],
})

/** Creates an option that takes one value. */
export const one = <T>(
  placeholder: string,
  help: string,
  expected: string,
  read: (text: string) => T | undefined,
): CommandOption<T> => ({
  takes: 'one value',
  placeholder,
  help,
  expected,
  read: ([text = '']) => read(text),
})

/** Creates an option that can be repeated. */
export const list = <T>(
  placeholder: string,
  help: string,
  expected: string,
  read: (text: string) => T | undefined,
): CommandOption<readonly T[]> => ({
  takes: 'several values',
  placeholder,
  help,
  expected,
  read(texts) {
    const values = texts.map(read).filter((value) => value !== undefined)
    return values.length === texts.length ? values : undefined
  },
})

export const text = (placeholder: string, help: string): CommandOption<string> =>
  one(placeholder, help, `expected ${placeholder}`, (given) => (given.trim() === '' ? undefined : given))

/** Creates an option for a token that can follow "Bearer " in a header. */
export const token = (help: string): CommandOption<string> =>
  one('T', help, 'expected visible ASCII characters without spaces', (given) =>
    /^[\x21-\x7e]+$/.test(given) ? given : undefined,
  )

export const count = (help: string): CommandOption<number> =>
  one('N', help, 'expected an integer of at least 0', (given) =>
    /^\d+$/.test(given) && Number.isSafeInteger(Number(given)) ? Number(given) : undefined,
  )

export const choice = <const T extends string>(help: string, ...values: readonly T[]): CommandOption<T> =>
  one(values.join('|'), help, `expected one of ${values.join(', ')}`, (given) =>
    values.find((value) => value === given),
  )

export const baseUrl = (help: string): CommandOption<string> =>
  one('URL', help, 'expected a base URL without a query, such as http://127.0.0.1:4600', (given) => {
    const url = URL.canParse(given) ? new URL(given) : undefined
    const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
    return isBase ? (url.origin + url.pathname).replace(/\/+$/, '') : undefined
  })

/**
 * Reads options from the command line, and falls back to environment variables, e.g. `EMULATOR_BASE_URL` for
 * `--base-url`.
 *
 * @throws CannotRun if an option is unknown, has an invalid value, or is given twice but can't be repeated
 */
export function readOptions<const T extends CommandOptions>(
  options: T,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): OptionValues<T> {
  const given = parse(options, argv)
  const values = Object.entries(options).map(([name, option]) => {
    const typed = given[name]
    if (typed !== undefined) return [name, readTexts(`--${name}`, option, [typed].flat().map(String))]
    const variable = `EMULATOR_${name.toUpperCase().replaceAll('-', '_')}`
    const text = env[variable]?.trim() ?? ''
    // Compose files pass unset variables on as empty ones, so treat these as unset.
    if (text === '') return [name, undefined]
    const isList = option.takes === 'several values'
    return [name, readTexts(variable, option, isList ? text.split(/\s*,\s*/) : [text])]
  })
  return Object.fromEntries(values) as OptionValues<T>
}

function parse(options: CommandOptions, argv: readonly string[]) {
  const known = Object.entries(options).map(
    ([name, { takes }]) =>
      [name, { type: takes === 'nothing' ? 'boolean' : 'string', multiple: true }] as const,
  )
  try {
    return parseArgs({ args: [...argv], options: Object.fromEntries(known) }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Leave out Node's advice about arguments that start with a dash.
    const [problem = ''] = error.message.split(/\.\s|\n/)
    throw new CannotRun(`${problem}: \`npx tristore-conform --help\` shows the options`)
  }
}

function readTexts(source: string, option: CommandOption, texts: readonly string[]): unknown {
  const [first, second] = texts
  if (option.takes === 'one value' && second !== undefined) {
    throw new CannotRun(`${source} is given twice (${first} and ${second}): leave one of them out`)
  }
  const value = option.read(texts)
  if (value !== undefined) return value
  const wrong = texts.find((text) => option.read([text]) === undefined)
  throw new CannotRun(`${source}: ${option.expected}, found ${JSON.stringify(wrong)}`)
}
