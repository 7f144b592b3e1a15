import type { StandardSchema } from './standard-schema.js'

/** The names of the parameters in a route: "id" and "item" of "GET /leases/:id/items/:item". */
type NamesIn<Route extends string> = Route extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never

/** The parameters of a route, percent-decoded. */
type ParamsOf<Route extends string> = { readonly [Name in NamesIn<Route>]: string }

/** The argument of `run`. */
export interface OwnCall<State, Params, Json> {
  readonly method: string
  /** The path as it was sent, without the query. */
  readonly path: string
  /** The parameters of the route, percent-decoded. */
  readonly params: Params
  /** The last value of each name. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as text. A body that isn't UTF-8 is answered with 400 instead. */
  readonly body: string
  /** The body as JSON, parsed when it is first read; undefined for an empty one. Broken JSON is answered with 400. */
  readonly json: Json
  /** The virtual time in ms. */
  readonly now: number
  /** JSON data. Changes to it count only if the operation returns. */
  readonly state: State
  /** Returns the next number in [0, 1). The same run draws the same numbers. */
  random(): number
  /** Returns an id that was not given out before: `lease_4f9k2c7d1m0x`. The same run makes the same ids. */
  id(prefix: string): string
}

/** The answer of an operation: `json` or `text`, or neither for an empty body. */
interface ServiceAnswer {
  /** 200 if it is left out. */
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Why the answer is this one, for `X-Emulator-Reason` and the journal. */
  readonly reason?: string
  /** Reserved. */
  readonly send?: never
  /** An operation is synchronous, so that no other request comes between its check and its write. */
  readonly then?: never
}

interface BodyDefinition<Json> {
  /** Checks the body before `run`: a mismatch is answered with 422 and every violation. */
  readonly body?: StandardSchema<Json>
}

interface OperationDefinition<State, Route extends string, Json> {
  /** A method and a path: "GET /leases/:id". */
  readonly route: Route
  /** The status for a body that does not fit; 422 if it is left out. */
  readonly badRequest?: 400 | 422
  run(call: OwnCall<State, ParamsOf<Route>, Json>): ServiceAnswer
}

/** Something that happens at an instant of virtual time. */
export interface Due {
  readonly name: string
  /** Virtual ms. */
  readonly at: number
}

/** A service of your own. */
export interface ServiceDefinition<
  State extends object,
  Routes extends Readonly<Record<string, string>>,
  Bodies extends Readonly<Record<string, unknown>>,
> {
  /** Names it in faults (`leases.*`), in seeds and in the journal. */
  readonly name: string
  /** Returns the state that a world begins with: JSON data. */
  state(): State
  /** By their names: `create` of the service `leases` is the operation `leases.create`. */
  readonly operations: {
    readonly [Name in keyof Routes]: OperationDefinition<
      State,
      Routes[Name],
      Name extends keyof Bodies ? Bodies[Name] : unknown
    >
  } & { readonly [Name in keyof Bodies]: BodyDefinition<Bodies[Name]> }
  /** Lists what is to happen, and when. It reads the state and changes nothing. */
  due?(state: State): readonly Due[]
  /** Makes it happen, at that very instant: before the next request, or when a jump of the clock passes it. */
  onDue?(moment: { readonly state: State; readonly name: string; readonly now: number }): void
  /** Checks the state that a seed gives. */
  readonly schema?: StandardSchema
}

/** An invalid definition. The message names the place in it. */
export class DefinitionProblem extends Error {}

declare const made: unique symbol

/**
 * A service of your own, for `startEmulator({ services })`.
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
 * Describes a service of your own (experimental). It only adds types: a plain object of the same form works too.
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
 * @returns what it was given
 */
export function defineService<
  State extends object,
  const Routes extends Readonly<Record<string, string>>,
  Bodies extends Readonly<Record<string, unknown>>,
>(definition: ServiceDefinition<State, Routes, Bodies>): OwnService {
  return definition
}
