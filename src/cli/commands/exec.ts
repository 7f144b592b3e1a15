import { BUNDLE_SUFFIX } from '../../client/bundle-file.js'
import { printable } from '../../core/printable.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { bundleText } from '../../server/replay.js'
import { systemCode } from '../../server/start-error.js'
import { stopOnDefect } from '../defect.js'
import { BudgetFile } from '../exec/budget-check.js'
import { DEFAULT_WORLD, RunRecord } from '../exec/run-record.js'
import { refusedLines, usageLines } from '../exec/run-text.js'
import { Failure, FOUND_WRONG } from '../failure.js'
import type { SettingsOf } from '../options/options.js'
import { execOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import { logOf } from '../output/log.js'
import type { Started } from '../output/started.js'
import { commandEnvironment, commandFailure } from '../run-command.js'
import {
  type CommandLine,
  exitSoon,
  type Files,
  SIGNAL_STATUS,
  type StopRequests,
  type StopSignal,
  stopRequests,
  type Terminal,
} from '../terminal.js'
import { unwritable } from '../write-file.js'
import { type StartPorts, whileServing } from './while-serving.js'

/** Exit statuses for commands that didn't exit on their own. */
const STATUS = { ...SIGNAL_STATUS, defect: FOUND_WRONG } as const

interface Execution {
  readonly command: CommandLine
  readonly settings: SettingsOf<typeof execOptions>
  readonly start: StopRequests
  readonly terminal: Terminal
}

/**
 * Implements `emulator exec … -- COMMAND`. Runs a command with its own emulator, and exits with the command's status.
 * The emulator only writes to stderr, so that it doesn't mess up the command's output.
 */
export async function exec({ given, command }: CommandInput, terminal: Terminal): Promise<number> {
  const [program = '', ...args] = command
  const settings = readValues(execOptions, given, terminal.env)
  const run = new RunRecord()
  // Remember signals until the command has started. Without a handler, process 1 would ignore them.
  const start = stopRequests(terminal)
  try {
    const execution: Execution = { command: [program, ...args], settings, start, terminal }
    const budget = await budgetOf(execution)
    const ended = await runWith(execution, run)
    const status =
      typeof ended === 'number' ? report({ ...execution, status: ended, run, budget }) : STATUS[ended]
    return exitSoon(terminal, status)
  } catch (error) {
    const stoppedBy = start.stoppedBy()
    if (stoppedBy === undefined || error !== start.signal.reason) throw error
    return STATUS[stoppedBy]
  } finally {
    start.release()
  }
}

async function budgetOf({ settings, terminal, start }: Execution): Promise<BudgetFile | undefined> {
  const { budget, update } = settings
  if (budget !== undefined)
    return BudgetFile.read(budget, terminal, { willBeWritten: update === true, stopping: start.signal })
  if (update === true) throw new Failure('--update writes a budget: add --budget FILE')
  return undefined
}

/**
 * @returns the command's exit status, or the reason why it was stopped
 * @throws Failure if the command can't be started
 */
async function runWith(
  { command, settings, start, terminal }: Execution,
  run: RunRecord,
): Promise<number | StopSignal | 'defect'> {
  const log = logOf(settings, { ...terminal, out: terminal.err })
  const ending = new AbortController()
  let late: StopRequests | undefined
  const defects = stopOnDefect(terminal, log, () => ending.abort())
  const ports: StartPorts = {
    terminal,
    log,
    onRecord(record, world) {
      run.add(record, world)
      log.request(record, world)
    },
    onShutdown: () => log.problem('the emulator was asked to stop; it stops when the command ends'),
    stopping: start.signal,
  }
  try {
    const ended = await whileServing<number | StopSignal>(settings, ports, async (started, emulator) => {
      if (settings.log === 'off' && settings.quiet !== true) terminal.err.write(`${startedLine(started)}\n`)
      else log.started(started)
      const stoppedBy = start.stoppedBy()
      if (stoppedBy !== undefined) return stoppedBy
      const env = commandEnvironment(terminal.env, started, settings['admin-token'])
      const running = terminal.runCommand(command, env, ending.signal).catch((error: unknown) => {
        throw commandFailure(error, command[0])
      })
      // Only do this once signals are forwarded. One that arrived in between would end this process.
      start.release()
      const status = await running
      // The signal that ended the command could end this process too, before it has written the state.
      late = stopRequests(terminal)
      const { bundles } = settings
      if (status !== 0 && bundles !== undefined)
        run.bundles = await writeBundles(
          { folder: bundles, services: settings.service },
          emulator,
          terminal.files,
        )
      return status
    })
    return defects.status === 0 ? ended : 'defect'
  } finally {
    late?.release()
    defects.release()
  }
}

function startedLine({ version, baseUrl, seeds, notes }: Started): string {
  const contents =
    seeds.length === 0 ? ['with the starter seed', ...notes].join('. ') : `seeded from ${seeds.join(', ')}`
  return printable(`tristore-emulator ${version} at ${baseUrl}, ${contents}`)
}

/** @returns the exit status */
function report({
  settings,
  terminal,
  status,
  run,
  budget,
}: Execution & { status: number; run: RunRecord; budget: BudgetFile | undefined }): number {
  const say = (lines: readonly string[]) =>
    terminal.err.write(lines.map((line) => `${printable(line)}\n`).join(''))
  if (status !== 0) say(refusedLines(status, run))
  say(run.bundles)
  if (settings.usage === true) say(usageLines(run))
  if (budget === undefined) return status
  if (settings.update === true && status !== 0) {
    say([`${budget.path} was left unchanged, since the command failed.`])
    return status
  }
  const verdict = settings.update === true ? budget.update(run) : budget.check(run)
  say(verdict.lines)
  return status === 0 && !verdict.isKept ? FOUND_WRONG : status
}

const WORLDS_MAX = 10

/**
 * Writes a bundle for every world that was used, starting with the default one. Overwrites bundles of earlier runs. If
 * a bundle can't be written, reports that and goes on to the next.
 *
 * @returns lines that describe the bundles
 */
async function writeBundles(
  { folder, services = [] }: { readonly folder: string; readonly services: readonly string[] | undefined },
  { home, admin }: LaunchedEmulator,
  files: Files,
): Promise<string[]> {
  const used = [home, ...home.worlds.list()].filter(({ world }) => world.history.length > 0)
  const named = services.map((path) => ` --service ${path}`).join('')
  const lines: string[] = []
  try {
    files.makeFolder(folder)
    for (const context of used.slice(0, WORLDS_MAX)) {
      const path = `${folder}/${context.world.id ?? DEFAULT_WORLD}${BUNDLE_SUFFIX}`
      files.replace(path, await bundleText(context, { admin }))
      lines.push(`Run it again: npx tristore-emulator replay ${printable(`${path}${named}`)}`)
    }
  } catch (error) {
    const isSystem = systemCode(error) !== undefined
    const reason = isSystem ? unwritable(error, `${folder}/.`) : String(Object(error).message ?? error)
    lines.push(`The run cannot be written to ${printable(folder)}: ${reason}`)
  }
  return lines
}
