import { parseWithLongIntegers } from '../core/json/lossless-json.js'
import { isRecord } from '../core/objects.js'
import type { WorldInfo } from '../worlds/world-info.js'
import { EmulatorError, type RefusedCall } from './error.js'

/** A request to the admin interface. */
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
  /** The body; empty if there is none. */
  readonly text: string
  /** Its media type; empty if there is none. */
  readonly type: string
}

/** Sends a request to the admin interface of one world; rejects only if no answer came. */
export type Ask = (request: AdminClientRequest) => Promise<AdminAnswer>

/** The addresses of a world. */
export interface Addresses {
  /** The base address of the key-value store and the config store. */
  readonly baseUrl: string
  /** The base address of the document database. */
  readonly dbBaseUrl: string
  readonly adminUrl: string
}

/** The transport to one world of an emulator: in this process, or over HTTP. */
export interface Transport {
  readonly addresses: Addresses
  readonly ask: Ask
  /** Sends a request to the services. */
  readonly fetch: typeof globalThis.fetch
  /**
   * If the emulator is at hand, makes a world of its seed, as POST /_admin/worlds does: tests make one each.
   * Undefined if there can be none: then that call gives the reason.
   */
  newWorld?(): WorldInfo | undefined
  /** Removes the world that this leads to; false if that call is to do it. */
  dropWorld?(): boolean
  /** The transport to another world of the emulator. */
  toWorld(world: WorldInfo): Transport
}

/** Parameters of a query; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>

/**
 * Makes the error that a refused call throws.
 *
 * @param call what was called: "POST /_admin/clock"
 */
export type ErrorMaker = (call: string, refused: RefusedCall) => Error

/** The admin interface of one world. A call returns the answer, and throws if it is refused. */
export class AdminInterface {
  /** @param errorOf by default an EmulatorError */
  constructor(
    private readonly ask: Ask,
    private readonly errorOf: ErrorMaker = (call, refused) => new EmulatorError(call, refused),
  ) {}

  /** @param texts as of `send` */
  async get<T>(path: string, query: Query = {}, texts: readonly (keyof T)[] = []): Promise<T> {
    const answer = await this.#json<T>({ method: 'GET', path, query: queryText(query) })
    if (hasTexts(answer, texts)) return answer
    throw this.#notOurs(`GET /_admin${path}`)
  }

  /** The list in an answer. @param member its name there */
  async list<T>(member: string, path: string, query: Query = {}): Promise<T[]> {
    const answer = await this.get<Readonly<Record<string, T[]>>>(path, query)
    const list = answer[member]
    if (Array.isArray(list)) return list
    throw this.#notOurs(`GET /_admin${path}`)
  }

  /** The text of an answer, as it came. */
  getText(path: string, query: Query = {}): Promise<string> {
    return this.#text({ method: 'GET', path, query: queryText(query) })
  }

  /**
   * @param body a value for JSON, or a text, which is sent as it is
   * @param texts the members of the answer that are texts, if the answer is gone on with
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
    throw this.#notOurs(`${method} /_admin${path}`)
  }

  async delete(path: string): Promise<void> {
    const text = await this.#text({ method: 'DELETE', path })
    if (text !== '' && objectIn(text) === undefined) throw this.#notOurs(`DELETE /_admin${path}`)
  }

  /**
   * Ids are int64: JSON.parse would lose their last digits. The types of answers are declared with the calls,
   * in src/admin/calls.
   */
  async #json<T>(request: AdminClientRequest): Promise<T> {
    const found = objectIn(await this.#text(request))
    if (found === undefined) throw this.#notOurs(`${request.method} /_admin${request.path}`)
    return found as T
  }

  /** What another program than an emulator may answer, with success. */
  #notOurs(call: string): Error {
    return this.errorOf(call, { status: 200, ...NO_EMULATOR })
  }

  async #text(request: AdminClientRequest): Promise<string> {
    const { method, path } = request
    const lost = LOST_PART.exec(path)?.[1]
    if (lost !== undefined) throw this.errorOf(`${method} /_admin${path}`, lostPart(lost))
    const { status, text } = await this.ask(request)
    if (status >= 200 && status < 300) return text
    throw this.errorOf(`${method} /_admin${path}`, refusedCall(status, text))
  }
}

const hasTexts = <T>(answer: T, texts: readonly (keyof T)[]): boolean =>
  texts.every((name) => typeof answer[name] === 'string')

/** A path with its variable parts percent-encoded: `` at`/stores/${id}` ``. A surrogate alone stays as it is. */
export function at(literals: TemplateStringsArray, ...parts: string[]): string {
  return String.raw(
    { raw: literals },
    ...parts.map((part) => String(part).replace(ENCODABLE, encodeURIComponent)),
  )
}

const ENCODABLE = /\P{Surrogate}+/gu

/** A part that no address can hold: half a character, or ".."; …/ns_a/keys/.. names the namespace itself. */
const LOST_PART = /\/(\.{0,2}|[^/]*\p{Surrogate}[^/]*)(?=\/|$)/u

/** Times beyond 2^53 ms are read from text as well. */
function jsonText(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(given).toString()
}

/** The refusal in an answer; an answer without one comes from another program. */
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

/** Why a call fails that something else answered. */
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

/** The object that a text is in JSON; undefined if it is none, as no answer of the admin interface is. */
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
