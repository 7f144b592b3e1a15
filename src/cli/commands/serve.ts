import { exportSeed } from '../../seed/export.js'
import { parseSeeds } from '../../seed/parse.js'
import { stringifySeed } from '../../seed/stringify.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { seedPaths } from '../../server/named-files.js'
import { systemCode } from '../../server/start-error.js'
import { Failure } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import { serveOptions } from '../options/options.js'
import { conformOptions, probeOptions } from '../options/service-options.js'
import { misspeltVariables, readValues } from '../options/values.js'
import { type Log, logOf } from '../output/log.js'
import { startedOf } from '../output/started.js'
import { SeedWatch } from '../seed-watch.js'
import { type StopRequests, stopRequests, type Terminal } from '../terminal.js'
import { type Settings, start } from './start.js'

/** How long open timers and streams of a stopped emulator may keep the process, ms. */
const LINGER_MS = 200

/** Starts an emulator and runs it until it is asked to stop. */
export async function serve({ given }: CommandInput, terminal: Terminal): Promise<number> {
  const settings = readValues(serveOptions, given, terminal.env)
  assertTogether(settings)
  const log = logOf(settings.log, terminal)
  for (const line of misspeltVariables({ ...serveOptions, ...conformOptions, ...probeOptions }, terminal.env))
    log.problem(line)
  // Before anything else starts: PID 1 ignores every signal that it does not handle.
  const stop = stopRequests(terminal)
  try {
    await runUntil(stop, settings, log, terminal)
    // A delay of a fault, or a log without a reader, would keep the process alive.
    terminal.later(LINGER_MS, () => terminal.exit(0))
    return 0
  } finally {
    stop.release()
  }
}

/** @throws Failure for values that fit each by itself but not together */
function assertTogether(settings: Settings): void {
  const { port, watch, seed } = settings
  if (port !== 0 && port === settings['db-port']) {
    throw new Failure(
      `--port and --db-port are both ${port}: give the database another one, or leave --db-port out`,
    )
  }
  if (watch === true && seed === undefined)
    throw new Failure('--watch needs a file to watch: add --seed FILE')
}

async function runUntil(stop: StopRequests, settings: Settings, log: Log, terminal: Terminal): Promise<void> {
  const { paths: seeds } = seedPaths(settings.seed ?? [], terminal.files)
  const { emulator, texts } = await start(settings, seeds, { log, terminal, onShutdown: stop.request })
  const { host } = settings
  const watch = settings.watch === true ? watchSeeds(seeds, texts, emulator, log, terminal) : undefined
  log.started(startedOf(emulator, { seeds, host, adminToken: settings['admin-token'] }))
  await stop.requested
  watch?.close()
  await emulator.close()
  const exported = settings['export-on-exit']
  if (exported !== undefined) exportState(emulator, exported, terminal)
}

/** @throws Failure where the file cannot be written; then it is as it was */
function exportState({ world }: LaunchedEmulator, path: string, { files }: Terminal): void {
  const text = stringifySeed(exportSeed(world), /\.json$/i.test(path) ? 'json' : 'yaml')
  try {
    files.replace(path, text)
  } catch (error) {
    throw new Failure(`cannot write the state to ${path}: ${systemCode(error) ?? error}`)
  }
}

function watchSeeds(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  { seeds, world }: LaunchedEmulator,
  log: Log,
  terminal: Terminal,
): SeedWatch {
  return new SeedWatch(paths, texts, {
    terminal,
    log,
    load: async (sources) => {
      await seeds.replace(parseSeeds(sources), world)
      return seeds.baseline.state
    },
  })
}
