import type { RequestRecord } from '../api/record.js'
import type { WorldCopy } from '../domain/baseline.js'
import { World } from '../domain/world.js'

/**
 * A world that nobody else has, with a copy of another.
 *
 * @param real the machine's time, which is frozen in it, in ms
 */
export function detachedWorld(
  { bounds, id, grease, journal }: World<RequestRecord>,
  copy: WorldCopy,
  real = 0,
): World<RequestRecord> {
  const world = new World<RequestRecord>(copy.contents, () => real, bounds, { id, grease })
  world.journal.repeat(journal)
  world.restore(copy)
  return world
}
