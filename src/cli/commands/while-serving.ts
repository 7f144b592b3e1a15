import { withoutUndefined } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import { type Bounds, boundOptions } from '../../domain/bounds.js'
import type { ProfilePatch } from '../../domain/profile/profile.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import type { World } from '../../domain/world.js'
import { type LaunchedEmulator, type LaunchedServices, launch } from '../../server/launch.js'
import { listenFailure, samePortProblem, typedOption } from '../../server/listen-failure.js'
import { readNamed, seedPaths } from '../../server/named-files.js'
import type { LaunchOptions } from '../../server/options/emulator-options.js'
import { defectText } from '../defect.js'
import { Failure } from '../failure.js'
import { keepFaketimeFile } from '../faketime-file.js'
import type { runOptions, SettingsOf } from '../options/options.js'
import type { EmulatorLog } from '../output/log.js'
import { slowReading } from '../output/slow-reading.js'
import { type Started, startedOf } from '../output/started.js'
import { SeedWatch } from '../seed-watch.js'
import { servicesWith } from '../service-files.js'
import type { Files, Terminal } from '../terminal.js'
import { assertWritable, unwritten } from '../write-file.js'

export type Settings = SettingsOf<typeof runOptions>

export interface StartPorts {
  readonly terminal: Terminal
  readonly log: EmulatorLog
  readonly onRecord: (record: RequestRecord, world: World) => void
  /** Called when an admin call asks the emulator to shut down. */
  readonly onShutdown: () => void
  /** Aborts loading seeds. `whileServing` then throws its reason. */
  readonly stopping: AbortSignal
}

/**
 * Starts an emulator, and stops it as soon as `during` settles. Depending on the settings, it also publishes the
 * address and watches the seeds while it runs, and writes the state at the end.
 *
 * @throws SeedProblems if a seed is invalid; StartError if a file can't be read or it can't listen on the address;
 * Failure for other invalid settings, or if the state can't be written; the reason of `stopping`
 */
export async function whileServing<T>(
  settings: Settings,
  ports: StartPorts,
  during: (started: Started, emulator: LaunchedEmulator) => Promise<T>,
): Promise<T> {
  const problem = samePortProblem({ port: settings.port, dbPort: settings['db-port'] }, typedOption)
  if (problem !== undefined) throw new Failure(problem)
  const { terminal } = ports
  const { host, 'admin-token': adminToken, 'faketime-file': faketime, 'export-on-exit': exported } = settings
  const { seeds, notes } = seedsOf(settings, terminal)
  assertWatchable(settings, seeds)
  // Load this now, because the package's files may be gone by the time the emulator stops.
  const exportState =
    exported === undefined ? undefined : (await import('../export-file.js')).prepareExport(exported, terminal)
  if (faketime !== undefined) assertWritable('the time', faketime, terminal.files)
  const texts = new Map<string, string>()
  const emulator = await start(settings, seeds, ports, texts)
  const { world } = emulator
  const watch = settings.watch === true ? watchSeeds(seeds, texts, emulator, ports) : undefined
  const removeAddress = writeAddress(settings['address-file'], emulator, ports)
  const stopTime = faketime === undefined ? undefined : keepFaketimeFile(faketime, world, ports)
  try {
    return await during(startedOf(emulator, { seeds, notes, host, adminToken }), emulator)
  } finally {
    watch?.close()
    stopTime?.()
    await emulator.close()
    removeAddress()
    exportState?.(emulator)
  }
}

function assertWatchable({ watch }: Settings, seeds: readonly string[]): void {
  if (watch !== true) return
  if (seeds.length === 0) throw new Failure('--watch needs a file to watch: add --seed FILE')
  if (seeds.includes('-'))
    throw new Failure('--watch needs a file to watch: standard input (--seed -) never changes')
}

/** `emulator init` writes this file by default. */
const DEFAULT_SEED = 'fixtures.yaml'

function seedsOf({ seed: named }: Settings, { files }: Terminal) {
  if (named === undefined) {
    const isHere = files.stamp(DEFAULT_SEED) !== undefined
    const note = `${DEFAULT_SEED} was found in this folder; --seed FILE uses another seed, --seed '' the starter seed`
    return isHere ? { seeds: [DEFAULT_SEED], notes: [note] } : { seeds: [], notes: [] }
  }
  const given = named.filter((path) => path.trim() !== '')
  const { paths: seeds, empty } = seedPaths(given, files)
  return { seeds, notes: empty.map((folder) => `There is no seed (.yaml, .yml or .json) in ${folder}`) }
}

/** @param texts receives the text of each seed file, keyed by path */
async function start(
  settings: Settings,
  seeds: readonly string[],
  { terminal, log, onRecord, onShutdown, stopping }: StartPorts,
  texts: Map<string, string>,
): Promise<LaunchedEmulator> {
  const { profile } = settings
  const { files } = terminal
  const options: LaunchedServices & LaunchOptions = {
    services: await servicesWith(settings.service),
    ...launchOptions(settings),
    seed: seeds.length === 0 ? undefined : seeds,
    profile: profile === undefined ? undefined : await profileIn(profile, files, stopping),
  }
  let hasToldOfCors = false
  try {
    return await launch(options, {
      async readFile(path, ended) {
        const text = await readNamed(path, 'seed', files, ended)
        texts.set(path, text)
        return text
      },
      onReading: slowReading(terminal),
      onShutdown,
      stopping,
      onRecord,
      onLoadFailure: log.problem,
      onDefect: (error) => log.problem(defectText(error)),
      onPreflight() {
        if (hasToldOfCors) return
        hasToldOfCors = true
        log.notice(
          'A web page wants to call from another origin (a CORS preflight): start with --cors to allow that',
        )
      },
    })
  } catch (error) {
    if (error instanceof Refusal) {
      const { reason, details } = error
      throw new Failure(`the profile: ${reason}${details.hint === undefined ? '' : `\n${details.hint}`}`)
    }
    const { port, 'db-port': dbPort, host } = settings
    throw listenFailure(error, { port, dbPort, host }, typedOption) ?? error
  }
}

function launchOptions(settings: Settings): LaunchOptions {
  const { port, host, clock: now, freeze: frozen, grease, cors } = settings
  const bounds: Partial<Bounds> = withoutUndefined(
    Object.fromEntries(Object.entries(boundOptions).map(([name, option]) => [name, settings[option]])),
  )
  return {
    port,
    host,
    dbPort: settings['db-port'],
    allowHosts: settings['allow-host'],
    randomSeed: settings['random-seed'],
    adminToken: settings['admin-token'],
    requireWorld: settings['require-world'],
    trustProxy: settings['trust-proxy'],
    grease,
    clock: withoutUndefined({ now, frozen }),
    bounds,
    ...(cors ? { cors } : {}),
  }
}

/** @param given a path, or the profile itself if it starts with a brace */
async function profileIn(given: string, files: Files, stopping: AbortSignal): Promise<ProfilePatch> {
  const { readProfile } = await import('../read-profile.js')
  if (/^\s*\{/.test(given)) return readProfile({ name: 'the profile', text: given })
  return readProfile({ name: given, text: await readNamed(given, 'profile', files, stopping) })
}

/** @returns a function that removes the file */
function writeAddress(
  path: string | undefined,
  { baseUrl }: LaunchedEmulator,
  { log, terminal: { files } }: StartPorts,
): () => void {
  if (path === undefined) return () => {}
  try {
    files.replace(path, `${baseUrl}\n`)
    return () => files.remove(path)
  } catch (error) {
    // Keep running. This also happens with the image's default path, if a container has no writable disk.
    log.problem(unwritten('the address', path, error))
    return () => {}
  }
}

function watchSeeds(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  { home: { seeds, world } }: LaunchedEmulator,
  { terminal, log }: StartPorts,
): SeedWatch {
  return new SeedWatch(paths, texts, {
    terminal,
    log,
    async load(sources) {
      const { readSeeds } = await import('../../seed/parse.js')
      await seeds.replace(() => readSeeds(sources, seeds.services), world)
      return seeds.baseline.state
    },
  })
}
