import { type Duration, parseDuration } from '../../core/durations.js'
import { askIfSeconds } from '../../core/instants.js'
import { readInstant } from '../../core/moment.js'

export interface OptionKind<T> {
  /** A `list` option can be repeated. */
  readonly takes: 'none' | 'optional' | 'one' | 'list'
  /** Represents the value in the help. */
  readonly placeholder: string
  /** Completes the error message "expected …". */
  readonly expected: string
  /** Suggests what the user may have meant by an invalid value. */
  readonly ask?: (text: string) => string | undefined
  /** Parses the values. Only a list can have more than one. Returns undefined if any of them is invalid. */
  read(texts: readonly [string, ...string[]]): T | undefined
}

/** The values used for an option without a value, and for a negated one. */
export const ON = 'true'
export const OFF = 'false'

type Reader<T> = (text: string) => T | undefined

function one<T>(placeholder: string, expected: string, read: Reader<T>): OptionKind<T> {
  return { takes: 'one', placeholder, expected, read: ([text]) => read(text) }
}

export function list<T>(placeholder: string, expected: string, read: Reader<T>): OptionKind<readonly T[]> {
  return {
    takes: 'list',
    placeholder,
    expected,
    read(texts) {
      const values = texts.map(read)
      return values.every((value) => value !== undefined) ? values : undefined
    },
  }
}

export const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

export const flag: OptionKind<boolean> = {
  takes: 'none',
  placeholder: '',
  expected: '1, true, 0 or false',
  read: ([text]) => FLAG_WORDS.get(text.toLowerCase()),
}

const nonEmpty: Reader<string> = (text) => (text.trim() === '' ? undefined : text)

/** Must not be blank. Isn't trimmed. */
export const text = (placeholder: string): OptionKind<string> => one(placeholder, placeholder, nonEmpty)

export const files: OptionKind<readonly string[]> = list('FILE', 'the name of a file', nonEmpty)

/** Unlike `files`, allows an empty name, which stands for no file. */
export const seeds: OptionKind<readonly string[]> = list('FILE', 'the name of a file', (name) => name)

export const port: OptionKind<number> = one('N', 'a port from 1 to 65535, or 0 for a free one', (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined,
)

export const count: OptionKind<number> = one('N', 'an integer of at least 0', (text) =>
  /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined,
)

/** A seed number, true to use the random seed, or false to disable variation. */
export const variation: OptionKind<number | boolean> = {
  takes: 'optional',
  placeholder: 'N',
  expected: 'an integer of at least 1, or nothing for the random seed',
  read([text]) {
    const isOn = text === '1' ? undefined : FLAG_WORDS.get(text.toLowerCase())
    return isOn ?? count.read([text])
  },
}

/** There's no way to tell if this machine has the address without trying. */
export const address: OptionKind<string> = one(
  'H',
  'an address or a host name without scheme and port, such as 0.0.0.0',
  (text) => (/^[\w.:%-]+$/.test(text) && !/^[\w.-]+:\d+$/.test(text) ? text : undefined),
)

export const hostNames: OptionKind<readonly string[]> = list(
  'NAME',
  'a host name without scheme and port, such as emulator.example.com',
  (text) => (/^[\w.-]+$/.test(text) ? text : undefined),
)

export const instant: OptionKind<number> = {
  ...one('INSTANT', 'ISO 8601 such as 2026-01-31T23:59:00Z, or ms since 1970, up to the year 9999', (text) =>
    askIfSeconds(text) === undefined ? readInstant(text) : undefined,
  ),
  ask: askIfSeconds,
}

export const duration: OptionKind<Duration> = one(
  'DURATION',
  'seconds, or a duration such as 90s, 1h30m, 2d or P1M',
  parseDuration,
)

/** Valid in a header after "Bearer ". */
export const token: OptionKind<string> = one('T', 'visible ASCII characters without spaces', (text) =>
  /^[\x21-\x7e]+$/.test(text) ? text : undefined,
)

export function choice<const T extends string>(...values: readonly T[]): OptionKind<T> {
  return one(values.join('|'), `one of ${values.join(', ')}`, (text) =>
    values.find((value) => value === text),
  )
}

/** Origins in the form that browsers send, separated by commas, or "*" for any. False disables CORS. */
export const origins: OptionKind<string | false> = {
  takes: 'optional',
  placeholder: 'ORIGIN',
  expected:
    'an origin without a path such as http://localhost:3000, several separated by commas, or nothing for all',
  read([text]) {
    const isOn = FLAG_WORDS.get(text.toLowerCase())
    if (isOn !== undefined) return isOn && '*'
    if (text === '*') return text
    const named = text.split(',').map((one) => originAsSent(one.trim()))
    return named.includes(undefined) ? undefined : named.join()
  },
}

/** Normalizes an origin the way browsers do: lower case, no default port, and `xn--` for non-ASCII names. */
function originAsSent(text: string): string | undefined {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/\s?#]+$/i.test(text) || !URL.canParse(text)) return undefined
  const { origin } = new URL(text)
  return origin === 'null' ? text.toLowerCase() : origin
}

/** Without a trailing slash. */
export const baseUrl: OptionKind<string> = one(
  'URL',
  'a base address without query, such as http://127.0.0.1:4600',
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
      return undefined
    }
    return (url.origin + url.pathname).replace(/\/+$/, '')
  },
)
