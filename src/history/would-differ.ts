import type { RequestRecord } from '../api/record.js'
import type { World } from '../domain/world.js'
import { worldAside } from './aside.js'
import { type Difference, differing } from './difference.js'
import { viewSteps } from './view.js'

/**
 * Shows what would differ in a world if this was done to it. It stays as it is.
 *
 * @param work is done to a world aside
 */
export async function wouldDiffer(
  world: World<RequestRecord>,
  work: (aside: World<RequestRecord>) => Promise<void>,
  visit: (difference: Difference) => void,
): Promise<void> {
  const capture = world.capture()
  const real = world.realNow()
  const before = worldAside(world, capture, real)
  const after = worldAside(world, capture, real)
  try {
    await work(after)
    const views = [viewSteps(before), viewSteps(after)] as const
    differing(...views, visit)
  } finally {
    before.close()
    after.close()
  }
}
