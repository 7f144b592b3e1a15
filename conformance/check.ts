/** Expectations for the statements: each says what the contract asks and what came instead. */

import type { HttpExchange } from './http-client.js'
import { isWhole, type Json, parseJson, sameJson, stringsOf } from './json.js'

/** A statement does not hold: what the contract asks, and what came, each in words. */
export class StatementFailure extends Error {
  override readonly name = 'StatementFailure'
  constructor(
    readonly expected: string,
    readonly got: string,
  ) {
    super(`expected ${expected}\n     got ${got}`)
  }
}

/** A statement could not be judged with what the subject holds at the moment; `message` says why. */
export class StatementSkip extends Error {
  override readonly name = 'StatementSkip'
}

const TEXT_MAX = 300

/** A request and its answer in words. Credentials are shown by their header's name alone: reports get passed around. */
export function describeExchange({ request, status, text }: HttpExchange): string {
  const credentials = ['x-kv-key', 'authorization', 'x-api-key'].filter((name) => name in request.headers)
  const sent = request.body === undefined ? '' : ` ${shorten(request.body)}`
  const bearing = credentials.length === 0 ? 'no credential' : credentials.join(', ')
  return `${request.method} ${request.url}${sent} (${bearing}) -> ${status} ${shorten(text) || '(no body)'}`
}

function shorten(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}… (${text.length} characters)`
}

/** Fails the statement, with the request and answer that it is about. */
export function fail(expected: string, got: string, about: HttpExchange): never {
  throw new StatementFailure(expected, `${got}: ${describeExchange(about)}`)
}

/** The answer has one of these statuses. */
export function expectStatus(about: HttpExchange, ...statuses: readonly number[]): HttpExchange {
  if (!statuses.includes(about.status)) fail(`status ${statuses.join(' or ')}`, String(about.status), about)
  return about
}

/** The answer is a success with any 2xx status: the contract shows few of them. */
export function expectSuccess(about: HttpExchange): HttpExchange {
  if (about.status < 200 || about.status > 299) fail('success (2xx)', String(about.status), about)
  return about
}

/** The answer is a success whose `value` is this JSON text: every digit counts, the order of members does not. */
export function expectValue(about: HttpExchange, text: string): void {
  read(expectSuccess(about)).member('value').equalsJson(text)
}

/** The answer is a success whose member of this name is this value. */
export function expectMember(about: HttpExchange, name: string, value: string | number | boolean): void {
  read(expectSuccess(about)).member(name).equals(value)
}

/** The answer is a refusal with any 4xx status, if the contract shows none. */
export function expectRefusal(about: HttpExchange): HttpExchange {
  if (about.status < 400 || about.status > 499) fail('a refusal (4xx)', String(about.status), about)
  return about
}

/** The code is a string value somewhere in the body: which member carries it is not shown for the two stores. */
export function expectCode(about: HttpExchange, code: string): void {
  if (!stringsOf(read(about).json).includes(code)) fail(`the code ${code} in the body`, 'none', about)
}

/**
 * The body of an error of the database: strings `error` and `message`, and this code when the contract names
 * one (docs/CONTRACT.md E-7).
 */
export function expectDatabaseError(about: HttpExchange, code?: string): void {
  const body = read(about)
  body.member('message').string()
  const error = body.member('error')
  if (code === undefined) error.string()
  else error.equals(code)
}

/** The condition holds; `got` says what was seen instead. */
export function expectThat(condition: boolean, expected: string, got: string, about: HttpExchange): void {
  if (!condition) fail(expected, got, about)
}

/** The answer's JSON body, to be read member by member. Fails when the body is not JSON. */
export function read(about: HttpExchange): Reader {
  if (about.bytesProblem !== undefined) fail('a body of JSON, in UTF-8', about.bytesProblem, about)
  try {
    return new Reader(parseJson(about.text), 'the body', about)
  } catch (error) {
    if (error instanceof SyntaxError) return fail('a JSON body', 'none', about)
    throw error
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:?00)$/
const INT64_MAX = 2n ** 63n - 1n

/** A place in a JSON body; each method fails the statement when the place is not what it names. */
export class Reader {
  constructor(
    readonly json: Json,
    private readonly where: string,
    /** The answer that it is in. */
    readonly about: HttpExchange,
  ) {}

  /** The member of this name, which must be there. */
  member(name: string): Reader {
    return this.find(name) ?? this.no(`a member ${name} in ${this.where}`)
  }

  /** The member of this name, or undefined; the place itself must be an object. */
  find(name: string): Reader | undefined {
    if (this.json.kind !== 'object') return this.no(`${this.where} to be an object`)
    const member = this.json.members.get(name)
    return member && new Reader(member, `${this.where}.${name}`, this.about)
  }

  /** The member of this name must not be there. */
  lacks(name: string): void {
    if (this.find(name) !== undefined) this.no(`no member ${name} in ${this.where}`)
  }

  /** The members that are named have these values. */
  holds(members: Readonly<Record<string, string | number | boolean>>): void {
    for (const [name, value] of Object.entries(members)) this.member(name).equals(value)
  }

  /** The items of an array. */
  items(): readonly Reader[] {
    if (this.json.kind !== 'array') return this.no(`${this.where} to be an array`)
    return this.json.items.map((item, index) => new Reader(item, `${this.where}[${index}]`, this.about))
  }

  /** The one item whose member `key` is this text; undefined when none is, a failure when several are. */
  entry(key: string): Reader | undefined {
    const found = this.items().filter((item) => item.member('key').string() === key)
    if (found.length > 1) this.no(`${this.where} to name ${key} once`)
    return found[0]
  }

  /** The one item whose member `key` is this text, which must be there. */
  theEntry(key: string): Reader {
    return this.entry(key) ?? this.no(`${key} in ${this.where}`)
  }

  /** A string. */
  string(): string {
    return this.json.kind === 'string' ? this.json.value : this.no(`${this.where} to be a string`)
  }

  /** A whole number; beyond 2^53 the nearest one that JavaScript can hold. */
  integer(): number {
    if (this.json.kind === 'number' && isWhole(this.json.digits)) return Number(this.json.digits)
    return this.no(`${this.where} to be an integer`)
  }

  /** An int64 as its digits, all of them. */
  int64(): string {
    if (this.json.kind === 'number' && /^-?\d+$/.test(this.json.digits)) {
      const id = BigInt(this.json.digits)
      if (id >= -INT64_MAX - 1n && id <= INT64_MAX) return this.json.digits
    }
    return this.no(`${this.where} to be an int64`)
  }

  /** An ISO 8601 instant in UTC, as Unix milliseconds; with `milliseconds`, three decimals are asked for. */
  instant(options: { readonly milliseconds?: boolean } = {}): number {
    const text = this.string()
    const decimals = INSTANT.exec(text)?.[1]
    if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) this.no(`${this.where} to be ISO 8601 in UTC`)
    if (options.milliseconds && decimals?.length !== 4) this.no(`milliseconds in ${this.where}`)
    return Date.parse(text)
  }

  /** The value that JSON.parse would give, or an exact JSON text. */
  equals(expected: string | number | boolean): void {
    this.equalsJson(JSON.stringify(expected))
  }

  /** Checks for the same value as this JSON text: every digit counts, the order of members does not. */
  equalsJson(text: string): void {
    if (!sameJson(this.json, parseJson(text))) this.no(`${this.where} to be ${shorten(text)}`)
  }

  private no(expected: string): never {
    return fail(expected, 'another body', this.about)
  }
}
