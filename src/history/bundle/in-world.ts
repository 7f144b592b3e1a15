import { Refusal } from '../../core/refusal.js'
import { Grease } from '../../domain/profile/grease.js'
import type { WorldContext } from '../../worlds/context.js'
import type { Past } from '../replay.js'
import { BundleLog } from './commands.js'
import type { Bundle } from './read.js'
import { type BundleRun, FrozenTime, runBundle, seedOf } from './run.js'

export interface WorldOfBundle {
  readonly context: WorldContext
  readonly run: BundleRun
}

/**
 * Replays a bundle in a new world of the same emulator. That world continues from the moment at which the bundle was
 * written, or from the first answer that differs.
 *
 * @throws Refusal conflict if this emulator varies its answers and the one that wrote the bundle did not;
 * invalid_request if there are too many worlds
 * @throws SeedProblems if the beginning is not a valid seed
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
    // A world's name is part of its cursors, so use the name of the recorded one.
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
    'this emulator varies its answers (--grease, in code grease), and those of the bundle were not varied',
    {
      hint: '`npx tristore-emulator replay FILE --serve` runs it as it was',
    },
  )
