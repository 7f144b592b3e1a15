import { isRecord } from '../../core/objects.js'
import { printableJson } from '../../core/printable.js'
import { Refusal } from '../../core/refusal.js'
import { shorten } from '../../core/shorten.js'
import { type Bundle, type BundledAnswer, InvalidBundle, readBundle } from '../../history/bundle/read.js'
import type { AnswerDifference, BundleRun, CallDifference } from '../../history/bundle/run.js'
import { changeLine } from '../../history/change.js'
import { SeedProblems } from '../../seed/text/problems.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { listenFailure, typedOption } from '../../server/listen-failure.js'
import { readNamed } from '../../server/named-files.js'
import { type Replayed, replay as run } from '../../server/replay.js'
import { Failure, FOUND_WRONG } from '../failure.js'
import { replayOptions, type SettingsOf } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { counted, printable } from '../output/format.js'
import { servicesWith } from '../service-files.js'
import { exitSoon, type Style, stopRequests, type Terminal } from '../terminal.js'

type ReplaySettings = SettingsOf<typeof replayOptions>

export async function replay({ args, given }: CommandInput, terminal: Terminal): Promise<number> {
  const { env, out } = terminal
  const settings = readValues(replayOptions, given, env)
  const [path = ''] = args
  if (given.has('port') && settings.serve !== true) throw new Failure('--port needs --serve')
  const bundle = await bundleIn(path, terminal)
  const services = await servicesWith(settings.service)
  assertHasServices(bundle, services, path)
  // Listen for signals before the run, because it may take a while and you should be able to stop it.
  const stop = settings.serve === true ? stopRequests(terminal) : undefined
  try {
    const { until, port } = settings
    const ports = { realNow: () => terminal.now(), onShutdown: () => stop?.request() }
    const replayed = await run(bundle, { services, until, port }, ports).catch((error: unknown) => {
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

/** @throws StartError if the file can't be read; Failure if it isn't a bundle */
async function bundleIn(path: string, { files }: Terminal): Promise<Bundle> {
  try {
    return readBundle(await readNamed(path, 'bundle', files))
  } catch (error) {
    throw error instanceof InvalidBundle ? new Failure(`${printable(path)}: ${error.message}`) : error
  }
}

/** Returns the names of the user's own services whose state is in the bundle. */
const ownIn = ({ beginning: { services } }: Bundle): readonly string[] =>
  isRecord(services) ? Object.keys(services) : []

function assertHasServices(
  bundle: Bundle,
  services: readonly { readonly name: string }[],
  path: string,
): void {
  const missing = ownIn(bundle).filter((name) => !services.some((service) => service.name === name))
  if (missing.length === 0) return
  const files = missing.map((name) => `--service ./${name}.js`).join(' ')
  const noun = missing.length === 1 ? 'a service' : 'services'
  throw new Failure(
    printable(`${path} needs ${noun} of your own, ${missing.join(' and ')}: name the file, as in ${files}`),
  )
}

/** Turns errors from replaying an invalid bundle into a `Failure`, and returns all others unchanged. */
function replayFailure(error: unknown, path: string): unknown {
  if (error instanceof SeedProblems)
    return new Failure(`${printable(path)}: a state in it is invalid:\n${error.message}`)
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

const BODY_LENGTH_MAX = 500
const CHANGES_MAX = 20

interface RanBundle {
  readonly path: string
  readonly bundle: Bundle
  readonly run: BundleRun
}

export function prettyReport({ path, bundle, run }: RanBundle, style: Style): string {
  const { requests, calls, held = 0, difference } = run
  const ran = `${counted(requests, 'request')} and ${counted(calls, 'admin call')}`
  // Held requests are in the log twice.
  const all = new Set(bundle.commands.map(({ id }) => id)).size
  const own = ownIn(bundle).map(printable)
  const pending = held === 0 ? '' : `; ${counted(held, 'request')} still held at the end`
  const lines = [
    `${style('bold', printable(path))}: replayed ${ran}, out of ${all}${pending}; written by tristore-emulator ${printable(bundle.version)}`,
    ...(difference === undefined
      ? [
          style(
            'green',
            requests === 1
              ? 'The answer matches the recorded one, byte for byte.'
              : 'All answers match the recorded ones, byte for byte.',
          ),
        ]
      : difference.kind === 'request'
        ? answerLines(difference, style)
        : callLines(difference, style)),
    ...(difference === undefined || own.length === 0
      ? []
      : [`  ${own.join(' and ')} may have changed since: a bundle contains no code.`]),
  ]
  return `${lines.join('\n')}\n`
}

function answerLines(
  { id, method, target, expected, got, changes }: AnswerDifference,
  style: Style,
): string[] {
  const changed = changes
    .slice(0, CHANGES_MAX)
    .map((change) => `    ${printable(changeLine(change).trimEnd())}`)
  const more = changes.length - changed.length
  return [
    style('red', `${id}  ${printable(`${method} ${target}`)} got a different answer:`),
    `  expected  ${answerText(expected)}`,
    `  got       ${answerText(got)}`,
    ...(expected && expected.status === got?.status && expected.body === got.body
      ? ['  The difference is in the headers, in what a fault did, or further into the bodies.']
      : []),
    ...(changed.length === 0 ? ['  It changed nothing.'] : ['  It changed:', ...changed]),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}

function answerText(answer: BundledAnswer | undefined): string {
  if (answer === undefined) return 'held, without an answer'
  const { status, body = '' } = answer
  return `${status ?? 'no answer'}  ${shorten(printable(body), BODY_LENGTH_MAX)}`.trimEnd()
}

const callLines = ({ id, method, path, status, answer }: CallDifference, style: Style): string[] => [
  style('red', `${id}  ${printable(`${method} ${path}`)} was accepted when recorded, and is refused now:`),
  `  got       ${status}  ${shorten(printable(answer), BODY_LENGTH_MAX)}`,
]

function jsonReport({ path, bundle, run }: RanBundle): string {
  const { version, commands } = bundle
  const outcome = run.difference === undefined ? 'same' : 'differs'
  const report = { file: path, version, commands: commands.length, outcome, ...run }
  return `${printableJson(JSON.stringify(report, undefined, 2))}\n`
}
