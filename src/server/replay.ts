import { systemTime } from '../core/clock.js'
import { BundleLog } from '../history/bundle/commands.js'
import type { Bundle } from '../history/bundle/read.js'
import { type BundleRun, FrozenTime, runBundle } from '../history/bundle/run.js'
import { bundleOf, bundleText as textOf } from '../history/bundle/write.js'
import { momentOf } from '../history/point.js'
import type { Past } from '../history/replay.js'
import type { WorldContext } from '../worlds/context.js'
import { type LaunchedEmulator, type LaunchedServices, type PreparedEmulator, prepare } from './launch.js'
import type { LaunchOptions } from './options/emulator-options.js'
import type { EmulatorPorts } from './system-ports.js'

export interface Replayed {
  readonly run: BundleRun
  /**
   * Serves the world as the replay left it; its clock runs on from there.
   *
   * @throws the system's error if a port is taken
   */
  listen(): Promise<LaunchedEmulator>
}

export interface ReplayOptions extends LaunchedServices, Pick<LaunchOptions, 'port' | 'host'> {
  /** The point to stop at; the end of the bundle when left out. */
  readonly until?: string | undefined
}

/**
 * Replays a bundle in an emulator with the options of the one that recorded it.
 *
 * @throws Refusal for a point that the bundle doesn't have; SeedProblems if a state in it is invalid
 */
export async function replay(
  bundle: Bundle,
  { until, ...options }: ReplayOptions,
  ports: Partial<EmulatorPorts> = {},
): Promise<Replayed> {
  const log = BundleLog.of(bundle)
  const clock = { now: () => log.end.at }
  const moment = until === undefined ? undefined : momentOf(until, { history: log, clock })
  const time = new FrozenTime(ports.realNow ?? systemTime)
  const { grease, bounds } = bundle.options
  const emulator = await prepare(
    { ...options, seed: bundle.beginning, bounds, ...(grease === null ? {} : { grease }) },
    // The bundle has the verdict on each token, so the issuers' keys aren't needed.
    { readKeyFile: () => NO_KEYS, ...ports, realNow: () => time.now() },
  )
  const run = await runBundle(log, pastOf(emulator), moment)
  return {
    run,
    listen() {
      time.release()
      return emulator.listen()
    },
  }
}

/**
 * Writes the history of a world as a bundle.
 *
 * @throws RangeError if it is longer than a string can be
 */
export const bundleText = async (
  context: WorldContext,
  { admin }: Pick<PreparedEmulator, 'admin'>,
): Promise<string> => textOf(await bundleOf(pastOf({ home: context, admin })))

const pastOf = ({ home: context, admin }: Pick<PreparedEmulator, 'home' | 'admin'>): Past => ({
  context,
  callAdmin: async (past, call) => (await admin()).answer(past, { ...call, origin: REPLAY_ORIGIN }),
})

const NO_KEYS = '{"keys":[]}'

/** Admin calls that change a world answer no addresses. */
const REPLAY_ORIGIN = 'http://127.0.0.1'
