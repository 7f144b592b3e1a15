import type { ModelWorld } from './model/world.js'
import { ASPECTS, OPERATIONS, type Situation } from './situations.js'
import { movesFrom } from './situations-of-moves.js'
import { metBy, STEERING } from './situations-of-steps.js'
import type { Step } from './steps.js'

/** A state of the model that an operation or a step can meet. */
export interface Cell {
  readonly operation: string
  readonly aspect: string
  readonly state: string
}

/** All cells. */
export const CELLS: readonly Cell[] = [
  ...OPERATIONS.flatMap((operation) =>
    ASPECTS.filter(({ of }) => of.includes(operation)).flatMap(({ name, states }) =>
      states.map((state) => ({ operation, aspect: name, state })),
    ),
  ),
  ...Object.entries(STEERING).flatMap(([operation, states]) =>
    states.map((state) => ({ operation, aspect: '', state })),
  ),
]

export const nameOf = ({ operation, aspect, state }: Cell): string =>
  aspect === '' ? `${operation}: ${state}` : `${operation}, ${aspect}: ${state}`

/** The cells that cannot be met, and why. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'config.put, the body: a member of another type': 'a config takes every JSON value',
}

/** The states and transitions of the model that were met. */
export class Coverage {
  /** The number of each outcome, by the name of the cell. */
  readonly transitions = new Map<string, Map<string, number>>()

  /** Notes a request with what it met. */
  request(operation: string | null, met: readonly Situation[], outcome: string): void {
    if (operation === null) return
    for (const { aspect, state } of met) this.#note({ operation, aspect, state }, outcome)
  }

  /** Notes a step other than a request. Called before the step; the function that it returns is called after it. */
  steering(step: Step, world: ModelWorld, isDefault: boolean): () => void {
    const met = metBy(step, world, isDefault)
    if (met !== undefined) this.#steered(met[0], met[1])
    const moves = step.do === 'clock' ? movesFrom(step, world) : undefined
    return () => {
      for (const [operation, states] of moves?.(world.state.clock.now) ?? []) this.#steered(operation, states)
    }
  }

  #steered(operation: string, states: readonly string[]): void {
    for (const state of states) this.#note({ operation, aspect: '', state }, 'done')
  }

  add({ transitions }: Coverage): void {
    for (const [name, outcomes] of transitions)
      for (const [outcome, times] of outcomes) this.#count(name, outcome, times)
  }

  #note(cell: Cell, outcome: string): void {
    this.#count(nameOf(cell), outcome, 1)
  }

  #count(name: string, outcome: string, times: number): void {
    const outcomes = this.transitions.get(name) ?? new Map<string, number>()
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times)
    this.transitions.set(name, outcomes)
  }
}
