import type { ClockStart } from '../../core/clock.js'
import { withoutUndefined } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import type { Bounds } from '../../domain/bounds.js'
import type { EmulatorOptions } from '../../emulator.js'
import { exportSeed } from '../../seed/export.js'
import { parseSeeds } from '../../seed/parse.js'
import { stringifySeed } from '../../seed/stringify.js'
import { type LaunchedEmulator, launch } from '../../server/launch.js'
import { boundOptions } from '../../wording/bound-options.js'
import { Failure, systemCode } from '../failure.js'
import type { Call } from '../options/command.js'
import { serveOptions, type Values } from '../options/options.js'
import { conformOptions, probeOptions } from '../options/service-options.js'
import { misspeltVariables, readValues } from '../options/values.js'
import { type Log, logOf } from '../output/log.js'
import { startedOf } from '../output/started.js'
import { readNamed, readProfile, seedPaths } from '../seed-files.js'
import { SeedWatch } from '../seed-watch.js'
import { stopRequests, type Terminal } from '../terminal.js'

/** How long what is left of a stopped emulator may keep the process. */
const LINGER_MS = 200

type Settings = Values<typeof serveOptions>

/** Starts an emulator and runs it until it is asked to stop. */
export async function serve({ given }: Call, terminal: Terminal): Promise<number> {
  const settings = readValues(serveOptions, given, terminal.env)
  checkTogether(settings)
  const log = logOf(settings.log, terminal)
  for (const line of misspeltVariables({ ...serveOptions, ...conformOptions, ...probeOptions }, terminal.env))
    log.problem(line)
  // Before anything else starts: PID 1 ignores every signal that it does not handle.
  const stop = stopRequests(terminal)
  try {
    await runUntil(stop.requested, settings, log, terminal)
    // A delay that a fault was still to make, or a log that nobody reads, would keep the process alive.
    terminal.later(LINGER_MS, () => terminal.exit(0))
    return 0
  } finally {
    stop.release()
  }
}

/** @throws Failure for values that fit each by itself but not together */
function checkTogether(settings: Settings): void {
  const { port, watch, seed } = settings
  if (port !== 0 && port === settings['db-port']) {
    throw new Failure(
      `--port and --db-port are both ${port}: give the database another one, or leave --db-port out`,
    )
  }
  if (watch === true && seed === undefined)
    throw new Failure('--watch needs a file to watch: add --seed FILE')
}

async function runUntil(
  stopped: Promise<void>,
  settings: Settings,
  log: Log,
  terminal: Terminal,
): Promise<void> {
  const texts = new Map<string, string>()
  const seeds = seedPaths(settings.seed ?? [], terminal.files)
  const emulator = await start(settings, seeds, texts, log, terminal)
  const { host } = settings
  const watch = settings.watch === true ? watchSeeds(seeds, texts, emulator, log, terminal) : undefined
  log.started(startedOf(emulator, { seeds, host, adminToken: settings['admin-token'] }))
  await stopped
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

/** @param texts takes the text of each seed file as it is read */
async function start(
  settings: Settings,
  seeds: readonly string[],
  texts: Map<string, string>,
  log: Log,
  terminal: Terminal,
): Promise<LaunchedEmulator> {
  const options = emulatorOptions(settings, seeds, terminal)
  try {
    return await launch(options, {
      readFile(path) {
        const text = readNamed(path, 'seed', terminal.files)
        texts.set(path, text)
        return text
      },
      onExchange: log.request,
      onPreflight: onceOnly(() =>
        log.notice(
          'A web page asked to call from another origin (a CORS preflight): start with --cors to let pages do so',
        ),
      ),
    })
  } catch (error) {
    throw startFailure(error, settings)
  }
}

function emulatorOptions(settings: Settings, seeds: readonly string[], { files }: Terminal): EmulatorOptions {
  const { port, host, clock: now, freeze: frozen, profile, cors } = settings
  const clock: ClockStart = withoutUndefined({ now, frozen })
  return {
    port,
    host,
    clock,
    bounds: boundsOf(settings),
    ...withoutUndefined({
      seed: seeds.length === 0 ? undefined : seeds,
      dbPort: settings['db-port'],
      allowHosts: settings['allow-host'],
      randomSeed: settings['random-seed'],
      adminToken: settings['admin-token'],
      requireWorld: settings['require-world'],
      grease: settings.grease,
      cors: cors === false ? undefined : cors,
      profile:
        profile === undefined
          ? undefined
          : readProfile({ name: profile, text: readNamed(profile, 'profile', files) }),
    }),
  }
}

/** The bounds that were given. */
function boundsOf(settings: Settings): Partial<Bounds> {
  return withoutUndefined(
    Object.fromEntries(Object.entries(boundOptions).map(([name, option]) => [name, settings[option]])),
  )
}

function onceOnly(run: () => void): () => void {
  let wasRun = false
  return () => {
    if (!wasRun) run()
    wasRun = true
  }
}

/** What to say of an error that kept the emulator from starting. */
function startFailure(error: unknown, settings: Settings): unknown {
  if (!(error instanceof Refusal)) return listenFailure(error, settings) ?? error
  return new Failure(`the profile: ${error.reason}`)
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

/** Where the emulator was told to listen. */
export interface ListenSettings {
  readonly port: number
  readonly 'db-port': number | undefined
  readonly host: string
}

/** Says what a server that cannot listen ran into and how to mend it; undefined for any other error. */
export function listenFailure(error: unknown, settings: ListenSettings): Failure | undefined {
  const code = systemCode(error)
  if (code === undefined || !(error instanceof Error) || !('syscall' in error)) return undefined
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo' && error.syscall !== 'bind')
    return undefined
  const port = 'port' in error && typeof error.port === 'number' ? error.port : settings.port
  return new Failure(message(code, port, settings))
}

function message(code: string, port: number, { host, ...ports }: ListenSettings): string {
  const option = port === ports['db-port'] ? '--db-port' : '--port'
  const free = `${option} 0 picks a free one`
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is taken: ${port < 65_535 ? `try ${option} ${port + 1}; ` : ''}${free}`
    case 'EACCES':
      return `this user may not listen on port ${port} of ${host}: take one above 1023; ${free}`
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine: --host 127.0.0.1 is for this machine alone, --host 0.0.0.0 for all of its addresses`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no address is known for --host ${host}: 127.0.0.1 is for this machine alone, 0.0.0.0 for all of its addresses`
    default:
      return `cannot listen on port ${port} of ${host} (${code}): try another --host or ${option}`
  }
}
