import { LazyList } from '../../core/lazy-list.js'
import { instantOf, type Moment } from '../../core/moment.js'
import type { Slice, Steps } from '../../core/steps.js'
import { type Fault, type FaultMatch, type FaultSpec, type FaultSubject, specOf } from './fault.js'
import { compileGlob } from './glob.js'

/** A fault, and what tells the calls that it is for. It is never changed: worlds and captures share it. */
export interface Armed {
  readonly fault: Fault
  readonly matches: (subject: FaultSubject) => boolean
}

/** Stands for a list of faults as long as it has the same ones in the same order. */
export type FaultOrder = symbol

/** The order of no faults. */
export const NO_FAULTS: FaultOrder = Symbol('no faults')

/** What a list of faults becomes with those that were prepared for it. */
interface Joining {
  /** The order that they join, and the number in the last id that was generated for it. */
  readonly order: FaultOrder
  readonly lastIdBefore: number
  readonly lastId: number
  /** How many faults there are then. */
  readonly size: number
  /** The ids of those that are replaced. */
  readonly replaced: ReadonlySet<string>
  /** By the index of each that replaces another: the place of that one. */
  readonly places: readonly (number | undefined)[]
}

const NONE_REPLACED = { replaced: new Set<string>(), places: [] }

/** Faults that are ready to be added: all that takes long is done. They are read as they were given. */
export class PreparedFaults implements Iterable<FaultSpec> {
  constructor(
    private readonly specs: Iterable<FaultSpec>,
    readonly joining: Joining,
    /** Windows that count from the time of their addition count from 0 here. */
    readonly armed: readonly Armed[],
    /** The indices of those that have such a window. */
    private readonly relative: readonly number[] = [],
  ) {}

  /** All faults of a list, to be added to an empty one. They continue with their counts. */
  static all(armed: readonly Armed[], lastId: number): PreparedFaults {
    const joining = { order: NO_FAULTS, lastIdBefore: lastId, lastId, size: armed.length, ...NONE_REPLACED }
    return new PreparedFaults(
      LazyList.map(armed, ({ fault }) => specOf(fault)),
      joining,
      armed,
    )
  }

  [Symbol.iterator](): Iterator<FaultSpec> {
    return this.specs[Symbol.iterator]()
  }

  /** As they were given, whatever they have done since. */
  given(): Iterable<FaultSpec> {
    return LazyList.map(this.armed, ({ fault }) => fault.spec)
  }

  /** The same list each time, where none has a window that counts from `now`, in ms. */
  armedAt(now: number): readonly Armed[] {
    if (this.relative.length === 0) return this.armed
    const armed = [...this.armed]
    for (const index of this.relative) {
      const one = this.armed[index]
      if (one !== undefined) armed[index] = { ...one, fault: faultOf(one.fault.spec, one.fault.id, now) }
    }
    return armed
  }
}

/** To arm a fault takes so many times as long as most work on an item does. */
const ITEMS_A_FAULT = 4

/** Arms faults of these ids as `PreparedFaults` takes them. */
export function* armAll(
  specs: readonly FaultSpec[],
  ids: readonly string[],
  slice: Slice,
): Steps<{ armed: Armed[]; relative: number[] }> {
  const armed: Armed[] = []
  const relative: number[] = []
  for (const [index, spec] of specs.entries()) {
    armed.push({ fault: faultOf(spec, ids[index] ?? '', 0), matches: matcher(spec.match ?? {}) })
    if (isRelative(spec.from) || isRelative(spec.until)) relative.push(index)
    if (slice.spend(ITEMS_A_FAULT)) yield
  }
  return { armed, relative }
}

const isRelative = (moment: Moment | undefined): boolean => moment !== undefined && 'offset' in moment

function faultOf(spec: FaultSpec, id: string, origin: number): Fault {
  return {
    id,
    spec,
    from: spec.from === undefined ? undefined : instantOf(spec.from, origin),
    until: spec.until === undefined ? undefined : instantOf(spec.until, origin),
    enabled: spec.enabled ?? true,
    matches: spec.matches ?? 0,
    hits: spec.hits ?? 0,
  }
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
