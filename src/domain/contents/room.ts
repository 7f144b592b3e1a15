import type { MemoryBudget } from '../../core/memory.js'
import { Refusal } from '../../core/refusal.js'
import type { Addition, Baseline } from '../baseline.js'
import { bytesOfBaseline, bytesOfFaults, bytesOfState } from './bytes.js'

/**
 * Notes bytes of which some may be held from now on.
 *
 * @throws Refusal out_of_memory where the contents of all worlds leave no room for them
 */
export function makeRoomFor(bytes: number, memory: MemoryBudget): void {
  if (!memory.contents.take(bytes)) throw noRoom()
}

/** The same for contents that a world is to have. @throws Refusal out_of_memory */
export function makeRoomForBaseline(baseline: Baseline, memory: MemoryBudget): void {
  if (!memory.contents.takeAll((seen) => bytesOfBaseline(baseline, seen))) throw noRoom()
}

/** The same for contents that join those of a world. @throws Refusal out_of_memory */
export function makeRoomForAddition({ state, faults }: Addition, memory: MemoryBudget): void {
  if (!memory.contents.takeAll((seen) => bytesOfState(state, seen) + bytesOfFaults(faults, seen)))
    throw noRoom()
}

function noRoom(): Refusal {
  const reason = 'there is no memory left for this: what the worlds and their snapshots hold takes all of it'
  return new Refusal('out_of_memory', reason, { remedy: 'free-memory' })
}
