import type { RequestRecord } from '../api/record.js'
import { MemoryBudget } from '../core/memory.js'
import type { Capture } from '../domain/baseline.js'
import { World } from '../domain/world.js'

/** How a world stands aside of the one that it is made of. */
interface AsideOptions {
  /** Left out, what it remembers is counted nowhere: it is forgotten with it. */
  readonly memory?: MemoryBudget
  /** The machine's time, which stands still in it, in ms. */
  readonly real?: number
}

/** A world that nobody else has, with what was captured of another. */
export function worldAside(
  { bounds, id, grease }: World<RequestRecord>,
  capture: Capture,
  { memory = new MemoryBudget(Number.POSITIVE_INFINITY), real = 0 }: AsideOptions = {},
): World<RequestRecord> {
  const world = new World<RequestRecord>(capture.contents, () => real, bounds, id, memory, grease)
  world.restore(capture)
  return world
}
