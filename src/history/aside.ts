import type { RequestRecord } from '../api/record.js'
import type { Capture } from '../domain/baseline.js'
import { World } from '../domain/world.js'

/**
 * A world that nobody else has, with what was captured of another.
 *
 * @param real the machine's time, which is frozen in it, in ms
 */
export function worldAside(
  { bounds, id, grease }: World<RequestRecord>,
  capture: Capture,
  real = 0,
): World<RequestRecord> {
  const world = new World<RequestRecord>(capture.contents, () => real, bounds, { id, grease })
  world.restore(capture)
  return world
}
