import { parseWithLongIntegers } from '../core/json/lossless-json.js'
import { isRecord } from '../core/objects.js'
import type { WorldInfo } from './answers.js'
import { EmulatorError, type RefusedCall } from './error.js'

export interface AdminClientRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /_admin, percent-encoded. */
  readonly path: string
  /** Without its question mark. */
  readonly query?: string
  readonly body?: string
}

export interface AdminAnswer {
  readonly status: number
  /** Empty if there is no body. */
  readonly text: string
  /** The media type; empty if there is no body. */
  readonly type: string
}

/** Sends a request to the admin interface of one world. Rejects only if no answer came. */
export type Ask = (request: AdminClientRequest) => Promise<AdminAnswer>

/** The addresses of a world. */
export interface Addresses {
  /** The base address of the key-value store and the config store. */
  readonly baseUrl: string
  /** The base address of the document database. */
  readonly dbBaseUrl: string
  readonly adminUrl: string
}

/**
 * Finds the base address of an emulator or a world: `http://127.0.0.1:4600/_worlds/w1`. Also accepts the address of its
 * admin interface or dashboard.
 *
 * @returns undefined if the text isn't an address
 */
export function baseAddress(address: string | URL): string | undefined {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  return (url.origin + url.pathname).replace(/\/_(?:admin|dashboard)(?:\/.*)?$/, '').replace(/\/+$/, '')
}

/** A way to reach one world of an emulator: in this process, or over HTTP. */
export interface Transport {
  readonly addresses: Addresses
  readonly ask: Ask
  readonly fetch: typeof globalThis.fetch
  /**
   * Makes a world like POST /_admin/worlds, without the call: tests make one each. Returns undefined if that fails; the
   * call then gives the reason.
   */
  newWorld?(): WorldInfo | undefined
  /** Removes this world; returns false if the call has to do it. */
  dropWorld?(): boolean
  toWorld(world: WorldInfo): Transport
}

/** The parameters of a query; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>

/** The admin interface of one world. Calls throw an EmulatorError if they are refused. */
export class AdminInterface {
  constructor(private readonly ask: Ask) {}

  /** @param texts as for `send` */
  async get<T>(path: string, query: Query = {}, texts: readonly (keyof T)[] = []): Promise<T> {
    const answer = await this.#json<T>({ method: 'GET', path, query: queryText(query) })
    if (hasTexts(answer, texts)) return answer
    throw notOurs(`GET /_admin${path}`)
  }

  /** Returns the list in an answer. @param member its name there */
  async list<T>(member: string, path: string, query: Query = {}): Promise<T[]> {
    const answer = await this.get<Readonly<Record<string, T[]>>>(path, query)
    const list = answer[member]
    if (Array.isArray(list)) return list
    throw notOurs(`GET /_admin${path}`)
  }

  /** Returns the body of an answer as text. */
  getText(path: string, query: Query = {}): Promise<string> {
    return this.#text({ method: 'GET', path, query: queryText(query) })
  }

  /**
   * @param body a value to send as JSON, or a text to send as it is
   * @param texts the members of the answer that must be texts
   */
  async send<T>(
    method: 'POST' | 'PUT' | 'PATCH',
    path: string,
    body: unknown = {},
    texts: readonly (keyof T)[] = [],
  ): Promise<T> {
    const sent = typeof body === 'string' ? body : jsonText(body)
    const answer = await this.#json<T>({ method, path, body: sent })
    if (hasTexts(answer, texts)) return answer
    throw notOurs(`${method} /_admin${path}`)
  }

  async delete(path: string): Promise<void> {
    const text = await this.#text({ method: 'DELETE', path })
    if (text !== '' && objectIn(text) === undefined) throw notOurs(`DELETE /_admin${path}`)
  }

  /**
   * Ids are int64: JSON.parse would lose their last digits. The types of answers are declared with the calls, in
   * src/admin/calls.
   */
  async #json<T>(request: AdminClientRequest): Promise<T> {
    const found = objectIn(await this.#text(request))
    if (found === undefined) throw notOurs(`${request.method} /_admin${request.path}`)
    return found as T
  }

  async #text(request: AdminClientRequest): Promise<string> {
    const { method, path } = request
    const lost = LOST_PART.exec(path)?.[1]
    if (lost !== undefined) throw new EmulatorError(`${method} /_admin${path}`, lostPart(lost))
    const { status, text } = await this.ask(request)
    if (status >= 200 && status < 300) return text
    throw new EmulatorError(`${method} /_admin${path}`, refusedCall(status, text))
  }
}

const hasTexts = <T>(answer: T, texts: readonly (keyof T)[]): boolean =>
  texts.every((name) => typeof answer[name] === 'string')

/** Percent-encodes the variable parts of a path: `` at`/stores/${id}` ``. Leaves a lone surrogate as it is. */
export function at(literals: TemplateStringsArray, ...parts: string[]): string {
  return String.raw(
    { raw: literals },
    ...parts.map((part) => String(part).replace(ENCODABLE, encodeURIComponent)),
  )
}

const ENCODABLE = /\P{Surrogate}+/gu

/** A part that no URL can hold: a lone surrogate, or "..", since …/ns_a/keys/.. names the namespace itself. */
const LOST_PART = /\/(\.{0,2}|[^/]*\p{Surrogate}[^/]*)(?=\/|$)/u

/** Times beyond 2^53 ms may be sent as text. */
function jsonText(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(given).toString()
}

/** Reads a refusal. If there is none, another program has answered. */
export function refusedCall(status: number, text: string): RefusedCall {
  const body = objectIn(text, JSON.parse)
  if (typeof body?.error !== 'string' || typeof body.message !== 'string') return { status, ...NO_EMULATOR }
  const { error: code, message, hint, problems } = body
  return {
    status,
    code,
    message,
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(Array.isArray(problems) ? { problems } : {}),
  }
}

/** A program that isn't an emulator answered with success. */
const notOurs = (call: string): EmulatorError => new EmulatorError(call, { status: 200, ...NO_EMULATOR })

/** The answer came from something other than an emulator. */
export const NO_EMULATOR = {
  code: 'no_emulator',
  message: 'what answered is not an emulator',
  hint: 'give the address that `npx tristore-emulator` prints when it starts, without a path',
} as const

function lostPart(part: string): RefusedCall {
  return {
    status: 404,
    code: 'not_found',
    message: `${JSON.stringify(part)} cannot be part of an address`,
    hint: 'a seed takes any text: merge it into the state, or replace the state with it',
  }
}

/** Parses a JSON object; undefined for anything else, which the admin interface never answers. */
function objectIn(
  text: string,
  parse: (text: string) => unknown = parseWithLongIntegers,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const found = parse(text)
    return isRecord(found) ? found : undefined
  } catch {
    return undefined
  }
}
