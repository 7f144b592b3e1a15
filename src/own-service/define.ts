import type { StandardSchema } from './standard-schema.js'

/** Extracts a route's parameter names, e.g. `id` and `item` from `GET /leases/:id/items/:item`. */
type NamesIn<Route extends string> = Route extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never

type ParamsOf<Route extends string> = { readonly [Name in NamesIn<Route>]: string }

/** The argument passed to `run`. */
export interface OwnCall<State, Params, Json> {
  readonly method: string
  /** The path as sent, without the query string. */
  readonly path: string
  /** The route's parameters, percent-decoded. */
  readonly params: Params
  /** If a parameter is repeated, its last value wins. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** Keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as text. A body that isn't valid UTF-8 gets a 400 response and never reaches `run`. */
  readonly body: string
  /** The parsed JSON body, or undefined if it's empty. Parsed on first access; invalid JSON gets a 400 response. */
  readonly json: Json
  /** The current virtual time in ms. */
  readonly now: number
  /** JSON data that you can change in place. Changes are discarded if `run` throws. */
  readonly state: State
  /** Returns a random number in [0, 1). Repeating a run gives the same sequence. */
  random(): number
  /** Generates an id such as `lease_4f9k2c7d1m0x`. Repeating a run gives the same ids. */
  id(prefix: string): string
}

/** An operation's response. Set `json` or `text`, or neither for an empty body. */
interface ServiceAnswer {
  /** Defaults to 200. */
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Explains the response in the `X-Emulator-Reason` header and in the journal. */
  readonly reason?: string
  /** Reserved for future use. */
  readonly send?: never
  /** Rules out promises. Operations are synchronous, so that no other request runs between a check and a write. */
  readonly then?: never
}

interface BodyDefinition<Json> {
  /** Validates the body before `run` is called. An invalid body gets a 422 response that lists every violation. */
  readonly body?: StandardSchema<Json>
}

interface OperationDefinition<State, Route extends string, Json> {
  /** Method and path, e.g. `GET /leases/:id`. */
  readonly route: Route
  /** The status for an invalid body. Defaults to 422. */
  readonly badRequest?: 400 | 422
  run(call: OwnCall<State, ParamsOf<Route>, Json>): ServiceAnswer
}

/** An event that's scheduled in virtual time. */
export interface Due {
  readonly name: string
  /** Virtual ms. */
  readonly at: number
}

export interface ServiceDefinition<
  State extends object,
  Routes extends Readonly<Record<string, string>>,
  Bodies extends Readonly<Record<string, unknown>>,
> {
  /** Used in faults (e.g. `leases.*`), in seeds and in the journal. */
  readonly name: string
  /** Returns the state that each world starts with. It must be JSON data. */
  state(): State
  /** Operations by name. For example, `create` in the service `leases` becomes `leases.create`. */
  readonly operations: {
    readonly [Name in keyof Routes]: OperationDefinition<
      State,
      Routes[Name],
      Name extends keyof Bodies ? Bodies[Name] : unknown
    >
  } & { readonly [Name in keyof Bodies]: BodyDefinition<Bodies[Name]> }
  /** Lists upcoming events. It can read the state but mustn't change it. */
  due?(state: State): readonly Due[]
  /** Called when an event is due, either before the next request or when the clock jumps past it. */
  onDue?(moment: { readonly state: State; readonly name: string; readonly now: number }): void
  /** Validates the state that a seed provides. */
  readonly schema?: StandardSchema
}

/** The message says where the problem is. */
export class DefinitionProblem extends Error {}

declare const made: unique symbol

/**
 * A service of your own, to be passed to `startEmulator({ services })`.
 *
 * @example
 * const hello: OwnService = defineService({
 *   name: 'hello',
 *   state: () => ({}),
 *   operations: { get: { route: 'GET /hello', run: () => ({ text: 'hello' }) } },
 * })
 */
export interface OwnService {
  readonly name: string
  readonly [made]?: never
}

/**
 * Defines a service of your own (experimental). It only adds type checking, so a plain object works too.
 *
 * @example
 * const counter = defineService({
 *   name: 'counter',
 *   state: () => ({ count: 0 }),
 *   operations: {
 *     add: { route: 'POST /counter', run: ({ state }) => ({ json: { count: ++state.count } }) },
 *   },
 * })
 * const emulator = await startEmulator({ services: [counter] })
 *
 * @returns the definition itself
 */
export function defineService<
  State extends object,
  const Routes extends Readonly<Record<string, string>>,
  Bodies extends Readonly<Record<string, unknown>>,
>(definition: ServiceDefinition<State, Routes, Bodies>): OwnService {
  return definition
}
