import type { Chooser } from './chooser.js'
import { Draws } from './drawing.js'
import type { PartyStep } from './parties.js'
import { ExploreFailure } from './report.js'

/** Releases requests in the order of the given names, and then alphabetically. */
export class NamedOrder implements Chooser {
  #place = 0

  constructor(private readonly names: readonly string[]) {}

  expected(): undefined {
    return undefined
  }

  lacks(waiting: readonly PartyStep[]): boolean {
    const name = this.names[this.#place]
    return name !== undefined && !waiting.some((step) => step.name === name)
  }

  choose(waiting: readonly PartyStep[]): PartyStep {
    const name = this.names[this.#place] ?? waiting[0]?.name
    this.#place++
    const chosen = waiting.find((step) => step.name === name)
    if (chosen !== undefined) return chosen
    this.#place--
    const there = waiting.map((step) => step.name).join(' and ')
    throw this.#unfollowed(`${there} ${waiting.length > 1 ? 'are' : 'is'}`)
  }

  /** @throws ExploreFailure if the code ended before the order did */
  assertFollowed(): void {
    if (this.#place < this.names.length) throw this.#unfollowed('the code has ended')
  }

  #unfollowed(instead: string): ExploreFailure {
    const behind = this.names.slice(0, this.#place).join(' ') || 'the start'
    return new ExploreFailure(
      `only: after ${behind} no ${this.names[this.#place]} is waiting; ${instead}. The code's requests have changed since this order was found: explore without only`,
    )
  }
}

/** On average, one choice in this many moves the next party behind all others. */
const CHANGE = 4

/** Draws a random order. Each party has a priority, which sometimes drops (as in probabilistic concurrency testing). */
export class DrawnOrder implements Chooser {
  readonly #draws
  readonly #priorities = new Map<string, number>()
  #lowest = 0

  constructor(seed: number) {
    this.#draws = new Draws(seed)
  }

  expected(): undefined {
    return undefined
  }

  lacks(): boolean {
    return false
  }

  choose(waiting: readonly PartyStep[]): PartyStep {
    const first = this.#highest(waiting)
    if (waiting.length === 1 || this.#draws.integer(CHANGE) > 0) return first
    this.#lowest--
    this.#priorities.set(first.party, this.#lowest)
    return this.#highest(waiting)
  }

  #highest(waiting: readonly PartyStep[]): PartyStep {
    return waiting.reduce((best, step) =>
      this.#priorityOf(step.party) > this.#priorityOf(best.party) ? step : best,
    )
  }

  #priorityOf(party: string): number {
    const known = this.#priorities.get(party)
    if (known !== undefined) return known
    const drawn = this.#draws.fraction()
    this.#priorities.set(party, drawn)
    return drawn
  }
}
