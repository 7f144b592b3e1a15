/** Expectations for statements. A failure says what the contract asks for, and what came instead. */

import type { HttpExchange } from './http-client.js'
import { isWhole, type Json, parseJson, sameJson, stringsOf } from './json.js'

/** A statement that doesn't hold: what the contract asks for, and what came, both in words. */
export class StatementFailure extends Error {
  override readonly name = 'StatementFailure'
  constructor(
    readonly expected: string,
    readonly got: string,
  ) {
    super(`expected ${expected}\n     got ${got}`)
  }
}

/** A statement that can't be judged with what the subject has at the moment; `message` says why. */
export class StatementSkip extends Error {
  override readonly name = 'StatementSkip'
}

const TEXT_MAX = 300

/** Describes a request and its answer. Shows only the header names of credentials, since reports get passed around. */
export function describeExchange({ request, status, text }: HttpExchange): string {
  const credentials = ['x-kv-key', 'authorization', 'x-api-key'].filter((name) => name in request.headers)
  const sent = request.body === undefined ? '' : ` ${shorten(request.body)}`
  const bearing = credentials.length === 0 ? 'no credential' : credentials.join(', ')
  return `${request.method} ${request.url}${sent} (${bearing}) -> ${status} ${shorten(text) || '(no body)'}`
}

function shorten(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}… (${text.length} characters)`
}

/** Fails the statement with the request and answer that show it. */
export function fail(expected: string, got: string, about: HttpExchange): never {
  throw new StatementFailure(expected, `${got}: ${describeExchange(about)}`)
}

export function expectStatus(about: HttpExchange, ...statuses: readonly number[]): HttpExchange {
  if (!statuses.includes(about.status)) fail(`status ${statuses.join(' or ')}`, String(about.status), about)
  return about
}

/** Expects any 2xx status: the contract shows few of them. */
export function expectSuccess(about: HttpExchange): HttpExchange {
  if (about.status < 200 || about.status > 299) fail('success (2xx)', String(about.status), about)
  return about
}

/** Expects a success whose `value` is this JSON text. Compares every digit, but not the order of members. */
export function expectValue(about: HttpExchange, text: string): void {
  read(expectSuccess(about)).member('value').equalsJson(text)
}

/** Expects a success with a member of this name and value. */
export function expectMember(about: HttpExchange, name: string, value: string | number | boolean): void {
  read(expectSuccess(about)).member(name).equals(value)
}

/** Expects any 4xx status, for refusals whose status the contract doesn't show. */
export function expectRefusal(about: HttpExchange): HttpExchange {
  if (about.status < 400 || about.status > 499) fail('a refusal (4xx)', String(about.status), about)
  return about
}

/**
 * Expects the code as a string anywhere in the body, since the contract doesn't show which member of the stores' errors
 * has it.
 */
export function expectCode(about: HttpExchange, code: string): void {
  if (!stringsOf(read(about).json).includes(code)) fail(`the code ${code} in the body`, 'none', about)
}

/**
 * Expects a database error: strings `error` and `message`, and this code where the contract names one (docs/CONTRACT.md
 * E-7).
 */
export function expectDatabaseError(about: HttpExchange, code?: string): void {
  const body = read(about)
  body.member('message').string()
  const error = body.member('error')
  if (code === undefined) error.string()
  else error.equals(code)
}

/** @param got what was seen instead */
export function expectThat(condition: boolean, expected: string, got: string, about: HttpExchange): void {
  if (!condition) fail(expected, got, about)
}

/** Reads the answer's JSON body, member by member. Fails the statement if it isn't JSON. */
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

/** A position in a JSON body. Each method fails the statement if the value there isn't of the expected type. */
export class Reader {
  constructor(
    readonly json: Json,
    private readonly where: string,
    readonly about: HttpExchange,
  ) {}

  /** Returns a required member. */
  member(name: string): Reader {
    return this.find(name) ?? this.no(`a member ${name} in ${this.where}`)
  }

  /** Returns an optional member, or undefined. The value itself must be an object. */
  find(name: string): Reader | undefined {
    if (this.json.kind !== 'object') return this.no(`${this.where} to be an object`)
    const member = this.json.members.get(name)
    return member && new Reader(member, `${this.where}.${name}`, this.about)
  }

  /** Expects that there is no member of this name. */
  lacks(name: string): void {
    if (this.find(name) !== undefined) this.no(`no member ${name} in ${this.where}`)
  }

  /** Expects members with these values. */
  holds(members: Readonly<Record<string, string | number | boolean>>): void {
    for (const [name, value] of Object.entries(members)) this.member(name).equals(value)
  }

  /** Returns the items of an array. */
  items(): readonly Reader[] {
    if (this.json.kind !== 'array') return this.no(`${this.where} to be an array`)
    return this.json.items.map((item, index) => new Reader(item, `${this.where}[${index}]`, this.about))
  }

  /** Returns the only item whose member `key` is this text, or undefined. Fails if there are several. */
  entry(key: string): Reader | undefined {
    const found = this.items().filter((item) => item.member('key').string() === key)
    if (found.length > 1) this.no(`${this.where} to name ${key} once`)
    return found[0]
  }

  /** Returns the only item whose member `key` is this text. Fails if it's missing. */
  theEntry(key: string): Reader {
    return this.entry(key) ?? this.no(`${key} in ${this.where}`)
  }

  string(): string {
    return this.json.kind === 'string' ? this.json.value : this.no(`${this.where} to be a string`)
  }

  /** Returns a whole number, rounded to a double beyond 2^53. */
  integer(): number {
    if (this.json.kind === 'number' && isWhole(this.json.digits)) return Number(this.json.digits)
    return this.no(`${this.where} to be an integer`)
  }

  /** Returns all digits of an int64. */
  int64(): string {
    if (this.json.kind === 'number' && /^-?\d+$/.test(this.json.digits)) {
      const id = BigInt(this.json.digits)
      if (id >= -INT64_MAX - 1n && id <= INT64_MAX) return this.json.digits
    }
    return this.no(`${this.where} to be an int64`)
  }

  /** Returns an ISO 8601 instant in UTC as Unix ms. `milliseconds` requires three decimals. */
  instant(options: { readonly milliseconds?: boolean } = {}): number {
    const text = this.string()
    const decimals = INSTANT.exec(text)?.[1]
    if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) this.no(`${this.where} to be ISO 8601 in UTC`)
    if (options.milliseconds && decimals?.length !== 4) this.no(`milliseconds in ${this.where}`)
    return Date.parse(text)
  }

  /** @param expected a value as from JSON.parse, or exact JSON text */
  equals(expected: string | number | boolean): void {
    this.equalsJson(JSON.stringify(expected))
  }

  /** Compares with JSON text: every digit, but not the order of members. */
  equalsJson(text: string): void {
    if (!sameJson(this.json, parseJson(text))) this.no(`${this.where} to be ${shorten(text)}`)
  }

  private no(expected: string): never {
    return fail(expected, 'another body', this.about)
  }
}
