import { instantOf, type Moment } from '../../core/moment.js'
import type { RandomStream } from '../../core/random.js'
import { joinedHeader } from '../../core/raw-headers.js'
import { Refusal } from '../../core/refusal.js'
import { boundName } from '../bounds.js'
import type { CallFacts } from '../requests/call.js'
import type { ServiceRequest } from '../requests/request.js'
import type { Fault, FaultMatch, FaultSpec } from './fault.js'
import { compileGlob } from './glob.js'

/** The part of a call that faults can match. */
export type FaultSubject = Pick<
  CallFacts,
  'operation' | 'path' | 'service' | 'resource' | 'key' | 'credential'
> & {
  readonly request: Pick<ServiceRequest, 'at' | 'method' | 'rawHeaders'>
}

interface Armed extends Fault {
  readonly isFor: (subject: FaultSubject) => boolean
}

interface Added {
  readonly faults: readonly Fault[]
  /** Ids that were already in use. */
  readonly replaced: ReadonlySet<string>
}

/** A world's faults, in the order they were added. The first one that fires for a call wins. */
export class Faults {
  /** By id. Replaced on every change, never mutated. */
  #armed: ReadonlyMap<string, Armed> = new Map()
  #lastId: number

  constructor(
    private readonly max: number,
    lastId = 0,
  ) {
    this.#lastId = lastId
  }

  get lastId(): number {
    return this.#lastId
  }

  /** Generated ids start after this number. */
  continueFrom(lastId: number): void {
    this.#lastId = Math.max(this.#lastId, lastId)
  }

  get size(): number {
    return this.#armed.size
  }

  /** Later changes don't affect this map. */
  get byId(): ReadonlyMap<string, Fault> {
    return this.#armed
  }

  list(): Fault[] {
    return [...this.#armed.values()]
  }

  find(id: string): Fault | undefined {
    return this.#armed.get(id)
  }

  fork(): Faults {
    const fork = new Faults(this.max, this.#lastId)
    fork.#armed = this.#armed
    return fork
  }

  /** @throws Refusal invalid_request for duplicate ids or too many faults */
  assertFit(specs: readonly FaultSpec[]): void {
    const given = new Set<string | undefined>()
    let size = this.#armed.size
    for (const { id } of specs) {
      if (id !== undefined && given.has(id)) {
        throw new Refusal('invalid_request', `two of the faults have the id ${id}`)
      }
      given.add(id)
      if (id === undefined || !this.#armed.has(id)) size++
    }
    if (size > this.max) throw tooManyFaults(this.max)
  }

  /**
   * Adds all of the faults, or none if it throws. A fault replaces an existing one with the same id.
   *
   * @param now in ms; relative times count from here
   * @throws Refusal invalid_request like `assertFit`, or if a glob is too long
   */
  add(specs: readonly FaultSpec[], now: number): Added {
    if (specs.length === 0) return { faults: [], replaced: new Set() }
    this.assertFit(specs)
    const taken = new Set([...this.#armed.keys(), ...specs.flatMap(({ id }) => id ?? [])])
    let lastId = this.#lastId
    const nextId = (): string => {
      let id: string
      do id = `f_${++lastId}`
      while (taken.has(id))
      return id
    }
    const added = specs.map((spec) => armedOf(spec, spec.id ?? nextId(), now))
    const replaced = new Set(added.map(({ id }) => id).filter((id) => this.#armed.has(id)))
    this.#armed = new Map([...this.#armed, ...byId(added)])
    this.#lastId = lastId
    return { faults: added, replaced }
  }

  enable(id: string, enabled: boolean): Fault | undefined {
    const armed = this.#armed.get(id)
    if (armed === undefined) return undefined
    const changed = { ...armed, enabled }
    this.#armed = new Map(this.#armed).set(id, changed)
    return changed
  }

  /** Moves a fault before another one, or to the end if `before` is null. */
  move(id: string, before: string | null): Fault | undefined {
    const moved = this.#armed.get(id)
    if (moved === undefined || before === id) return moved
    const others = [...this.#armed.values()].filter((one) => one !== moved)
    const place = others.findIndex((one) => one.id === before)
    others.splice(place < 0 ? others.length : place, 0, moved)
    this.#armed = byId(others)
    return moved
  }

  remove(id: string): boolean {
    const others = new Map(this.#armed)
    const isRemoved = others.delete(id)
    this.#armed = others
    return isRemoved
  }

  clear(): void {
    this.#armed = new Map()
  }

  /**
   * Returns the fault that fires for a call, if any. Tries matching faults in order and counts a match for each, up to
   * the one that fires.
   *
   * @param chances only drawn from for faults with a probability
   */
  fire(call: FaultSubject, chances: () => RandomStream): Fault | undefined {
    const matched = new Map<string, Armed>()
    let fired: Fault | undefined
    for (const armed of this.#armed.values()) {
      if (!isInForce(armed, call.request.at) || !armed.isFor(call)) continue
      const { id, spec } = armed
      const matches = armed.matches + 1
      const isDue = matches > (spec.after ?? 0) && armed.hits < (spec.times ?? Number.POSITIVE_INFINITY)
      const fires = isDue && (spec.probability === undefined || chances().next() < spec.probability)
      const counted = { ...armed, matches, hits: armed.hits + (fires ? 1 : 0) }
      matched.set(id, counted)
      if (!fires) continue
      fired = counted
      break
    }
    if (matched.size > 0) this.#armed = new Map([...this.#armed, ...matched])
    return fired
  }
}

export const tooManyFaults = (max: number): Refusal =>
  new Refusal('invalid_request', `a world can have at most ${max} faults (${boundName('faults')})`, {
    hint: 'remove existing faults with DELETE /_admin/faults',
  })

const byId = (faults: readonly Armed[]): Map<string, Armed> => new Map(faults.map((one) => [one.id, one]))

const armedOf = (spec: FaultSpec, id: string, now: number): Armed => ({
  id,
  spec,
  from: timeOf(spec.from, now),
  until: timeOf(spec.until, now),
  enabled: spec.enabled ?? true,
  matches: spec.matches ?? 0,
  hits: spec.hits ?? 0,
  isFor: matcherOf(spec.match ?? {}),
})

const timeOf = (moment: Moment | undefined, now: number): number | undefined =>
  moment === undefined ? undefined : instantOf(moment, now)

const isInForce = ({ enabled, from, until }: Fault, now: number): boolean =>
  enabled && (from === undefined || now >= from) && (until === undefined || now < until)

/** Compiled ahead of time, because it's checked for every call. */
function matcherOf(match: FaultMatch): (subject: FaultSubject) => boolean {
  const operation = match.operation === undefined ? undefined : compileGlob(match.operation)
  const path = match.path === undefined ? undefined : compileGlob(match.path)
  const method = match.method?.toUpperCase()
  const headers = Object.entries(match.header ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  return ({ operation: asked, request, path: sent, service, resource, key, credential }) =>
    (operation === undefined || (asked !== undefined && operation(asked.id))) &&
    (method === undefined || method === request.method) &&
    (path === undefined || path(sent)) &&
    (match.namespace === undefined || (service.holder === 'namespace' && match.namespace === resource)) &&
    (match.store === undefined || (service.holder === 'store' && match.store === resource)) &&
    (match.key === undefined || match.key === key) &&
    (match.credential === undefined || match.credential === credential) &&
    headers.every(([name, value]) => joinedHeader(request.rawHeaders, name) === value)
}
