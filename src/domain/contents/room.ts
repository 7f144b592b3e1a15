import type { MemoryBudget } from '../../core/memory.js'
import { Refusal } from '../../core/refusal.js'
import { Seen } from '../../core/seen.js'
import type { Addition, Baseline } from '../baseline.js'
import { bytesOfBaseline, bytesOfFaults, bytesOfProfile, bytesOfState } from './bytes.js'

/**
 * Notes bytes of which some may be held from now on.
 *
 * @throws Refusal out_of_memory where the contents of all worlds leave no room for them
 */
export function makeRoomFor(bytes: number, memory: MemoryBudget): void {
  if (!memory.contents.take(bytes)) throw noRoom()
}

/** The same for what a request brings that writes nothing, and is refused later. @throws Refusal out_of_memory */
export function makeRoomToRead(bytes: number, memory: MemoryBudget): void {
  if (bytes > 0 && !memory.contents.takeToRead(bytes)) throw noRoom()
}

/** The same for whoever can wait while contents are counted. @throws Refusal out_of_memory */
export function makeRoomInSlices(bytes: number, { contents }: MemoryBudget): void {
  if (!contents.takeInSlices(bytes)) throw noRoom()
}

/**
 * The same for contents that a world is to have. They are counted in slices, and the world is to take them in the turn in
 * which that ends.
 *
 * @throws Refusal out_of_memory
 */
export function makeRoomForBaseline(baseline: Baseline, { contents }: MemoryBudget): void {
  if (!contents.takeNew((seen) => bytesOfBaseline(baseline, seen))) throw noRoom()
}

/**
 * The same for contents that are to join those of a world in this turn.
 *
 * @param base what the world has now, which they share most of
 * @throws Refusal out_of_memory
 */
export function makeRoomForAddition(
  { state, faults, profile }: Pick<Addition, 'state' | 'faults' | 'profile'>,
  base: Pick<Addition, 'state' | 'profile'>,
  { contents }: MemoryBudget,
): void {
  const seen = new Seen()
  seen.add(base.profile)
  bytesOfState(base.state, seen)
  const count = (counted: Seen): number => {
    const added = counted.add(profile) ? bytesOfProfile(profile) : 0
    return added + bytesOfState(state, counted) + bytesOfFaults(faults, counted)
  }
  if (!contents.takeNew(count, seen)) throw noRoom()
}

function noRoom(): Refusal {
  const reason = 'there is no memory left for this: what the worlds and their snapshots hold takes all of it'
  return new Refusal('out_of_memory', reason, { remedy: 'free-memory' })
}
