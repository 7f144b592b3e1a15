import type { AdminContext } from '../admin/call.js'
import type { RequestRecord } from '../api/record.js'
import { Refusal } from '../core/refusal.js'
import { World } from '../domain/world.js'
import { boundOptions } from '../wording/bound-options.js'

/** The worlds of an emulator beside the default one: each a complete emulator of its own. */
export class WorldDirectory {
  readonly #contexts = new Map<string, AdminContext>()
  /** Ids that were ever asked for: a test that outlives its world must not meet another one. */
  readonly #asked = new Set<string>()
  /** The number in the last id that was made; those before it are all given out. */
  #lastId = 0

  /**
   * @param home the default world
   * @param realNow the machine's time in ms
   */
  constructor(
    private readonly home: () => AdminContext,
    private readonly realNow: () => number,
  ) {}

  list(): AdminContext[] {
    return [...this.#contexts.values()]
  }

  find(id: string): AdminContext | undefined {
    return this.#contexts.get(id)
  }

  /**
   * Makes a world, at a cost that does not grow with what it holds.
   *
   * @param asked the world whose admin interface is asked
   * @param from "seed", "current", or a snapshot of the asked world; its resets go back to that
   * @param id left out, one is made: w1, w2, …
   * @throws Refusal invalid_request beyond the bound, conflict for an id in use, not_found for a snapshot
   */
  create(asked: AdminContext, from: string, id?: string): AdminContext {
    const { bounds } = asked.world
    if (this.#contexts.size >= bounds.worlds) {
      const reason = `there are ${bounds.worlds} worlds at most (--${boundOptions.worlds})`
      throw new Refusal('invalid_request', reason, { hint: 'DELETE /_admin/worlds/{id} lets go of one' })
    }
    if (id !== undefined && this.#isUsed(id)) {
      throw new Refusal('conflict', `the id ${id} was given out before`, {
        hint: 'leave it out to get a new one',
      })
    }
    const seeds = from === 'seed' ? this.home().seeds.again() : asked.seeds.from(captured(asked.world, from))
    const given = id ?? this.#nextId()
    if (id !== undefined) this.#asked.add(id)
    const world = new World<RequestRecord>(seeds.baseline, this.realNow, bounds, given)
    const context = { ...this.home(), world, seeds }
    this.#contexts.set(given, context)
    return context
  }

  /** Lets go of a world; false where there is none of this id. */
  remove(id: string): boolean {
    this.#contexts.get(id)?.world.events.close()
    return this.#contexts.delete(id)
  }

  /** Made ids are known by their number, so that those of worlds that are gone take no memory. */
  #isUsed(id: string): boolean {
    const [, number] = /^w([1-9]\d*)$/.exec(id) ?? []
    return this.#asked.has(id) || Number(number) <= this.#lastId
  }

  #nextId(): string {
    let id: string
    do id = `w${++this.#lastId}`
    while (this.#asked.has(id))
    return id
  }
}

function captured(world: World<RequestRecord>, from: string) {
  return from === 'current' ? world.capture().contents : world.snapshots.get(from).contents
}
