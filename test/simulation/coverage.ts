import type { ModelWorld } from './model/world.js'
import { ASPECTS, OPERATIONS, type Situation } from './situations.js'
import { movesFrom } from './situations-of-moves.js'
import { metBy, STEERING } from './situations-of-steps.js'
import type { Step } from './steps.js'

/** A state of the model in which an operation or another step can run. */
export interface Cell {
  readonly operation: string
  readonly aspect: string
  readonly state: string
}

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

/** Cells that can't be reached, and why. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'config.put, the body: a member of the wrong type': 'configs accept any JSON value',
}

/** Counts the states that were reached, and their outcomes. */
export class Coverage {
  /** Number of times that each outcome occurred, by the cell's name. */
  readonly transitions = new Map<string, Map<string, number>>()

  request(operation: string | null, met: readonly Situation[], outcome: string): void {
    if (operation === null) return
    for (const { aspect, state } of met) this.#note({ operation, aspect, state }, outcome)
  }

  /** Records a step other than a request. Call this before the step, and the returned function after it. */
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
