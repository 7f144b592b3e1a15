import { printable } from '../../core/printable.js'
import { Refusal } from '../../core/refusal.js'
import type { Bundle } from '../../history/bundle/format.js'
import { InvalidBundle, readBundle } from '../../history/bundle/read.js'
import { SeedProblems } from '../../seed/text/problems.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { listenFailure, typedOption } from '../../server/listen-failure.js'
import { readNamed } from '../../server/named-files.js'
import { type Replayed, replay as run } from '../../server/replay.js'
import { Failure, FOUND_WRONG } from '../failure.js'
import type { Values } from '../options/options.js'
import { replayOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { jsonReport, prettyReport } from '../replay/report.js'
import { exitSoon, stopRequests, type Terminal } from '../terminal.js'

type ReplaySettings = Values<typeof replayOptions>

/** `emulator replay FILE`: runs a bundle again, and holds every answer to the one that was given. */
export async function replay({ args, given }: CommandInput, terminal: Terminal): Promise<number> {
  const { env, out } = terminal
  const settings = readValues(replayOptions, given, env)
  const [path = ''] = args
  if (given.has('port') && settings.serve !== true) throw new Failure('--port needs --serve')
  const bundle = await bundleIn(path, terminal)
  // Before the run: one that takes long may be stopped, too.
  const stop = settings.serve === true ? stopRequests(terminal) : undefined
  try {
    const { until, port } = settings
    const ports = { realNow: () => terminal.now(), onShutdown: () => stop?.request() }
    const replayed = await run(bundle, { until, port }, ports).catch((error: unknown) => {
      throw replayFailure(error, path)
    })
    const done = { path, bundle, run: replayed.run }
    out.write(settings.report === 'json' ? jsonReport(done) : prettyReport(done, out.style))
    const status = replayed.run.difference === undefined ? 0 : FOUND_WRONG
    if (stop === undefined) return status
    const emulator = await serveReplayed(replayed, settings, terminal)
    await stop.requested
    await emulator.close()
    return exitSoon(terminal, status)
  } finally {
    stop?.release()
  }
}

/** @throws StartError if it cannot be read; Failure if it is not a bundle */
async function bundleIn(path: string, { files }: Terminal): Promise<Bundle> {
  try {
    return readBundle(await readNamed(path, 'bundle', files))
  } catch (error) {
    throw error instanceof InvalidBundle ? new Failure(`${printable(path)}: ${error.message}`) : error
  }
}

/** The Failure for an error that kept a bundle from being run; other errors are given back as they are. */
function replayFailure(error: unknown, path: string): unknown {
  if (error instanceof SeedProblems)
    return new Failure(`${printable(path)}: a state in it is none:\n${error.message}`)
  if (!(error instanceof Refusal)) return error
  const { reason, details } = error
  return new Failure(details.hint === undefined ? reason : `${reason}; ${details.hint}`)
}

async function serveReplayed(
  { listen }: Replayed,
  { port, report }: ReplaySettings,
  { out, err }: Terminal,
): Promise<LaunchedEmulator> {
  const emulator = await listen().catch((error: unknown) => {
    throw listenFailure(error, { port, dbPort: undefined, host: '127.0.0.1' }, typedOption) ?? error
  })
  const { newest } = emulator.world.journal
  const place = newest === undefined ? '' : `#/activity?id=${newest.id}`
  const output = report === 'json' ? err : out
  output.write(`Serving it at ${emulator.baseUrl}\nThe dashboard: ${emulator.baseUrl}/_dashboard/${place}\n`)
  return emulator
}
