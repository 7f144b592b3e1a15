import type { MemoryBudget } from '../../core/memory.js'
import { Refusal } from '../../core/refusal.js'
import type { Seen } from '../../core/seen.js'
import type { Slice, Steps } from '../../core/steps.js'
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

/** The same for whoever can wait while contents are counted. @throws Refusal out_of_memory */
export function* makeRoomInSlices(bytes: number, { contents }: MemoryBudget): Steps<void> {
  if (!(yield* contents.takeInSlices(bytes))) throw noRoom()
}

/**
 * The same for contents that a world is to have. All is counted anew, in slices, and the world is to take them in the
 * turn in which that ends.
 *
 * @throws Refusal out_of_memory
 */
export function* makeRoomForBaseline(baseline: Baseline, { contents }: MemoryBudget): Steps<void> {
  if (!(yield* contents.takeAll((seen, slice) => bytesOfBaseline(baseline, seen, slice)))) throw noRoom()
}

/** The same for contents that join those of a world. @throws Refusal out_of_memory */
export function* makeRoomForAddition(
  { state, faults }: Pick<Addition, 'state' | 'faults'>,
  { contents }: MemoryBudget,
): Steps<void> {
  const count = function* (seen: Seen, slice: Slice): Steps<number> {
    return (yield* bytesOfState(state, seen, slice)) + (yield* bytesOfFaults(faults, seen, slice))
  }
  if (!(yield* contents.takeAll(count))) throw noRoom()
}

function noRoom(): Refusal {
  const reason = 'there is no memory left for this: what the worlds and their snapshots hold takes all of it'
  return new Refusal('out_of_memory', reason, { remedy: 'free-memory' })
}
