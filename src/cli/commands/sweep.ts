import { availableParallelism } from 'node:os'
import type { Swept } from 'tristore-emulator/lab'
import { EmulatorError } from '../../client/error.js'
import { inProcessClient } from '../../client/in-process/client.js'
import { printableJson, printableLines } from '../../core/printable.js'
import { ownVariables } from '../../own-service/variables.js'
import type { ServedService } from '../../request/call.js'
import { stopOnDefect } from '../defect.js'
import { Failure, FOUND_WRONG } from '../failure.js'
import type { SettingsOf } from '../options/options.js'
import { sweepOptions } from '../options/sweep-options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { type EmulatorLog, logOf } from '../output/log.js'
import { commandEnvironment, commandFailure } from '../run-command.js'
import {
  type CommandLine,
  exitSoon,
  SIGNAL_STATUS,
  type StopRequests,
  stopRequests,
  type Terminal,
} from '../terminal.js'
import { whileServing } from './while-serving.js'

type Settings = SettingsOf<typeof sweepOptions>

interface Sweeping {
  readonly command: CommandLine
  readonly settings: Settings
  readonly terminal: Terminal
  readonly stop: StopRequests
}

/** In characters. The report includes the last part of a failed command's output, up to this length. */
const OUTPUT_MAX = 2000

/** Implements `emulator sweep … -- COMMAND`. Each run of the command gets a new world, and must exit with 0. */
export async function sweep({ given, command }: CommandInput, terminal: Terminal): Promise<number> {
  const [program = '', ...args] = command
  const settings = readValues(sweepOptions, given, terminal.env)
  const outcome = await statusOf([program, ...args], settings, terminal)
  return exitSoon(terminal, outcome)
}

/** @throws Failure if there's nothing to sweep */
async function statusOf(command: CommandLine, settings: Settings, terminal: Terminal): Promise<number> {
  const lab = await import('../../../lab/command.js')
  const log = logOf(settings, { ...terminal, out: terminal.err })
  const stop = stopRequests(terminal)
  const defects = stopOnDefect(terminal, log, stop.request)
  const endedBy = () => {
    const stoppedBy = stop.stoppedBy()
    return stoppedBy === undefined ? defects.status : SIGNAL_STATUS[stoppedBy]
  }
  try {
    const sweeping = { command, settings, terminal, stop }
    const { text, hasFindings } = await sweptBy(lab, sweeping, log)
    if (endedBy() !== 0) return endedBy()
    terminal.out.write(SAFE[settings.report](text))
    return hasFindings ? FOUND_WRONG : 0
  } catch (error) {
    if (endedBy() !== 0) return endedBy()
    if (error instanceof EmulatorError) throw new Failure(error.message, FOUND_WRONG)
    if (!(error instanceof lab.SweepFailure)) throw error
    throw error.cause instanceof Failure ? error.cause : new Failure(error.message, FOUND_WRONG)
  } finally {
    stop.release()
    defects.release()
  }
}

type Lab = typeof import('../../../lab/command.js')

/** @throws Failure if options contradict each other */
function sweptBy(lab: Lab, sweeping: Sweeping, log: EmulatorLog) {
  const { settings, terminal, stop } = sweeping
  const sweep = preparedSweep(lab, sweeping)
  const ports = { terminal, log, onRecord: log.request, onShutdown: stop.request, stopping: stop.signal }
  return whileServing(settings, ports, async (_started, emulator) => {
    // Don't use a socket. With too many open files, no connection would be accepted and the call would never return.
    const client = inProcessClient({ ...emulator, requireWorld: false })
    const swept = sweep(client, runOf(sweeping, emulator.plane.services.all))
    // Don't wait for runs in progress.
    const stopped = stop.requested.then(() => Promise.reject(stop.signal.reason))
    return await Promise.race([swept, stopped])
  })
}

function preparedSweep(lab: Lab, { command, settings, terminal }: Sweeping) {
  const { faults, gaps, edges, only = [], allow = [], report } = settings
  const { concurrency = availableParallelism(), timeout, bundles: folder } = settings
  try {
    return lab.sweepCommand({
      faults: faults?.flat(),
      gaps,
      edges,
      only,
      allow: Object.fromEntries(allow),
      concurrency,
      timeout: timeout.ms,
      name: command.join(' '),
      bundles: folder === undefined ? undefined : { folder, files: terminal.files },
      report,
      onProgress: settings.quiet === true ? () => {} : progressOn(terminal),
    })
  } catch (error) {
    throw error instanceof RangeError ? new Failure(`--${error.message}`) : error
  }
}

function runOf({ command, settings, terminal, stop }: Sweeping, services: readonly ServedService[]): Swept {
  return async ({ baseUrl, dbBaseUrl }, { signal }) => {
    const env = commandEnvironment(
      terminal.env,
      { baseUrl, dbBaseUrl, ownVariables: ownVariables(services, baseUrl) },
      settings['admin-token'],
    )
    try {
      const end = AbortSignal.any([signal, stop.signal])
      const { status, output } = await terminal.runQuietly(command, env, end)
      if (status === 0) return
      throw new Error(
        `the command ended with status ${status}\n${output.slice(-OUTPUT_MAX).trim()}`.trimEnd(),
      )
    } catch (error) {
      throw commandFailure(error, command[0])
    }
  }
}

/** XML is already safe to print. */
const SAFE = { pretty: printableLines, json: printableJson, junit: (xml: string): string => xml }

/** Moves up a line and clears it, because only complete lines can be written. */
const AGAIN = '\u001b[1A\u001b[2K'

const PROGRESS_MS = 30_000

/** On a terminal, keeps updating one line. Elsewhere, adds a line every 30 seconds. */
function progressOn(terminal: Terminal): (done: number, total: number, bad: number) => void {
  const { err, env } = terminal
  const isScreen = err.isTTY && env.TERM !== 'dumb'
  let shownAt = terminal.now()
  let again = ''
  return (done, total, bad) => {
    if (!isScreen && terminal.now() - shownAt < PROGRESS_MS) return
    shownAt = terminal.now()
    err.write(`${again}${done} of ${total} runs${bad === 0 ? '' : `, ${bad} failed or differ`}\n`)
    if (isScreen) again = AGAIN
  }
}
