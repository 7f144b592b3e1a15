import { parseWithLongIntegers } from '../core/json/lossless-json.js'
import { isRecord } from '../core/objects.js'
import type { WorldInfo } from './answers.js'
import { EmulatorError, type RefusedCall } from './error.js'

export interface AdminClientRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The percent-encoded path after `/_admin`. */
  readonly path: string
  /** Without the question mark. */
  readonly query?: string
  readonly body?: string
}

export interface AdminAnswer {
  readonly status: number
  /** Empty if there's no body. */
  readonly text: string
  /** The media type, or empty if there's no body. */
  readonly type: string
}

/** Rejects only if there's no response. */
export type Ask = (request: AdminClientRequest) => Promise<AdminAnswer>

export interface Addresses {
  /** For the key-value store and the config store. */
  readonly baseUrl: string
  /** For the document database. */
  readonly dbBaseUrl: string
  readonly adminUrl: string
}

/**
 * Also accepts the address of an admin interface or dashboard.
 *
 * @returns e.g. `http://127.0.0.1:4600/_worlds/w1`, or undefined if the address isn't valid
 */
export function baseAddress(address: string | URL): string | undefined {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  return (url.origin + url.pathname).replace(/\/_(?:admin|dashboard)(?:\/.*)?$/, '').replace(/\/+$/, '')
}

/** Carries a client's calls to one world, in process or over HTTP. */
export interface Transport {
  readonly addresses: Addresses
  readonly ask: Ask
  readonly fetch: typeof globalThis.fetch
  /**
   * A shortcut for `POST /_admin/worlds`, because every test creates a world. If it fails, it returns undefined and
   * leaves it to the admin call to say why.
   */
  newWorld?(): WorldInfo | undefined
  /** Returns false if the world has to be deleted with an admin call. */
  dropWorld?(): boolean
  toWorld(world: WorldInfo): Transport
}

/** Undefined values are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>

/** Throws an `EmulatorError` if a call is rejected. */
export class AdminInterface {
  constructor(private readonly ask: Ask) {}

  async get<T>(path: string, query: Query = {}, texts: readonly (keyof T)[] = []): Promise<T> {
    const answer = await this.#json<T>({ method: 'GET', path, query: queryText(query) })
    if (hasTexts(answer, texts)) return answer
    throw notOurs(`GET /_admin${path}`)
  }

  async list<T>(member: string, path: string, query: Query = {}): Promise<T[]> {
    const answer = await this.get<Readonly<Record<string, T[]>>>(path, query)
    const list = answer[member]
    if (Array.isArray(list)) return list
    throw notOurs(`GET /_admin${path}`)
  }

  getText(path: string, query: Query = {}): Promise<string> {
    return this.#text({ method: 'GET', path, query: queryText(query) })
  }

  /**
   * @param body a value to send as JSON, or a string to send unchanged
   * @param texts members of the response that must be strings
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

  /** Parses ids losslessly, because they're int64 and `JSON.parse` would lose their last digits. */
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

/** Percent-encodes the variables in a path, as in `` at`/stores/${id}` ``, except for lone surrogates. */
export function at(literals: TemplateStringsArray, ...parts: string[]): string {
  return String.raw(
    { raw: literals },
    ...parts.map((part) => String(part).replace(ENCODABLE, encodeURIComponent)),
  )
}

const ENCODABLE = /\P{Surrogate}+/gu

/** Matches a path segment that URLs can't contain: a lone surrogate, or e.g. "..", which would lead elsewhere. */
const LOST_PART = /\/(\.{0,2}|[^/]*\p{Surrogate}[^/]*)(?=\/|$)/u

/** Sends a bigint as a string, which the admin interface accepts for times beyond 2^53 ms. */
function jsonText(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(given).toString()
}

/** A body that isn't one of our errors must have come from another program. */
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

/** For a successful response that can't have come from an emulator. */
const notOurs = (call: string): EmulatorError => new EmulatorError(call, { status: 200, ...NO_EMULATOR })

export const NO_EMULATOR = {
  code: 'no_emulator',
  message: "the answer isn't from an emulator",
  hint: 'use the address that `npx tristore-emulator` prints when it starts, without a path',
} as const

function lostPart(part: string): RefusedCall {
  return {
    status: 404,
    code: 'not_found',
    message: `${JSON.stringify(part)} cannot be part of an address`,
    hint: 'use a seed, which can contain any text: merge it into the state, or replace the state with it',
  }
}

/** Returns undefined for anything but an object, because that's all the admin interface sends. */
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
