import type { RequestRecord } from '../api/record.js'
import { viewOf } from '../domain/view.js'
import type { World } from '../domain/world.js'
import { worldAside } from './aside.js'
import { type Difference, differing } from './difference.js'

/**
 * What would differ in a world if this was done to it. The world stays as it is.
 *
 * @param work is done to a world aside
 */
export async function wouldDiffer(
  world: World<RequestRecord>,
  work: (aside: World<RequestRecord>) => void | Promise<void>,
): Promise<Difference[]> {
  const capture = world.capture()
  const real = world.realNow()
  const before = worldAside(world, capture, real)
  const after = worldAside(world, capture, real)
  try {
    await work(after)
    return differing(viewOf(before), viewOf(after))
  } finally {
    before.close()
    after.close()
  }
}
