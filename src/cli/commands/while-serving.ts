import { printable } from '../../core/printable.js'
import type { World } from '../../domain/world.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { seedPaths } from '../../server/named-files.js'
import { Failure } from '../failure.js'
import { assertFaketimeFile, keepFaketimeFile } from '../faketime-file.js'
import { type Started, startedOf } from '../output/started.js'
import { SeedWatch } from '../seed-watch.js'
import type { Terminal } from '../terminal.js'
import { unwritable } from '../write-file.js'
import { type Settings, type StartedEmulator, type StartPorts, start } from './start.js'

/**
 * Starts an emulator, and stops it once `during` is over, however it ends. Keeps the seeds watched and the
 * address announced in the meantime, and writes the state afterwards, if the settings say so.
 *
 * @throws SeedProblems and Failure if it cannot be started, Failure if the state cannot be written
 */
export async function whileServing<T>(
  settings: Settings,
  ports: StartPorts,
  during: (started: Started, emulator: LaunchedEmulator) => Promise<T>,
): Promise<T> {
  assertTogether(settings)
  const { terminal } = ports
  const { seeds, notes } = seedsOf(settings, terminal)
  if (settings.watch === true && seeds.length === 0)
    throw new Failure('--watch needs a file to watch: add --seed FILE')
  if (settings.watch === true && seeds.includes('-'))
    throw new Failure('--watch needs a file to watch: standard input (--seed -) never changes')
  const exported = settings['export-on-exit']
  const exportState = exported === undefined ? undefined : await preparedExport(exported, terminal)
  const faketime = settings['faketime-file']
  if (faketime !== undefined) assertFaketimeFile(faketime, terminal)
  const running = await start(settings, seeds, ports)
  const { emulator } = running
  const watch = settings.watch === true ? watchSeeds(seeds, running, ports) : undefined
  const removeAddress = writeAddress(settings['address-file'], emulator, ports)
  const stopTime = faketime === undefined ? undefined : keepFaketimeFile(faketime, emulator.world, ports)
  try {
    const { host } = settings
    const started = startedOf(emulator, { seeds, notes, host, adminToken: settings['admin-token'] })
    return await during(started, emulator)
  } finally {
    watch?.close()
    stopTime?.()
    await emulator.close()
    removeAddress()
    exportState?.(emulator.world)
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

/** The file that `emulator init` writes, and that is used if no seed is named. */
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
function writeAddress(
  path: string | undefined,
  { baseUrl }: LaunchedEmulator,
  { log, terminal }: StartPorts,
): () => void {
  if (path === undefined) return () => {}
  const { files } = terminal
  try {
    files.replace(path, `${baseUrl}\n`)
    return () => files.remove(path)
  } catch (error) {
    // No reason to end: in a container that may write nowhere the image's own setting leads here.
    log.problem(`cannot write the address to ${printable(path)}: ${unwritable(error, path)}`)
    return () => {}
  }
}

/** Loaded before the start, by those who export: once the emulator stops, its files may be gone. */
async function preparedExport(path: string, terminal: Terminal): Promise<(world: World) => void> {
  const { prepareExport } = await import('../export-file.js')
  return prepareExport(path, terminal)
}

function watchSeeds(
  paths: readonly string[],
  { emulator: { seeds, world }, texts }: StartedEmulator,
  { terminal, log }: StartPorts,
): SeedWatch {
  return new SeedWatch(paths, texts, {
    terminal,
    log,
    load: async (sources) => {
      const { readSeeds } = await import('../../seed/parse.js')
      await seeds.replace(() => readSeeds(sources), world)
      return seeds.baseline.state
    },
  })
}
