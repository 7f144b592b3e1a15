/** Assertions for statements. If one fails, its error says what the contract requires and what the service returned. */

import type { HttpExchange } from './http-client.js'
import { isWhole, type Json, parseJson, sameJson, stringsOf } from './json.js'

/** Thrown when a statement doesn't hold. Describes what the contract requires and what the service returned. */
export class StatementFailure extends Error {
  override readonly name = 'StatementFailure'
  constructor(
    readonly expected: string,
    readonly got: string,
  ) {
    super(`expected ${expected}\n     got ${got}`)
  }
}

/** Thrown when a statement can't be checked with what the subject currently offers. `message` says why. */
export class StatementSkip extends Error {
  override readonly name = 'StatementSkip'
}

const TEXT_MAX = 300

/** Shows only the header names of credentials, since reports get passed around. */
export function describeExchange({ request, status, text }: HttpExchange): string {
  const credentials = ['x-kv-key', 'authorization', 'x-api-key'].filter((name) => name in request.headers)
  const sent = request.body === undefined ? '' : ` ${shorten(request.body)}`
  const bearing = credentials.length === 0 ? 'no credential' : credentials.join(', ')
  return `${request.method} ${request.url}${sent} (${bearing}) -> ${status} ${shorten(text) || '(no body)'}`
}

function shorten(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}… (${text.length} characters)`
}

/** Fails the statement, quoting the request and its answer. */
export function fail(expected: string, got: string, about: HttpExchange): never {
  throw new StatementFailure(expected, `${got}: ${describeExchange(about)}`)
}

export function expectStatus(about: HttpExchange, ...statuses: readonly number[]): HttpExchange {
  if (!statuses.includes(about.status)) fail(`status ${statuses.join(' or ')}`, String(about.status), about)
  return about
}

/** Expects any 2xx status, since the contract only shows a few of them. */
export function expectSuccess(about: HttpExchange): HttpExchange {
  if (about.status < 200 || about.status > 299) fail('success (2xx)', String(about.status), about)
  return about
}

/** Expects a success whose `value` equals this JSON text. Every digit counts, but the order of members doesn't. */
export function expectValue(about: HttpExchange, text: string): void {
  read(expectSuccess(about)).member('value').equalsJson(text)
}

export function expectMember(about: HttpExchange, name: string, value: string | number | boolean): void {
  read(expectSuccess(about)).member(name).equals(value)
}

/** Expects any 4xx status. Used for refusals whose status isn't in the contract. */
export function expectRefusal(about: HttpExchange): HttpExchange {
  if (about.status < 400 || about.status > 499) fail('a refusal (4xx)', String(about.status), about)
  return about
}

/** Expects this string anywhere in the body. The contract doesn't say where in the stores' errors the code is. */
export function expectCode(about: HttpExchange, code: string): void {
  if (!stringsOf(read(about).json).includes(code)) fail(`the code ${code} in the body`, 'none', about)
}

/**
 * Expects a database error: a body whose members `error` and `message` are strings, with this code if the contract
 * specifies one (docs/CONTRACT.md E-7).
 */
export function expectDatabaseError(about: HttpExchange, code?: string): void {
  const body = read(about)
  body.member('message').string()
  const error = body.member('error')
  if (code === undefined) error.string()
  else error.equals(code)
}

/** @param got what the service returned instead */
export function expectThat(condition: boolean, expected: string, got: string, about: HttpExchange): void {
  if (!condition) fail(expected, got, about)
}

/** Parses the body as JSON and lets you read its members. Fails the statement if it isn't JSON. */
export function read(about: HttpExchange): Reader {
  if (about.bytesProblem !== undefined) fail('a JSON body in UTF-8', about.bytesProblem, about)
  try {
    return new Reader(parseJson(about.text), 'the body', about)
  } catch (error) {
    if (error instanceof SyntaxError) return fail('a JSON body', 'none', about)
    throw error
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:?00)$/
const INT64_MAX = 2n ** 63n - 1n

/** A position in a JSON body. Every method fails the statement if the value there doesn't have the expected type. */
export class Reader {
  constructor(
    readonly json: Json,
    private readonly where: string,
    readonly about: HttpExchange,
  ) {}

  member(name: string): Reader {
    return this.find(name) ?? this.no(`a member ${name} in ${this.where}`)
  }

  /** Returns the member, or undefined if it's missing. Fails if this isn't an object. */
  find(name: string): Reader | undefined {
    if (this.json.kind !== 'object') return this.no(`${this.where} to be an object`)
    const member = this.json.members.get(name)
    return member && new Reader(member, `${this.where}.${name}`, this.about)
  }

  lacks(name: string): void {
    if (this.find(name) !== undefined) this.no(`no member ${name} in ${this.where}`)
  }

  /** Expects each of these members to have the given value. */
  holds(members: Readonly<Record<string, string | number | boolean>>): void {
    for (const [name, value] of Object.entries(members)) this.member(name).equals(value)
  }

  items(): readonly Reader[] {
    if (this.json.kind !== 'array') return this.no(`${this.where} to be an array`)
    return this.json.items.map((item, index) => new Reader(item, `${this.where}[${index}]`, this.about))
  }

  /** Returns the item whose `key` member is this string, or undefined if there's none. Fails if there are several. */
  entry(key: string): Reader | undefined {
    const found = this.items().filter((item) => item.member('key').string() === key)
    if (found.length > 1) this.no(`${this.where} to name ${key} once`)
    return found[0]
  }

  /** Like `entry`, but fails if the item is missing. */
  theEntry(key: string): Reader {
    return this.entry(key) ?? this.no(`${key} in ${this.where}`)
  }

  string(): string {
    return this.json.kind === 'string' ? this.json.value : this.no(`${this.where} to be a string`)
  }

  /** Returns a whole number. Beyond 2^53, it's rounded to a double. */
  integer(): number {
    if (this.json.kind === 'number' && isWhole(this.json.digits)) return Number(this.json.digits)
    return this.no(`${this.where} to be an integer`)
  }

  /** Returns an int64 with all its digits. */
  int64(): string {
    if (this.json.kind === 'number' && /^-?\d+$/.test(this.json.digits)) {
      const id = BigInt(this.json.digits)
      if (id >= -INT64_MAX - 1n && id <= INT64_MAX) return this.json.digits
    }
    return this.no(`${this.where} to be an int64`)
  }

  /** Parses an ISO 8601 instant in UTC, and returns it as Unix ms. With `milliseconds`, it must have three decimals. */
  instant(options: { readonly milliseconds?: boolean } = {}): number {
    const text = this.string()
    const decimals = INSTANT.exec(text)?.[1]
    if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) this.no(`${this.where} to be ISO 8601 in UTC`)
    if (options.milliseconds && decimals?.length !== 4) this.no(`milliseconds in ${this.where}`)
    return Date.parse(text)
  }

  /** @param expected a value that `JSON.parse` could return */
  equals(expected: string | number | boolean): void {
    this.equalsJson(JSON.stringify(expected))
  }

  /** Compares the value with JSON text. Every digit counts, but the order of members doesn't. */
  equalsJson(text: string): void {
    if (!sameJson(this.json, parseJson(text))) this.no(`${this.where} to be ${shorten(text)}`)
  }

  private no(expected: string): never {
    return fail(expected, 'another body', this.about)
  }
}
