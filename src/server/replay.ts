import { systemTime } from '../core/clock.js'
import { BundleLog } from '../history/bundle/log.js'
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
   * Serves the world as the replay left it. Its clock continues from there.
   *
   * @throws the system's error if a port is taken
   */
  listen(): Promise<LaunchedEmulator>
}

export interface ReplayOptions extends LaunchedServices, Pick<LaunchOptions, 'port' | 'host'> {
  /** The point to stop at. Defaults to the end of the bundle. */
  readonly until?: string | undefined
}

/**
 * Replays a bundle in a new emulator, using the options of the one that recorded it.
 *
 * @throws Refusal if the bundle doesn't contain the point; SeedProblems if a state in the bundle is invalid
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
    // The bundle says whether each token was valid, so there's no need for the issuers' keys.
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

/** @throws RangeError if the bundle doesn't fit in a string */
export const bundleText = async (
  context: WorldContext,
  { admin }: Pick<PreparedEmulator, 'admin'>,
): Promise<string> => textOf(await bundleOf(pastOf({ home: context, admin })))

const pastOf = ({ home: context, admin }: Pick<PreparedEmulator, 'home' | 'admin'>): Past => ({
  context,
  callAdmin: async (past, call) => (await admin()).answer(past, { ...call, origin: REPLAY_ORIGIN }),
})

const NO_KEYS = '{"keys":[]}'

/** Can be anything, since no response to a recorded admin call contains an address. */
const REPLAY_ORIGIN = 'http://127.0.0.1'
