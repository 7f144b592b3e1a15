import type { Bounds } from '../../domain/bounds.js'
import { readSeeds } from '../../seed/parse.js'
import { jsonLines } from '../../seed/stringify.js'
import { WorldSeed } from '../../seed/world-seed.js'
import type { Bundle } from './format.js'

/**
 * Makes the seed that a state in a bundle is.
 *
 * @param name of the state, for problems with it
 * @throws SeedProblems
 */
export async function seedOf(name: string, state: Bundle['beginning'], bounds: Bounds): Promise<WorldSeed> {
  const text = jsonLines(state)
  return WorldSeed.of(await readSeeds([{ name, text }]), {}, bounds)
}
