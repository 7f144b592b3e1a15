import type { MemoryBudget } from '../../core/memory.js'
import type { Bounds } from '../../domain/bounds.js'
import { makeRoomForBaseline } from '../../domain/contents/room.js'
import { readSeeds } from '../../seed/parse.js'
import { jsonPieces } from '../../seed/text/json-pieces.js'
import { WorldSeed } from '../../seed/world-seed.js'
import type { Bundle } from './format.js'

/**
 * Makes the seed that a state in a bundle is, for whose contents there is room.
 *
 * @param name of the state, for problems with it
 * @param memory of all worlds
 * @throws SeedProblems; Refusal out_of_memory
 */
export async function seedOf(
  name: string,
  state: Bundle['beginning'],
  bounds: Bounds,
  memory: MemoryBudget,
): Promise<WorldSeed> {
  const text = [...jsonPieces(state)].join('')
  const seed = await WorldSeed.of(await readSeeds([{ name, text }], bounds.repeats), {}, bounds)
  makeRoomForBaseline(seed.baseline, memory)
  return seed
}
