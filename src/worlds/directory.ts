import type { ClockStart } from '../core/clock.js'
import { Refusal } from '../core/refusal.js'
import type { Baseline } from '../domain/baseline.js'
import { boundName } from '../domain/bounds.js'
import { Grease } from '../domain/profile/grease.js'
import { World } from '../domain/world.js'
import { traceIdOf, traceparentOf } from './carriers/traceparent.js'
import type { NewWorld, PastWorld, WorldContext, WorldParts, Worlds } from './context.js'

/** All worlds except the default one, whose parts new ones share. */
export class WorldDirectory implements Worlds {
  readonly #contexts = new Map<string, WorldContext>()
  readonly #ids = new Map<string, string>()
  /** Ids that callers chose, kept to recognize requests for removed worlds. */
  readonly #asked = new Set<string>()
  #lastId = 0

  /**
   * @param home the default world
   * @param realNow the machine's time in ms
   */
  constructor(
    private readonly home: () => WorldContext,
    private readonly realNow: () => number,
  ) {}

  get isGreased(): boolean {
    return this.home().grease !== undefined
  }

  list(): WorldContext[] {
    return [...this.#contexts.values()]
  }

  find(id: string): WorldContext | undefined {
    return this.#contexts.get(id)
  }

  idOfTrace(traceId: string): string | undefined {
    return this.#ids.get(traceId)
  }

  /** Generated ids are recognized by the last number used, so that removed worlds take no memory. */
  isGivenOut(id: string): boolean {
    return this.#asked.has(id) || this.#isMade(id)
  }

  #isMade(id: string): boolean {
    const [, number] = /^w([1-9]\d*)$/.exec(id) ?? []
    return Number(number) <= this.#lastId
  }

  create(asked: WorldContext, { from, seeds: own, clock, id, grease: varied }: NewWorld): WorldContext {
    this.#assertRoom(asked)
    if (id !== undefined) this.#assertFree(id)
    const seeds =
      from === 'seed'
        ? (own ?? this.home().seeds).again(clock)
        : asked.seeds.from(copyOf(asked.world, from, clock))
    const inherited = from === 'seed' ? undefined : asked.world.grease
    const grease = varied === undefined ? inherited : new Grease(varied)
    const made = typeof from === 'object' ? from.point : from
    return this.open(asked, { from: made, seeds, bounds: asked.world.bounds, grease, id })
  }

  /** An id chosen by a test can be used again after its world is removed. Generated ids are never reused. */
  #assertFree(id: string): void {
    const isTaken = this.#contexts.has(id)
    if (!isTaken && (this.#asked.has(id) || !this.#isMade(id))) return
    const reason = isTaken ? `the world ${id} already exists` : `the id ${id} has been used before`
    throw new Refusal('conflict', reason, { hint: 'leave out the id to get a new one' })
  }

  open(asked: WorldContext, parts: WorldParts): WorldContext {
    this.#assertRoom(asked)
    const home = this.home()
    const { seeds, bounds, grease = home.world.grease, realNow = this.realNow, id } = parts
    const given = id ?? this.#nextId()
    if (id !== undefined) this.#asked.add(id)
    const { heap, services } = asked.world
    const world = new World(services, seeds.baseline, realNow, bounds, {
      id: given,
      heap,
      grease,
    })
    const madeAt = this.realNow()
    const making = { from: parts.from, ageMs: () => this.realNow() - madeAt }
    const context = { ...home, world, seeds, grease: grease?.number, making }
    this.#contexts.set(given, context)
    this.#ids.set(traceIdOf(traceparentOf(given)), given)
    return context
  }

  #assertRoom({ world: { bounds } }: WorldContext): void {
    if (this.#contexts.size < bounds.worlds) return
    const reason = `there can be at most ${bounds.worlds} worlds (${boundName('worlds')})`
    throw new Refusal('invalid_request', reason, { hint: 'remove one with DELETE /_admin/worlds/{id}' })
  }

  remove(id: string): boolean {
    this.#contexts.get(id)?.world.close()
    this.#ids.delete(traceIdOf(traceparentOf(id)))
    return this.#contexts.delete(id)
  }

  #nextId(): string {
    let id: string
    do id = `w${++this.#lastId}`
    while (this.#asked.has(id))
    return id
  }
}

function copyOf(world: World, from: string | PastWorld, clock: ClockStart | undefined): Baseline {
  const { contents } =
    typeof from === 'object' ? from.copy : from === 'current' ? world.copy() : world.snapshots.get(from)
  return { ...contents, clock: { ...contents.clock, ...clock } }
}
