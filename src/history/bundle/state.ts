import { LongText } from '../../core/long-text.js'
import { chunksOf } from '../../core/text-pieces.js'
import type { Bounds } from '../../domain/bounds.js'
import { readSeeds } from '../../seed/parse.js'
import { jsonPieces } from '../../seed/text/json-pieces.js'
import { WorldSeed } from '../../seed/world-seed.js'
import type { Bundle } from './format.js'

/**
 * Reads a state in a bundle as a seed.
 *
 * @param name of the state, if something is wrong with it
 * @throws SeedProblems
 */
export async function seedOf(name: string, state: Bundle['beginning'], bounds: Bounds): Promise<WorldSeed> {
  const document = await readSeeds([{ name, text: textOf(state) }], bounds.repeats)
  return WorldSeed.of(document, {}, bounds)
}

function textOf(state: Bundle['beginning']): LongText {
  const texts: string[] = []
  let length = 0
  let byteLength = 0
  for (const chunk of chunksOf(jsonPieces(state))) {
    texts.push(chunk)
    length += chunk.length
    byteLength += Buffer.byteLength(chunk)
  }
  return new LongText(() => texts, { length, byteLength, beginning: texts[0] ?? '' })
}
