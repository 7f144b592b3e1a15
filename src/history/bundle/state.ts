import { LongText } from '../../core/long-text.js'
import { inTurns, type Steps } from '../../core/steps.js'
import { chunksOf } from '../../core/text-pieces.js'
import type { Bounds } from '../../domain/bounds.js'
import { readSeeds } from '../../seed/parse.js'
import { jsonPieces } from '../../seed/text/json-pieces.js'
import type { Hold } from '../../seed/text/reading-room.js'
import { WorldSeed } from '../../seed/world-seed.js'
import type { Bundle } from './format.js'

/**
 * The seed that a state in a bundle is. It is read in slices.
 *
 * @param name of the state, where something is wrong with it
 * @throws SeedProblems
 */
export async function seedOf(
  name: string,
  state: Bundle['beginning'],
  bounds: Bounds,
  hold?: Hold,
): Promise<WorldSeed> {
  const text = await inTurns(textOf(state))
  return WorldSeed.of(await readSeeds([{ name, text, hold }], bounds.repeats), {}, bounds)
}

function* textOf(state: Bundle['beginning']): Steps<LongText> {
  const texts: string[] = []
  let length = 0
  let byteLength = 0
  for (const chunk of chunksOf(jsonPieces(state))) {
    texts.push(chunk)
    length += chunk.length
    byteLength += Buffer.byteLength(chunk)
    yield
  }
  return new LongText(() => texts, { length, byteLength, beginning: texts[0] ?? '' })
}
