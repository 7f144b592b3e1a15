import type { ConnectionFault } from '../../contract/values.js'
import { instantOf, type Moment } from '../../core/moment.js'
import type { RandomStream } from '../../core/random.js'
import { Refusal } from '../../core/refusal.js'
import { compileGlob } from './glob.js'

/** The calls that a fault is for: all given fields must match. */
export interface FaultMatch {
  /** A glob over operations: `kv.*`. */
  readonly operation?: string
  readonly method?: string
  /** A glob over the path without its query: `/v1/kv/**`. */
  readonly path?: string
  readonly namespace?: string
  readonly store?: string
  readonly key?: string
  /** The raw API key, or the token's owner claim. */
  readonly credential?: string
  readonly header?: Readonly<Record<string, string>>
}

/** The effect of a fault on a call (docs/DESIGN.md section 5). */
export interface FaultEffect {
  readonly status?: number
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds. */
  readonly retryAfter?: number
  /** Real ms. */
  readonly delay?: number | { readonly min: number; readonly max: number }
  readonly connection?: ConnectionFault
  /** Whether the operation runs first, so that only its answer is lost. */
  readonly effect?: 'before' | 'after'
  /** Whether the call, or its finished answer where the operation runs first, is held until it is let go. */
  readonly hold?: boolean
}

/** A fault as it is given. */
export interface FaultSpec extends FaultEffect {
  readonly id?: string
  readonly enabled?: boolean
  readonly match?: FaultMatch
  /** Skips the first n matches. */
  readonly after?: number
  /** Fires n times at most. */
  readonly times?: number
  /** 0 to 1. */
  readonly probability?: number
  readonly from?: Moment
  /** Exclusive. */
  readonly until?: Moment
  readonly matches?: number
  readonly hits?: number
}

/** A fault in force, and what it has done so far. */
export interface Fault {
  readonly id: string
  readonly spec: FaultSpec
  /** Virtual ms; the window's end is exclusive. */
  readonly from: number | undefined
  readonly until: number | undefined
  readonly enabled: boolean
  readonly matches: number
  readonly hits: number
}

/** A fault that fired: from the list, or asked for by the call itself. */
export interface FiredFault {
  /** Its id; the name of a header where the call asked for it. */
  readonly id: string
  readonly effect: FaultEffect
}

/** A call, as faults see it. */
export interface FaultSubject {
  readonly operation: string | null
  readonly method: string
  readonly path: string
  /** The segments of the path. */
  readonly pathSegments: () => readonly string[]
  readonly namespace: string | undefined
  readonly store: string | undefined
  readonly key: string | undefined
  readonly credential: string | null
  header(name: string): string | undefined
}

interface Armed {
  fault: Fault
  readonly matches: (subject: FaultSubject) => boolean
}

/** The faults of a world, in order of addition: the first that fires wins. */
export class Faults {
  #armed: Armed[] = []

  #lastId: number

  constructor(
    private readonly max: number,
    lastId = 0,
  ) {
    this.#lastId = lastId
  }

  /** The number in the last id that was generated. */
  get lastId(): number {
    return this.#lastId
  }

  /** Lets generated ids go on behind this number too. */
  continueFrom(lastId: number): void {
    this.#lastId = Math.max(this.#lastId, lastId)
  }

  get size(): number {
    return this.#armed.length
  }

  list(): Fault[] {
    return this.#armed.map(({ fault }) => fault)
  }

  find(id: string): Fault | undefined {
    return this.#armed.find(({ fault }) => fault.id === id)?.fault
  }

  /**
   * Adds faults, or replaces those whose id is there; all or none.
   *
   * @param now what relative times count from, in ms
   * @throws Refusal invalid_request beyond their bound, or where two of them have the same id
   */
  add(specs: readonly FaultSpec[], now: number): Fault[] {
    const given = specs.flatMap(({ id }) => id ?? [])
    assertUnique(given)
    const ids = new Set([...this.#armed.map(({ fault }) => fault.id), ...given])
    let lastId = this.#lastId
    const nextId = (): string => {
      let id: string
      do id = `f_${++lastId}`
      while (ids.has(id))
      ids.add(id)
      return id
    }
    const added = specs.map((spec) => arm(spec, spec.id ?? nextId(), now))
    if (ids.size > this.max) throw tooManyFaults(this.max)
    this.#lastId = lastId
    const places = new Map(this.#armed.map(({ fault }, place) => [fault.id, place]))
    for (const armed of added) {
      const place = places.get(armed.fault.id)
      if (place === undefined) this.#armed.push(armed)
      else this.#armed[place] = armed
    }
    return added.map(({ fault }) => fault)
  }

  /** Switches a fault on or off; undefined where there is none. */
  enable(id: string, enabled: boolean): Fault | undefined {
    const armed = this.#armed.find(({ fault }) => fault.id === id)
    if (armed === undefined) return undefined
    armed.fault = { ...armed.fault, enabled }
    return armed.fault
  }

  /** Has a fault tried ahead of another, or, with null, behind all others; undefined where there is none of its id. */
  move(id: string, before: string | null): Fault | undefined {
    const moved = this.#armed.find(({ fault }) => fault.id === id)
    if (moved === undefined || before === id) return moved?.fault
    const others = this.#armed.filter((one) => one !== moved)
    const place = others.findIndex(({ fault }) => fault.id === before)
    others.splice(place < 0 ? others.length : place, 0, moved)
    this.#armed = others
    return moved.fault
  }

  remove(id: string): boolean {
    const before = this.#armed.length
    this.#armed = this.#armed.filter(({ fault }) => fault.id !== id)
    return this.#armed.length < before
  }

  clear(): void {
    this.#armed = []
  }

  /**
   * The fault that fires for a call, if any. Every earlier fault that matches counts the match; later faults
   * are not asked.
   *
   * @param now virtual ms
   * @param chances where probabilities are drawn from; a certain fault draws nothing
   */
  fire(subject: FaultSubject, now: number, chances: () => RandomStream): Fault | undefined {
    for (const armed of this.#armed) {
      if (!isInForce(armed.fault, now) || !armed.matches(subject)) continue
      const { spec } = armed.fault
      const matches = armed.fault.matches + 1
      const isDue = matches > (spec.after ?? 0) && armed.fault.hits < (spec.times ?? Number.POSITIVE_INFINITY)
      const fires = isDue && (spec.probability === undefined || chances().next() < spec.probability)
      armed.fault = { ...armed.fault, matches, hits: armed.fault.hits + (fires ? 1 : 0) }
      if (fires) return armed.fault
    }
    return undefined
  }

  /** The faults as they are now: added to a world, they continue with their counts. */
  specs(): FaultSpec[] {
    return this.#armed.map(({ fault: { spec, id, enabled, matches, hits, from, until } }) => ({
      ...spec,
      id,
      enabled,
      matches,
      hits,
      ...(from === undefined ? {} : { from: { at: from } }),
      ...(until === undefined ? {} : { until: { at: until } }),
    }))
  }
}

/** How often a fault can still fire; undefined where `times` does not bound it. */
export function remaining({ spec, hits }: Fault): number | undefined {
  return spec.times === undefined ? undefined : Math.max(0, spec.times - hits)
}

export const tooManyFaults = (max: number): Refusal =>
  new Refusal('invalid_request', `a world holds ${max} faults at most`, { remedy: 'remove-faults' })

function assertUnique(ids: readonly string[]): void {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) throw new Refusal('invalid_request', `two of the faults have the id ${id}`)
    seen.add(id)
  }
}

function isInForce({ enabled, from, until }: Fault, now: number): boolean {
  return enabled && (from === undefined || now >= from) && (until === undefined || now < until)
}

function arm(spec: FaultSpec, id: string, origin: number): Armed {
  const fault: Fault = {
    id,
    spec,
    from: spec.from === undefined ? undefined : instantOf(spec.from, origin),
    until: spec.until === undefined ? undefined : instantOf(spec.until, origin),
    enabled: spec.enabled ?? true,
    matches: spec.matches ?? 0,
    hits: spec.hits ?? 0,
  }
  return { fault, matches: matcher(spec.match ?? {}) }
}

/** Compiles the globs once, since every call is matched. */
function matcher(match: FaultMatch): (subject: FaultSubject) => boolean {
  const operation = match.operation === undefined ? undefined : compileGlob(match.operation)
  const path = match.path === undefined ? undefined : compileGlob(match.path)
  const method = match.method?.toUpperCase()
  const headers = Object.entries(match.header ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  return (subject) =>
    (operation === undefined || (subject.operation !== null && operation(subject.operation))) &&
    (method === undefined || method === subject.method) &&
    (path === undefined || path(subject.path, subject.pathSegments)) &&
    (match.namespace === undefined || match.namespace === subject.namespace) &&
    (match.store === undefined || match.store === subject.store) &&
    (match.key === undefined || match.key === subject.key) &&
    (match.credential === undefined || match.credential === subject.credential) &&
    headers.every(([name, value]) => subject.header(name) === value)
}
