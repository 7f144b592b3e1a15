import type * as v from 'valibot'
import type { AnswerOf } from '../contract/answer-schema.js'
import type { Parameter } from '../contract/json-schema.js'
import type { RefusalCode } from '../core/refusal.js'
import type { Bounds } from '../domain/bounds.js'
import type { ChangeArea } from '../domain/command.js'
import type { WorldService } from '../domain/service.js'
import type { State } from '../domain/state.js'
import type { Past } from '../history/replay.js'
import type { ServedOperation, ServedService } from '../request/call.js'
import type { SeededService } from '../seed/part.js'
import type { WorldContext } from '../worlds/context.js'
import type { Parameters, QueryOf } from './query.js'
import type { Tag } from './tags.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** E.g. `'id' | 'key'` for '/stores/:id/keys/:key'. */
type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export interface ChangeNote {
  /** The id of whatever changes. Omit it if that has no id, or if the whole area changes. */
  readonly id?: string
  /** The body to put in the log, if repeating the call with the original body wouldn't have the same effect. */
  readonly body?: unknown
}

export interface CallInput<Param extends string = string, Query = unknown, Body = unknown> {
  readonly context: WorldContext
  readonly world: WorldContext['world']
  /** Already percent-decoded. */
  readonly params: Readonly<Record<Param, string>>
  readonly query: Query
  readonly body: Body
  /** The Accept header, or an empty string. */
  readonly accept: string
  /** According to its Content-Type. */
  readonly isSaidToBeJson: boolean
  /** The Last-Event-ID header, or an empty string. */
  readonly lastEventId: string
  /** The URL that the client used to reach the emulator, e.g. `http://127.0.0.1:4600`. */
  readonly origin: string
  /**
   * Makes the change that the call declares. It happens at a single instant, goes into the world's log and is published
   * to listeners. Look up whatever you write to inside `work`, since a checkpoint may be taken just before. A response
   * that depends on the time must also be created there.
   *
   * @param work makes the change. It's called with the virtual time in ms. If it throws, it mustn't have changed
   *   anything.
   */
  readonly change: <R>(work: (now: number) => R, note?: ChangeNote) => R
  /** The world's log, and what you need to replay it. */
  readonly past: Past
  /** All calls of the admin interface. */
  readonly calls: readonly AdminCall[]
  readonly services: readonly ServiceAdmin[]
}

export interface AnswerStream {
  /** Returns false if you should wait for "drain" before writing more. */
  write(text: string): boolean
  end(): unknown
  once(event: 'drain' | 'close', then: () => void): unknown
}

export interface AdminReply {
  readonly status: number
  readonly body?: string
  /** The body's media type. */
  readonly type?: string
  /** For a 405, the methods that the path supports. */
  readonly allow?: readonly string[]
  /** Used instead of `body` to stream a response until it ends or the client leaves. Requires a socket. */
  readonly stream?: (out: AnswerStream) => void
  /** The unexpected error that led to this response, if any. */
  readonly defect?: unknown
}

/** Describes a body in the OpenAPI document. */
export interface BodyDescription<T = unknown> {
  readonly schema: v.GenericSchema<unknown, T>
  readonly example: NoInfer<T>
  /** The media type, if it isn't JSON. */
  readonly type?: string
  /** True if it can be YAML as well as JSON. */
  readonly isYaml?: boolean
}

export interface BodyContext {
  readonly bounds: Bounds
  readonly services: readonly WorldService[]
  readonly isSaidToBeJson: boolean
}

/** Clients may omit it unless `isNeeded` is set. */
export interface RequestBody<T> extends Omit<BodyDescription, 'schema'> {
  readonly schema: v.GenericSchema
  readonly isNeeded?: boolean
  /** True if it's a command. Commands are small, so longer bodies are rejected. */
  readonly isShort?: boolean
  /** @throws Refusal `invalid_request`; SeedProblems */
  readonly read: (text: string, how: BodyContext) => T | Promise<T>
}

export interface CallHelp {
  /** Shown in the OpenAPI document's table of contents. */
  readonly summary: string
  /** The rest of the line in the index, beginning with a colon or semicolon. */
  readonly details?: string
}

/** The part of a declaration that doesn't depend on type parameters. */
interface Declaration<Path extends string> extends CallHelp {
  readonly method: Method
  /** Relative to /_admin. `:name` matches one segment. */
  readonly path: Path
  readonly tag: Tag
  /** The part of the world that `change` modifies. Omit it if the call doesn't change anything. */
  readonly changes?: ChangeArea
  /** True if it adds contents. If so, it's refused with `out_of_memory` while the heap is nearly full. */
  readonly addsContents?: boolean
  /** True if it works without the admin token and with any Host. */
  readonly isOpen?: boolean
  /** True if `--cors` lets pages from other origins read the response. */
  readonly isShared?: boolean
  /** In addition to those common to all calls of this kind. */
  readonly refusals?: readonly RefusalCode[]
}

/** Only used if the handler doesn't return an `OwnReply`. */
interface Answer<Schema extends v.GenericSchema> {
  readonly status?: 201
  readonly schema: Schema
  readonly example: AnswerOf<NoInfer<Schema>>
  readonly type?: string
  readonly isYaml?: boolean
  /** Defaults to `JSON.stringify`. */
  readonly write?: (value: AnswerOf<NoInfer<Schema>>) => string
}

/** Routing, the index and the OpenAPI document are all based on this. */
export interface AdminCall extends Declaration<string> {
  /** A single line for the index. */
  readonly help: string
  readonly query?: Parameters
  readonly body?: RequestBody<unknown>
  /** If there's no `answer`, the response is a 204. */
  readonly answer?: BodyDescription & { readonly status?: 201 }
  readonly handle: (input: CallInput) => Promise<AdminReply>
}

/** A reply that a handler creates itself, e.g. a stream or text in one of several formats. */
export class OwnReply {
  constructor(readonly reply: AdminReply) {}

  static text(body: string, type = 'text/plain; charset=utf-8'): OwnReply {
    return new OwnReply({ status: 200, type, body })
  }
}

type Handled<Schema extends v.GenericSchema> = AnswerOf<Schema> | OwnReply
export interface Service extends SeededService, ServedService {
  readonly operations: readonly ServedOperation[]
  /** Loaded on the first call of the admin interface. */
  readonly admin: () => Promise<ServiceAdmin>
}

export interface ServiceAdmin {
  readonly calls: readonly AdminCall[]
  /** Path parameters, keyed by the path segment that precedes them. The examples exist in fixtures/demo.yaml. */
  readonly named: Readonly<Record<string, Parameter>>
  /** The namespaces, stores or projects that `GET /find` searches. */
  holders(state: State): Iterable<Findable>
  /** The entries or documents that `GET /find` searches. */
  records(state: State): Iterable<Findable>
}

export interface Findable {
  readonly kind: string
  readonly id: string
  readonly of?: string
  readonly title?: string
  readonly value: string
}

/**
 * The handler is called with the parsed query and body, and returns a value that matches the response's schema, or
 * nothing for a 204.
 *
 * @example
 * call({
 *   method: 'GET',
 *   path: '/snapshots',
 *   summary: "List this world's snapshots",
 *   tag: 'Worlds and snapshots',
 *   answer: { schema: v.object({ snapshots: v.array(snapshot) }), example: { snapshots: [EXAMPLE] } },
 *   handle: ({ world }) => ({ snapshots: world.snapshots.list().map(snapshotToJson) }),
 * })
 */
export function call<
  const Path extends string,
  Query extends Parameters = Record<never, never>,
  Body = undefined,
  Schema extends v.GenericSchema = v.VoidSchema<undefined>,
>({
  handle,
  ...declaration
}: Declaration<Path> & {
  readonly query?: Query
  readonly body?: RequestBody<Body>
  readonly answer?: Answer<Schema>
  readonly handle: (
    input: CallInput<ParamOf<Path>, QueryOf<Query>, Body>,
  ) => Handled<NoInfer<Schema>> | Promise<Handled<NoInfer<Schema>>>
}): AdminCall {
  const { answer, summary, details = '' } = declaration
  return {
    ...declaration,
    help: summary + details,
    async handle(input) {
      // The router takes params from the same path, and parses query and body the way they're declared here.
      const value = await handle(input as CallInput<ParamOf<Path>, QueryOf<Query>, Body>)
      if (value instanceof OwnReply) return value.reply
      if (answer === undefined) return { status: 204 }
      const { status = 200, write = JSON.stringify } = answer
      return { status, body: `${write(value)}\n`, type: 'application/json' }
    },
  }
}
