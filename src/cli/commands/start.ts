import type { RequestRecord } from '../../api/record.js'
import type { ClockStart } from '../../core/clock.js'
import { withoutUndefined } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import type { Bounds } from '../../domain/bounds.js'
import type { ProfilePatch } from '../../domain/profile/profile.js'
import type { World } from '../../domain/world.js'
import { type LaunchedEmulator, launch } from '../../server/launch.js'
import { listenFailure } from '../../server/listen-failure.js'
import { readNamed } from '../../server/named-files.js'
import type { LaunchOptions } from '../../server/options/emulator-options.js'
import { boundOptions } from '../../wording/bound-options.js'
import { defectText } from '../defect.js'
import { Failure } from '../failure.js'
import type { runOptions, Values } from '../options/options.js'
import type { EmulatorLog } from '../output/log.js'
import type { Files, Terminal } from '../terminal.js'

/** The values of the emulator's own options. */
export type Settings = Values<typeof runOptions>

/** An emulator that serves, with the text of each seed file that it was loaded from, by path. */
export interface StartedEmulator {
  readonly emulator: LaunchedEmulator
  readonly texts: ReadonlyMap<string, string>
}

/** The ports of an emulator that the command line starts. */
export interface StartPorts {
  readonly terminal: Terminal
  readonly log: EmulatorLog
  readonly onRecord: (record: RequestRecord, world: World<RequestRecord>) => void
  /** Called when an admin call asks the emulator to stop. */
  readonly onShutdown: () => void
  /** Ends a start while it loads seeds, which then throws its reason. */
  readonly stopping: AbortSignal
}

/**
 * Starts an emulator as the settings say.
 *
 * @param seeds the paths of its seed files
 * @throws SeedProblems for wrong seeds, Failure for a wrong profile, and the reason of `stopping`. StartError
 * for a file that cannot be read, and for a port or host that it cannot listen on.
 */
export async function start(
  settings: Settings,
  seeds: readonly string[],
  ports: StartPorts,
): Promise<StartedEmulator> {
  const { terminal, log, onRecord, onShutdown, stopping } = ports
  const texts = new Map<string, string>()
  const options = await emulatorOptions(settings, seeds, ports)
  try {
    const emulator = await launch(options, {
      async readFile(path, ended) {
        const text = await readNamed(path, 'seed', terminal.files, ended)
        texts.set(path, text)
        return text
      },
      onShutdown,
      stopping,
      onRecord,
      onLoadFailure: log.problem,
      onDefect: (error) => log.problem(defectText(error)),
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

async function emulatorOptions(
  settings: Settings,
  seeds: readonly string[],
  { terminal: { files }, stopping }: StartPorts,
): Promise<LaunchOptions> {
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
      profile: profile === undefined ? undefined : await profileIn(profile, files, stopping),
    }),
  }
}

/** @param given a file, or the text itself if it begins with a brace */
async function profileIn(given: string, files: Files, stopping: AbortSignal): Promise<ProfilePatch> {
  const { readProfile } = await import('../read-profile.js')
  if (/^\s*\{/.test(given)) return readProfile({ name: 'the profile', text: given })
  return readProfile({ name: given, text: await readNamed(given, 'profile', files, stopping) })
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
  if (!(error instanceof Refusal)) {
    const { port, 'db-port': dbPort, host } = settings
    return listenFailure(error, { port, dbPort, host }, typed) ?? error
  }
  return new Failure(`the profile: ${error.reason}`)
}

/** An option as it is typed in a shell: `--db-port 0`. */
export function typed(option: 'port' | 'dbPort' | 'host', value?: string | number): string {
  const name = option === 'dbPort' ? '--db-port' : `--${option}`
  return value === undefined ? name : `${name} ${value}`
}
