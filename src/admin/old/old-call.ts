import type { GenericSchema } from 'valibot'
import type { JsonSchema, Parameter, Schema } from '../../contract/json-schema.js'
import type { RefusalCode } from '../../core/refusal.js'
import type { ChangeArea } from '../../domain/command.js'
import type { Past } from '../../history/replay.js'
import type { WorldContext } from '../../worlds/context.js'
import type {
  AdminCall,
  AdminReply,
  ChangeNote,
  Method,
  ParamOf,
  RequestBody,
  ServiceAdmin,
} from '../call.js'
import type { Tag } from '../tags.js'

/** One request, taken apart for its handler. */
export interface OldCallInput<Param extends string = string, Body = unknown> {
  readonly context: WorldContext
  readonly world: WorldContext['world']
  /** The parameters of the path, percent-decoded. */
  readonly params: Readonly<Record<Param, string>>
  readonly query: URLSearchParams
  /** The Accept header; empty if the request has none. */
  readonly accept: string
  /** Whether the request says that its body is JSON. */
  readonly isSaidToBeJson: boolean
  /** The Last-Event-ID header; empty if the request has none. */
  readonly lastEventId: string
  /** The address by which the client reached the emulator: `http://127.0.0.1:4600`. */
  readonly origin: string
  /**
   * Reads the body as the call declares it.
   *
   * @throws Refusal too_large, invalid_request; SeedProblems
   */
  readonly body: () => Promise<Body>
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
  /** What the services bring along. */
  readonly services: readonly ServiceAdmin[]
}

/** A body in the OpenAPI document. A schema that validates it describes it as well. */
export interface OldBody {
  readonly schema: JsonSchema | GenericSchema
  readonly example: unknown
  readonly type?: string
  readonly isYaml?: boolean
}

/** The part of a declaration that does not depend on the answer. */
interface Declaration<Path extends string, Body> {
  readonly method: Method
  /** Below /_admin; `:name` matches one segment. */
  readonly path: Path
  /** One line, for the index. */
  readonly help: string
  readonly tag: Tag
  /** The part of its world that it changes, by `change`; left out: it changes none. */
  readonly changes?: ChangeArea
  /** It adds contents: refused with out_of_memory while the heap is nearly full. */
  readonly addsContents?: boolean
  /** Reachable without the admin token, and under any Host. */
  readonly isOpen?: boolean
  /** Under --cors, pages of other origins may read the answer. */
  readonly isShared?: boolean
  /** The parameters of its query. */
  readonly query?: Readonly<Record<string, Parameter>>
  readonly body?: RequestBody<Body>
  /** Refusals beside those that every call of its kind has. */
  readonly refusals?: readonly RefusalCode[]
}

/** An answer in JSON of a schema. */
interface Answer<T> {
  readonly status?: 201
  readonly schema: Schema<T> | GenericSchema<unknown, T>
  readonly example: NoInfer<T>
  /** Writes it as JSON; `JSON.stringify` when left out. */
  readonly write?: (value: T) => string
}

/**
 * Declares a call whose handler returns what is answered: a value of the answer's schema, or nothing for 204.
 *
 * @example
 * call({
 *   method: 'GET',
 *   path: '/snapshots',
 *   help: 'The snapshots of this world',
 *   tag: 'Worlds and snapshots',
 *   answer: { schema: object({ snapshots: list(snapshot) }), example: { snapshots: [EXAMPLE] } },
 *   handle: ({ world }) => ({ snapshots: world.snapshots.list().map(snapshotToJson) }),
 * })
 */
export function call<const Path extends string, T = void, Body = never>({
  handle,
  ...declaration
}: Declaration<Path, Body> & {
  readonly answer?: Answer<T>
  readonly handle: (input: OldCallInput<ParamOf<Path>, Body>) => NoInfer<T> | Promise<NoInfer<T>>
}): AdminCall {
  const { answer } = declaration
  return {
    ...declaration,
    old: declaration.query ?? 'none',
    async handle(input: unknown) {
      const value = await handle(input as OldCallInput<ParamOf<Path>, Body>)
      if (answer === undefined) return { status: 204 }
      const { status = 200, write = JSON.stringify } = answer
      return { status, body: `${write(value)}\n`, type: 'application/json' }
    },
  } as unknown as AdminCall
}

/** Declares a call that makes its reply itself: text in more than one format, or a stream. */
export function replyingCall<const Path extends string, Body = never>({
  handle,
  ...declaration
}: Declaration<Path, Body> & {
  readonly answer: OldBody
  readonly handle: (input: OldCallInput<ParamOf<Path>, Body>) => AdminReply | Promise<AdminReply>
}): AdminCall {
  return {
    ...declaration,
    old: declaration.query ?? 'none',
    handle: async (input: unknown) => handle(input as OldCallInput<ParamOf<Path>, Body>),
  } as unknown as AdminCall
}
