import { LazyList } from '../../core/lazy-list.js'
import type { RandomStream } from '../../core/random.js'
import { Refusal } from '../../core/refusal.js'
import {
  type Armed,
  armAll,
  endIn,
  type FaultOrder,
  faultIn,
  NO_FAULTS,
  PreparedFaults,
  startIn,
} from './armed.js'
import type { Fault, FaultSpec, FaultSubject } from './fault.js'

/** What an addition came to. */
interface Added {
  /** Listed anew each time that they are asked for. */
  readonly faults: Iterable<Fault>
  /** The ids of those that replaced others. */
  readonly replaced: ReadonlySet<string>
}

/** The faults of a world, in order of addition: the first that fires wins. */
export class Faults {
  #armed: Armed[] = []
  /** Whether others have this list too: then it is copied before a change. */
  #isShared = false
  /** What relative windows count from, in ms. */
  #origin = 0
  /** Another one whenever faults come, go or move. */
  #order: FaultOrder = NO_FAULTS
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
    return [...this.asOfNow()]
  }

  /** Those of this moment, whatever comes or goes meanwhile: of very many each is made when it comes. */
  asOfNow(): Iterable<Fault> {
    this.#isShared = true
    return faultsIn(this.#armed, this.#origin)
  }

  find(id: string): Fault | undefined {
    const armed = this.#armed[this.#placeOf(id)]
    return armed && faultIn(armed, this.#origin)
  }

  /**
   * Makes faults ready to be added. Where others come, go or move meanwhile, `add` does it again, in one go.
   *
   * @param now what relative times will presumably count from, in ms: `add` says what they do
   * @throws Refusal invalid_request beyond their bound, or where two of them have the same id
   */
  prepare(given: Iterable<FaultSpec>, now = 0): PreparedFaults {
    const [order, lastIdBefore, present] = [this.#order, this.#lastId, [...this.#armed]]
    const specs = [...given]
    const own = idsOf(specs)
    const taken = new Set<string>()
    const replaced = new Set<string>()
    const places: number[] = []
    for (const [place, { fault }] of present.entries()) {
      taken.add(fault.id)
      const index = own.get(fault.id)
      if (index !== undefined) {
        replaced.add(fault.id)
        places[index] = place
      }
    }
    let lastId = lastIdBefore
    const nextId = (): string => {
      let id: string
      do id = `f_${++lastId}`
      while (own.has(id) || taken.has(id))
      return id
    }
    const ids = Array.from(specs, ({ id }) => id ?? nextId())
    const size = present.length + specs.length - replaced.size
    if (size > this.max) throw tooManyFaults(this.max)
    const joining = { order, lastIdBefore, lastId, size, replaced, places }
    const joined = present.length > 0 ? { at: now } : undefined
    const armed = armAll(specs, ids, { origin: now, joined })
    return new PreparedFaults(specs, joining, armed, now, joined)
  }

  /**
   * Adds faults, or replaces those whose id is there; all or none.
   *
   * @param now what relative times count from, in ms
   * @throws Refusal as `prepare` does
   */
  add(given: Iterable<FaultSpec>, now: number): Added {
    const prepared = this.#isPrepared(given) ? given : this.prepare(given, now)
    const { lastId, replaced, places, size } = prepared.joining
    if (size > this.max) throw tooManyFaults(this.max)
    this.#lastId = lastId
    if (this.#armed.length === 0) {
      const origin = prepared.originAt(now)
      this.#share(prepared.armed, origin)
      return { faults: faultsIn(prepared.armed, origin), replaced }
    }
    const armed = prepared.joiningAt(now)
    this.#join(armed, places)
    return { faults: faultsIn(armed, now), replaced }
  }

  /** All of them as they are now, at a cost that does not grow: added to a world, they continue with their counts. */
  keep(): PreparedFaults {
    this.#isShared = true
    return PreparedFaults.all(this.#armed, this.#lastId, this.#origin)
  }

  /** Switches a fault on or off; undefined where there is none. */
  enable(id: string, enabled: boolean): Fault | undefined {
    const place = this.#placeOf(id)
    const armed = this.#armed[place]
    return armed && this.#change(place, armed, { enabled })
  }

  /** Has a fault tried ahead of another, or, with null, behind all others; undefined where there is none of its id. */
  move(id: string, before: string | null): Fault | undefined {
    const moved = this.#armed[this.#placeOf(id)]
    if (moved === undefined || before === id) return moved && faultIn(moved, this.#origin)
    const others = this.#armed.filter((one) => one !== moved)
    const place = others.findIndex(({ fault }) => fault.id === before)
    others.splice(place < 0 ? others.length : place, 0, moved)
    this.#put(others)
    return faultIn(moved, this.#origin)
  }

  remove(id: string): boolean {
    const before = this.#armed.length
    this.#put(this.#armed.filter(({ fault }) => fault.id !== id))
    return this.#armed.length < before
  }

  clear(): void {
    this.#put([])
  }

  /**
   * The fault that fires for a call, if any. Every earlier fault that matches counts the match; later faults
   * are not asked.
   *
   * @param now virtual ms
   * @param chances where probabilities are drawn from; a certain fault draws nothing
   */
  fire(subject: FaultSubject, now: number, chances: () => RandomStream): Fault | undefined {
    for (let place = 0; place < this.#armed.length; place++) {
      const armed = this.#armed[place]
      if (armed === undefined || !isInForce(armed, this.#origin, now) || !armed.matches(subject)) continue
      const { fault } = armed
      const { spec } = fault
      const matches = fault.matches + 1
      const isDue = matches > (spec.after ?? 0) && fault.hits < (spec.times ?? Number.POSITIVE_INFINITY)
      const fires = isDue && (spec.probability === undefined || chances().next() < spec.probability)
      const counted = this.#change(place, armed, { matches, hits: fault.hits + (fires ? 1 : 0) })
      if (fires) return counted
    }
    return undefined
  }

  #placeOf(id: string): number {
    return this.#armed.findIndex(({ fault }) => fault.id === id)
  }

  #isPrepared(given: Iterable<FaultSpec>): given is PreparedFaults {
    if (!(given instanceof PreparedFaults)) return false
    const { order, lastIdBefore } = given.joining
    return order === this.#order && lastIdBefore === this.#lastId
  }

  #change(place: number, armed: Armed, change: Partial<Fault>): Fault {
    const changed = { ...armed, fault: { ...armed.fault, ...change } }
    if (this.#isShared) this.#armed = [...this.#armed]
    this.#isShared = false
    this.#armed[place] = changed
    return faultIn(changed, this.#origin)
  }

  #join(added: readonly Armed[], places: readonly (number | undefined)[]): void {
    const all = [...this.#armed]
    added.forEach((armed, index) => {
      const place = places[index]
      if (place === undefined) all.push(armed)
      else all[place] = armed
    })
    this.#put(all)
  }

  /** Has the list of another, which is not changed from here. */
  #share(armed: readonly Armed[], origin: number): void {
    this.#put(armed as Armed[])
    this.#isShared = true
    this.#origin = origin
  }

  #put(armed: Armed[]): void {
    this.#armed = armed
    this.#isShared = false
    this.#order = armed.length === 0 ? NO_FAULTS : Symbol('faults')
  }
}

export const tooManyFaults = (max: number): Refusal =>
  new Refusal('invalid_request', `a world holds ${max} faults at most`, { remedy: 'remove-faults' })

/** The ids that are given, each with the index of its fault. */
function idsOf(specs: readonly FaultSpec[]): Map<string, number> {
  const ids = new Map<string, number>()
  for (const [index, { id }] of specs.entries()) {
    if (id === undefined) continue
    if (ids.has(id)) throw new Refusal('invalid_request', `two of the faults have the id ${id}`)
    ids.set(id, index)
  }
  return ids
}

/** Faults of a list whose relative windows count from an origin, in ms. */
const faultsIn = (armed: readonly Armed[], origin: number): Iterable<Fault> =>
  LazyList.map(armed, (one) => faultIn(one, origin))

function isInForce(armed: Armed, origin: number, now: number): boolean {
  if (!armed.fault.enabled) return false
  const from = startIn(armed, origin)
  if (from !== undefined && now < from) return false
  const until = endIn(armed, origin)
  return until === undefined || now < until
}
