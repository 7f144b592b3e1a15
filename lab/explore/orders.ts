import type { Chooser } from './chooser.js'
import { commute } from './footprint.js'
import type { PartyStep } from './parties.js'

/** A node in the tree of orders, and the choice that the current run makes there. */
interface OrderNode {
  readonly waiting: readonly PartyStep[]
  /** Steps not to try here, by name, because all orders that begin with one are equivalent to an order already run. */
  readonly asleep: Map<string, PartyStep>
  /** Names of the steps to try here. */
  readonly wanted: Set<string>
  readonly tried: Set<string>
  chosen: PartyStep
}

/**
 * Searches all orders that can make a difference, depth first. After each run, every pair of requests that don't
 * commute and could have been swapped adds another order to try. This is dynamic partial order reduction with source
 * sets (Abdulla, Aronis, Jonsson and Sagonas 2014) and sleep sets (Godefroid 1996).
 */
export class OrderSearch implements Chooser {
  #places: OrderNode[] = []
  #depth = 0
  /** True if the current run repeats an earlier one. */
  isRepetition = false
  /** The number of choices skipped because they only lead to equivalent orders. */
  pruned = 0
  /** The number of runs whose requests differed from those of an earlier run in the same order. */
  strayed = 0

  expected(): number | undefined {
    return this.#places[this.#depth]?.waiting.length
  }

  lacks(waiting: readonly PartyStep[]): boolean {
    return this.#places[this.#depth]?.waiting.some(({ name }) => !hasName(waiting, name)) === true
  }

  choose(waiting: readonly PartyStep[]): PartyStep {
    const [first] = waiting
    if (first === undefined) throw new Error('at least one is waiting')
    if (this.isRepetition) return first
    const again = this.#chooseAgain(waiting)
    if (again !== undefined) return again
    const asleep = this.#asleepAfter()
    const chosen = waiting.find(({ name }) => !asleep.has(name))
    if (chosen === undefined) {
      this.isRepetition = true
      return first
    }
    this.#places.push({ waiting, asleep, wanted: new Set([chosen.name]), tried: new Set(), chosen })
    this.#depth++
    return chosen
  }

  /** Prepares the next run. Returns false after the last one. */
  next(): boolean {
    if (this.#depth < this.#places.length) this.#dropLater()
    this.#noteRaces()
    this.#depth = 0
    this.isRepetition = false
    for (let place = this.#places.at(-1); place !== undefined; place = this.#places.at(-1)) {
      place.tried.add(place.chosen.name)
      const { waiting, wanted, asleep, tried } = place
      const other = waiting.find(({ name }) => wanted.has(name) && !tried.has(name) && !asleep.has(name))
      if (other !== undefined) {
        place.chosen = other
        return true
      }
      this.pruned += waiting.length - tried.size
      this.#places.pop()
    }
    return false
  }

  /**
   * Returns this node's known choice, with the current run's request objects. Also waits for a request that was late in
   * the previous run.
   */
  #chooseAgain(waiting: readonly PartyStep[]): PartyStep | undefined {
    const known = this.#places[this.#depth]
    if (known === undefined) return undefined
    const chosen = waiting.find(({ name }) => name === known.chosen.name)
    if (chosen === undefined || this.lacks(waiting)) {
      this.#dropLater()
      return undefined
    }
    this.#places[this.#depth] = { ...known, waiting, chosen }
    this.#depth++
    return chosen
  }

  /** Forgets the rest of the previous run, because this run took a different path. */
  #dropLater(): void {
    this.strayed++
    this.#places.length = this.#depth
  }

  /** Returns the steps to skip after the last choice: those skipped or tried there that are independent of it. */
  #asleepAfter(): Map<string, PartyStep> {
    const before = this.#places.at(-1)
    if (before === undefined) return new Map()
    const { asleep, tried, waiting, chosen } = before
    const sleepers = [...asleep.values(), ...waiting.filter(({ name }) => tried.has(name))]
    return new Map(
      sleepers.flatMap((step): [string, PartyStep][] =>
        commute(step.footprint, chosen.footprint) ? [[step.name, step]] : [],
      ),
    )
  }

  /**
   * Adds the reverse of each race to the orders to try. It starts with the later request, or with one that didn't
   * depend on the earlier one.
   */
  #noteRaces(): void {
    const steps = this.#places.map(({ chosen }) => chosen)
    const predecessors = happensBefore(steps)
    for (const [earlier, later] of racesIn(steps, predecessors)) {
      const place = this.#places[earlier]
      if (place === undefined) continue
      const first = firstOf(earlier, later, predecessors)
      const leads = place.waiting.filter(({ name }) => first.some((index) => steps[index]?.name === name))
      if (leads.some(({ name }) => place.wanted.has(name))) continue
      const wanted = leads.length === 0 ? place.waiting : leads.slice(0, 1)
      for (const { name } of wanted) place.wanted.add(name)
    }
  }
}

const hasName = (steps: readonly PartyStep[], name: string): boolean =>
  steps.some((step) => step.name === name)

/** For each step in an order, the indices of earlier steps that must come before it. */
type Predecessors = readonly ReadonlySet<number>[]

function happensBefore(steps: readonly PartyStep[]): Predecessors {
  const predecessors: Set<number>[] = []
  for (const step of steps) {
    const before = new Set<number>()
    predecessors.forEach((further, index) => {
      const other = steps[index]
      if (other === undefined) return
      if (commute(other.footprint, step.footprint) && step.parent?.name !== other.name) return
      before.add(index)
      for (const one of further) before.add(one)
    })
    predecessors.push(before)
  }
  return predecessors
}

/** Yields pairs that could be swapped, because they conflict directly, with no dependency in between. */
function* racesIn(
  steps: readonly PartyStep[],
  predecessors: Predecessors,
): Generator<readonly [earlier: number, later: number]> {
  for (const [later, before] of predecessors.entries()) {
    for (const earlier of before) {
      if (steps[later]?.parent?.name === steps[earlier]?.name) continue
      if (![...before].some((between) => predecessors[between]?.has(earlier))) yield [earlier, later]
    }
  }
}

/** Returns the steps up to `later` that can come first because they don't depend on `earlier`. */
function firstOf(earlier: number, later: number, predecessors: Predecessors): readonly number[] {
  const free: number[] = []
  for (let index = earlier + 1; index <= later; index++) {
    if (index === later || predecessors[index]?.has(earlier) !== true) free.push(index)
  }
  return free.filter((index) => !free.some((other) => predecessors[index]?.has(other)))
}
