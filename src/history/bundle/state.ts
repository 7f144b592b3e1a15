import { LongText } from '../../core/long-text.js'
import type { MemoryBudget } from '../../core/memory.js'
import { chunksOf } from '../../core/text-pieces.js'
import type { Bounds } from '../../domain/bounds.js'
import { makeRoomForBaseline } from '../../domain/contents/room.js'
import { readSeeds } from '../../seed/parse.js'
import { jsonPieces } from '../../seed/text/json-pieces.js'
import { FILE_FACTOR, type Hold } from '../../seed/text/reading-room.js'
import { WorldSeed } from '../../seed/world-seed.js'
import type { Bundle } from './format.js'

/** What the states of a bundle take while they are read. */
export interface StateMemory {
  readonly hold?: Hold | undefined
  /** Of all worlds. */
  readonly memory: MemoryBudget
}

/**
 * The seed that a state in a bundle is, for whose contents there is room. It is read in slices.
 *
 * @param name of the state, where something is wrong with it
 * @throws SeedProblems; Refusal out_of_memory; what `hold` throws
 */
export async function seedOf(
  name: string,
  state: Bundle['beginning'],
  bounds: Bounds,
  { hold: holdMore, memory }: StateMemory,
): Promise<WorldSeed> {
  let held = 0
  const hold = (bytes: number) => {
    holdMore?.(bytes)
    held += bytes
  }
  const seed = await readState(name, state, bounds, hold).finally(() => holdMore?.(-held))
  makeRoomForBaseline(seed.baseline, memory)
  return seed
}

async function readState(
  name: string,
  state: Bundle['beginning'],
  bounds: Bounds,
  hold: Hold,
): Promise<WorldSeed> {
  const text = textOf(state, hold)
  return WorldSeed.of(await readSeeds([{ name, text, hold, heldFactor: 0 }]), {}, bounds)
}

function textOf(state: Bundle['beginning'], hold: Hold): LongText {
  const texts: string[] = []
  let length = 0
  let byteLength = 0
  for (const chunk of chunksOf(jsonPieces(state))) {
    hold(FILE_FACTOR * chunk.length)
    texts.push(chunk)
    length += chunk.length
    byteLength += Buffer.byteLength(chunk)
  }
  return new LongText(() => texts, { length, byteLength, beginning: texts[0] ?? '' })
}
