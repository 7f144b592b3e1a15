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

/** The names of the parameters in a path: 'id' | 'key' of '/stores/:id/keys/:key'. */
type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export interface ChangeNote {
  /** The id of what is changed; left out: all of the area, or something that has no id. */
  readonly id?: string
  /** The body of a call with the same effect, if the one sent can't simply be repeated. */
  readonly body?: unknown
}

/** One request, taken apart for its handler. */
export interface CallInput<Param extends string = string, Query = unknown, Body = unknown> {
  readonly context: WorldContext
  readonly world: WorldContext['world']
  /** The parameters of the path, percent-decoded. */
  readonly params: Readonly<Record<Param, string>>
  /** The parameters that the call declares, as they were read. */
  readonly query: Query
  /** The body, as the call declares and reads it. */
  readonly body: Body
  /** The Accept header; empty if the request has none. */
  readonly accept: string
  /** The request says that its body is JSON. */
  readonly isSaidToBeJson: boolean
  /** The Last-Event-ID header; empty if the request has none. */
  readonly lastEventId: string
  /** The address by which the client reached the emulator: `http://127.0.0.1:4600`. */
  readonly origin: string
  /**
   * Makes the change that the call declares: at one instant, in the log of the world, and published to
   * listeners. What is written to is found in `work`, since a checkpoint may be taken before it. An answer that
   * depends on the time is made there too.
   *
   * @param work makes it, and is given the virtual time in ms; if that throws, nothing was changed
   */
  readonly change: <R>(work: (now: number) => R, note?: ChangeNote) => R
  /** The log of the world, and what it takes to run it again. */
  readonly past: Past
  /** Every call of the admin interface. */
  readonly calls: readonly AdminCall[]
  /** The admin parts of the services. */
  readonly services: readonly ServiceAdmin[]
}

/** Receives an answer that continues as things happen. */
export interface AnswerStream {
  /** Returns false if it takes more only after "drain". */
  write(text: string): boolean
  end(): unknown
  once(event: 'drain' | 'close', then: () => void): unknown
}

/** An answer of the admin interface. */
export interface AdminReply {
  readonly status: number
  readonly body?: string
  /** The media type of the body. */
  readonly type?: string
  /** The methods that the path knows, of a 405. */
  readonly allow?: readonly string[]
  /** In place of a body: writes one until it or the client ends. It needs a socket. */
  readonly stream?: (out: AnswerStream) => void
  /** The error that no code expected, if one led to this answer. */
  readonly defect?: unknown
}

/** A body in the OpenAPI document. */
export interface BodyDescription<T = unknown> {
  readonly schema: v.GenericSchema<unknown, T>
  readonly example: NoInfer<T>
  /** Its media type, if it is not JSON. */
  readonly type?: string
  /** It may be YAML as well as JSON. */
  readonly isYaml?: boolean
}

/** The context that a body is read in. */
export interface BodyContext {
  /** The world's. */
  readonly bounds: Bounds
  readonly services: readonly WorldService[]
  readonly isSaidToBeJson: boolean
}

/** The body of a request: how it is described, and how it is read. It may be left out unless it is needed. */
export interface RequestBody<T> extends Omit<BodyDescription, 'schema'> {
  readonly schema: v.GenericSchema
  readonly isNeeded?: boolean
  /** A command, which is small, so longer ones are rejected. */
  readonly isShort?: boolean
  /** @throws Refusal invalid_request; SeedProblems */
  readonly read: (text: string, how: BodyContext) => T | Promise<T>
}

export interface CallHelp {
  /** For the contents of the OpenAPI document. */
  readonly summary: string
  /** The rest of the line in the index, from a colon or semicolon on. */
  readonly details?: string
}

/** The part of a declaration that does not depend on types. */
interface Declaration<Path extends string> extends CallHelp {
  readonly method: Method
  /** Below /_admin; `:name` matches one segment. */
  readonly path: Path
  readonly tag: Tag
  /** The part of its world that it changes, by `change`; left out: it changes none. */
  readonly changes?: ChangeArea
  /** It adds contents: refused with out_of_memory while the heap is nearly full. */
  readonly addsContents?: boolean
  /** Reachable without the admin token, and under any Host. */
  readonly isOpen?: boolean
  /** Under --cors, pages of other origins may read the answer. */
  readonly isShared?: boolean
  /** Refusals besides those of every call of its kind. */
  readonly refusals?: readonly RefusalCode[]
}

/** An answer in JSON, unless the handler makes the reply itself. */
interface Answer<Schema extends v.GenericSchema> {
  readonly status?: 201
  readonly schema: Schema
  readonly example: AnswerOf<NoInfer<Schema>>
  readonly type?: string
  readonly isYaml?: boolean
  /** Writes it as JSON; `JSON.stringify` when left out. */
  readonly write?: (value: AnswerOf<NoInfer<Schema>>) => string
}

/** A call of the admin interface: routing, the index and the OpenAPI document are read from it. */
export interface AdminCall extends Declaration<string> {
  /** One line, for the index. */
  readonly help: string
  readonly query?: Parameters
  readonly body?: RequestBody<unknown>
  /** Left out: 204, without a body. */
  readonly answer?: BodyDescription & { readonly status?: 201 }
  readonly handle: (input: CallInput) => Promise<AdminReply>
}

/** A reply that a handler makes itself: text in more than one format, or a stream. */
export class OwnReply {
  constructor(readonly reply: AdminReply) {}

  /** Text for people, unless another type is named. */
  static text(body: string, type = 'text/plain; charset=utf-8'): OwnReply {
    return new OwnReply({ status: 200, type, body })
  }
}

/** A value of the answer's schema, or nothing for 204. */
type Handled<Schema extends v.GenericSchema> = AnswerOf<Schema> | OwnReply
/** Everything that the emulator knows of a service. */
export interface Service extends SeededService, ServedService {
  readonly operations: readonly ServedOperation[]
  /** Its part of the admin interface, loaded when that is first called. */
  readonly admin: () => Promise<ServiceAdmin>
}

/** The part of the admin interface that belongs to one service. */
export interface ServiceAdmin {
  readonly calls: readonly AdminCall[]
  /** The parameters of their paths, by the segment before them; the examples are there under fixtures/demo.yaml. */
  readonly named: Readonly<Record<string, Parameter>>
  /** The records that GET /find searches: namespaces, stores or projects. */
  holders(state: State): Iterable<Findable>
  /** Entries or documents. */
  records(state: State): Iterable<Findable>
}

/** Something of a state that can be found, with the text of its value. */
export interface Findable {
  readonly kind: string
  readonly id: string
  readonly of?: string
  readonly title?: string
  readonly value: string
}

/**
 * Declares a call. Its handler gets the query and the body read, and returns a value of the answer's schema, or nothing
 * for 204.
 *
 * @example
 * call({
 *   method: 'GET',
 *   path: '/snapshots',
 *   summary: 'The snapshots of this world',
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
      // The router takes the parameters from this very path, and reads query and body as they are declared here.
      const value = await handle(input as CallInput<ParamOf<Path>, QueryOf<Query>, Body>)
      if (value instanceof OwnReply) return value.reply
      if (answer === undefined) return { status: 204 }
      const { status = 200, write = JSON.stringify } = answer
      return { status, body: `${write(value)}\n`, type: 'application/json' }
    },
  }
}
