import { Refusal } from '../../core/refusal.js'
import { Grease } from '../../domain/profile/grease.js'
import type { WorldContext } from '../../worlds/context.js'
import type { Past } from '../replay.js'
import { BundleLog } from './commands.js'
import type { Bundle } from './format.js'
import { type BundleRun, FrozenTime, runBundle, seedOf } from './run.js'

/** A bundle that was run again in a world of this emulator. */
export interface WorldOfBundle {
  readonly context: WorldContext
  readonly run: BundleRun
}

/**
 * Runs a bundle again in a new world, beside the one that is asked. The world then goes on from the moment at which the
 * bundle was written, or from the first answer that differs.
 *
 * @throws Refusal conflict if this emulator varies its answers and the one that wrote the bundle did not;
 *   invalid_request beyond the bound of worlds
 * @throws SeedProblems if its beginning is not a seed
 */
export async function runInWorld(
  bundle: Bundle,
  { context: asked, callAdmin }: Past,
): Promise<WorldOfBundle> {
  const { grease, bounds } = bundle.options
  if (grease === null && asked.worlds.isGreased) throw varied()
  const seeds = await seedOf('the beginning', bundle.beginning, asked, bounds)
  const log = BundleLog.of(bundle)
  const time = new FrozenTime(asked.world.realNow)
  const context = asked.worlds.open(asked, {
    from: 'bundle',
    seeds,
    bounds,
    grease: grease === null ? undefined : new Grease(grease),
    realNow: () => time.now(),
  })
  const { world } = context
  try {
    // A world seals cursors by its own name: this one seals them as the one did whose run it is.
    world.restore({ contents: seeds.baseline, at: log.startedAt })
    return { context, run: await runBundle(log, { context, callAdmin }) }
  } catch (error) {
    asked.worlds.remove(world.id ?? '')
    throw error
  } finally {
    time.release()
  }
}

const varied = (): Refusal =>
  new Refusal(
    'conflict',
    'this emulator varies its answers (--grease), and those of the bundle were not varied',
    {
      hint: '`npx tristore-emulator replay FILE --serve` runs it as it was',
    },
  )
