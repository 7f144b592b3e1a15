import { LazyList } from '../../core/lazy-list.js'
import { instantOf, type Moment } from '../../core/moment.js'
import { type Fault, type FaultMatch, type FaultSpec, type FaultSubject, specOf } from './fault.js'
import { compileGlob } from './glob.js'

/** A fault, and what tells the calls that it is for. It is never changed: worlds and captures share it. */
export interface Armed {
  /** Where its window is relative, with that of the origin for which it was made: `faultIn` tells another one. */
  readonly fault: Fault
  readonly matches: (subject: FaultSubject) => boolean
  /** Whether its window is relative. */
  readonly isRelative: boolean
  /** When it joined others, in ms: its relative window counts from then, and not from the origin of the list that it is in. */
  readonly joined: Joined | undefined
}

/** When faults joined others, in ms: one for all that do together, set once, before anybody asks them. */
export interface Joined {
  at: number
}

/** A fault in a list whose relative windows count from an origin, in ms. */
export function faultIn(armed: Armed, origin: number): Fault {
  const { fault } = armed
  const from = startIn(armed, origin)
  const until = endIn(armed, origin)
  return from === fault.from && until === fault.until ? fault : { ...fault, from, until }
}

/** When the fault begins, in such a list; undefined: it has no beginning. */
export const startIn = ({ fault, isRelative, joined }: Armed, origin: number): number | undefined =>
  isRelative ? timeOf(fault.spec.from, joined?.at ?? origin) : fault.from

/** When it ends; undefined: never. */
export const endIn = ({ fault, isRelative, joined }: Armed, origin: number): number | undefined =>
  isRelative ? timeOf(fault.spec.until, joined?.at ?? origin) : fault.until

const timeOf = (moment: Moment | undefined, origin: number): number | undefined =>
  moment === undefined ? undefined : instantOf(moment, origin)

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
  /**
   * @param origin what relative windows count from in `armed`, in ms, where these do not join others
   * @param joined that of `armed`, where these do
   * @param isKept whether they go on counting from there, wherever they are added
   */
  constructor(
    private readonly specs: Iterable<FaultSpec>,
    readonly joining: Joining,
    readonly armed: readonly Armed[],
    private readonly origin: number,
    private readonly joined: Joined | undefined,
    private readonly isKept = false,
  ) {}

  /** All faults of a list, to be added to an empty one. They continue with their counts. */
  static all(armed: readonly Armed[], lastId: number, origin: number): PreparedFaults {
    const joining = { order: NO_FAULTS, lastIdBefore: lastId, lastId, size: armed.length, ...NONE_REPLACED }
    return new PreparedFaults(
      LazyList.map(armed, (one) => specOf(faultIn(one, origin))),
      joining,
      armed,
      origin,
      undefined,
      true,
    )
  }

  [Symbol.iterator](): Iterator<FaultSpec> {
    return this.specs[Symbol.iterator]()
  }

  /** As they were given, whatever they have done since. */
  given(): Iterable<FaultSpec> {
    return LazyList.map(this.armed, ({ fault }) => fault.spec)
  }

  /** The origin of a list that has them alone, and gets them now, in ms: nothing is made anew for another one. */
  originAt(now: number): number {
    return this.isKept ? this.origin : now
  }

  /**
   * To join others, whose relative windows count from elsewhere: these count from now on, whatever time they were prepared
   * for. Nothing is made anew.
   */
  joiningAt(now: number): readonly Armed[] {
    if (this.joined !== undefined) this.joined.at = now
    return this.armed
  }
}

const hasRelativeWindow = ({ from, until }: FaultSpec): boolean => isRelative(from) || isRelative(until)

const isRelative = (moment: Moment | undefined): boolean => moment !== undefined && 'offset' in moment

/**
 * Arms faults of these ids.
 *
 * @param joined that of all of them, where they join others
 */
export function armAll(
  specs: readonly FaultSpec[],
  ids: readonly string[],
  { origin, joined }: { readonly origin: number; readonly joined: Joined | undefined },
): Armed[] {
  const armed: Armed[] = []
  for (const [index, spec] of specs.entries()) {
    armed.push({
      fault: faultOf(spec, ids[index] ?? '', origin),
      matches: matcher(spec.match ?? {}),
      isRelative: hasRelativeWindow(spec),
      joined,
    })
  }
  return armed
}

function faultOf(spec: FaultSpec, id: string, origin: number): Fault {
  return {
    id,
    spec,
    from: timeOf(spec.from, origin),
    until: timeOf(spec.until, origin),
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
