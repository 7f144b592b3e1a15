import type { RequestRecord } from '../api/record.js'
import { viewOf } from '../domain/view.js'
import type { World } from '../domain/world.js'
import { detachedWorld } from './detached-world.js'
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
  const copy = world.copy()
  const real = world.realNow()
  const before = detachedWorld(world, copy, real)
  const after = detachedWorld(world, copy, real)
  try {
    await work(after)
    return differing(viewOf(before), viewOf(after))
  } finally {
    before.close()
    after.close()
  }
}
