import { Refusal } from '../../core/refusal.js'
import { Grease } from '../../domain/profile/grease.js'
import type { WorldContext } from '../../worlds/context.js'
import type { Past } from '../replay.js'
import { BundleLog } from './log.js'
import type { Bundle } from './read.js'
import { type BundleRun, FrozenTime, runBundle, seedOf } from './run.js'

export interface WorldOfBundle {
  readonly context: WorldContext
  readonly run: BundleRun
}

/**
 * Replays a bundle in a new world of this emulator. That world continues from the moment when the bundle was written,
 * or from the first response that differs.
 *
 * @throws Refusal `conflict` if this emulator uses grease and the bundle's didn't, or `invalid_request` if there are
 * too many worlds
 * @throws SeedProblems if the bundle's initial state isn't a valid seed
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
    // Cursors contain the world's name, so restore the recorded one.
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
    'this emulator varies its answers (--grease, in code grease), but the bundle was recorded without it',
    {
      hint: 'replay it without grease: `npx tristore-emulator replay FILE --serve`',
    },
  )
