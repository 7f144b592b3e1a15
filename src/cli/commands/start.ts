import type { RequestRecord } from '../../api/record.js'
import type { ClockStart } from '../../core/clock.js'
import { withoutUndefined } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import type { Bounds } from '../../domain/bounds.js'
import type { ProfilePatch } from '../../domain/profile/profile.js'
import type { World } from '../../domain/world.js'
import { type LaunchedEmulator, launch } from '../../server/launch.js'
import type { EmulatorOptions } from '../../server/options.js'
import { boundOptions } from '../../wording/bound-options.js'
import { Failure, systemCode } from '../failure.js'
import type { serveOptions, Values } from '../options/options.js'
import type { Log } from '../output/log.js'
import { readNamed, readProfile } from '../seed-files.js'
import type { Files, Terminal } from '../terminal.js'

/** The values of the emulator's own options. */
export type Settings = Values<typeof serveOptions>

/** An emulator that serves, with the text of each seed file that it was loaded from, by path. */
export interface StartedEmulator {
  readonly emulator: LaunchedEmulator
  readonly texts: ReadonlyMap<string, string>
}

/** What an emulator that the command line starts is started from, and what hears of it. */
export interface StartPorts {
  readonly terminal: Terminal
  readonly log: Log
  readonly onRecord: (record: RequestRecord, world: World<RequestRecord>) => void
}

/**
 * Starts an emulator as the settings say.
 *
 * @param seeds the paths of its seed files
 * @throws SeedProblems for wrong seeds; Failure for a file that cannot be read, a wrong profile, and a port or host that
 * it cannot listen on
 */
export async function start(
  settings: Settings,
  seeds: readonly string[],
  { terminal, log, onRecord }: StartPorts,
): Promise<StartedEmulator> {
  const texts = new Map<string, string>()
  const options = emulatorOptions(settings, seeds, terminal)
  try {
    const emulator = await launch(options, {
      readFile(path) {
        const text = readNamed(path, 'seed', terminal.files)
        texts.set(path, text)
        return text
      },
      readKeyFile: terminal.files.read,
      onRecord,
      onLoadFailure: log.problem,
      onPreflight: onceOnly(() =>
        log.notice(
          'A web page asked to call from another origin (a CORS preflight): start with --cors to let pages do so',
        ),
      ),
    })
    return { emulator, texts }
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
      trustProxy: settings['trust-proxy'],
      grease: settings.grease,
      cors: cors === false ? undefined : cors,
      profile: profile === undefined ? undefined : profileIn(profile, files),
    }),
  }
}

function profileIn(path: string, files: Files): ProfilePatch {
  return readProfile({ name: path, text: readNamed(path, 'profile', files) })
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

/** The Failure for an error that kept the emulator from starting; other errors are given back as they are. */
function startFailure(error: unknown, settings: Settings): unknown {
  if (!(error instanceof Refusal)) return listenFailure(error, settings) ?? error
  return new Failure(`the profile: ${error.reason}`)
}

/** The settings that say where the emulator listens. */
export interface ListenSettings {
  readonly port: number
  readonly 'db-port': number | undefined
  readonly host: string
}

/** The Failure for a server that cannot listen, with a way out; undefined for any other error. */
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
