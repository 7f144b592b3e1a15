import { exportSeed } from '../../seed/export.js'
import { parseSeeds } from '../../seed/parse.js'
import { stringifySeed } from '../../seed/stringify.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { seedPaths } from '../../server/named-files.js'
import { systemCode } from '../../server/start-error.js'
import { assertExportable, exportTo } from '../export-file.js'
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
  const { port } = settings
  if (port !== 0 && port === settings['db-port']) {
    throw new Failure(
      `--port and --db-port are both ${port}: give the database another one, or leave --db-port out`,
    )
  }
}

async function runUntil(stop: StopRequests, settings: Settings, log: Log, terminal: Terminal): Promise<void> {
  const { seeds, notes } = seedsOf(settings, terminal)
  if (settings.watch === true && seeds.length === 0)
    throw new Failure('--watch needs a file to watch: add --seed FILE')
  const exported = settings['export-on-exit']
  if (exported !== undefined) assertExportable(exported, terminal.files)
  const { emulator, texts } = await start(settings, seeds, { log, terminal, onShutdown: stop.request })
  const { host } = settings
  const watch = settings.watch === true ? watchSeeds(seeds, texts, emulator, log, terminal) : undefined
  const forget = tellAddress(settings['address-file'], emulator, log, terminal)
  log.started(startedOf(emulator, { seeds, notes, host, adminToken: settings['admin-token'] }))
  await stop.requested
  watch?.close()
  await emulator.close()
  forget()
  if (exported !== undefined) exportState(emulator, exported, terminal)
}

/** What `emulator init` writes, and what is used where no seed is named. */
const USUAL_SEED = 'fixtures.yaml'

/** The seed files, with what is to be said about how they were found. */
function seedsOf(
  { seed: named }: Settings,
  { files }: Terminal,
): { seeds: readonly string[]; notes: string[] } {
  if (named === undefined) {
    const isHere = files.stamp(USUAL_SEED) !== undefined
    const note = `${USUAL_SEED} was found here; --seed FILE names another, --seed '' takes the starter seed`
    return isHere ? { seeds: [USUAL_SEED], notes: [note] } : { seeds: [], notes: [] }
  }
  const { paths, empty } = seedPaths(
    named.filter((path) => path.trim() !== ''),
    files,
  )
  return {
    seeds: paths,
    notes: empty.map((folder) => `There is no seed (.yaml, .yml or .json) in ${folder}`),
  }
}

/** Writes the base address for those who look for it. @returns what removes it */
function tellAddress(
  path: string | undefined,
  { baseUrl }: LaunchedEmulator,
  log: Log,
  { files }: Terminal,
): () => void {
  if (path === undefined) return () => {}
  try {
    files.replace(path, `${baseUrl}\n`)
    return () => files.remove(path)
  } catch (error) {
    // No reason to end: in a container that may write nowhere the image's own setting leads here.
    log.problem(`cannot write the address to ${path}: ${systemCode(error) ?? error}`)
    return () => {}
  }
}

function exportState({ world }: LaunchedEmulator, path: string, { files }: Terminal): void {
  exportTo(path, stringifySeed(exportSeed(world), /\.json$/i.test(path) ? 'json' : 'yaml'), files)
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
