import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { noProxyToLoopback } from '../client/loopback-proxy.js'
import { deniedText } from '../core/denied.js'
import { isTooManyFiles, TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import { systemCode } from '../server/start-error.js'
import { Failure } from './failure.js'
import type { Started } from './output/started.js'
import type { CommandLine, QuietRun, Terminal } from './terminal.js'

/** SIGUSR1 is left out: it makes Node listen for a debugger. */
const HANDED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const
/** The signals that a terminal itself sends to every process in its foreground: the command gets them anyhow. */
const FROM_KEYBOARD: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])

/**
 * Terminal.runCommand of a real process. At a terminal the command stays in the foreground with this process,
 * so that it can read from it and Ctrl-C reaches both. Elsewhere it leads its own process group, which gets
 * every signal as a whole, and is ended as a whole if this process is killed.
 */
export async function runCommand(
  command: CommandLine,
  env: Terminal['env'],
  end: AbortSignal,
): Promise<number> {
  const isInForeground = isatty(0)
  const leadsGroup = !isInForeground && process.platform !== 'win32'
  // Signals come between two turns of the event loop: the command is there by then.
  const handOn = (signal: NodeJS.Signals): void => {
    if (!isInForeground) terminateCommand(child, leadsGroup, signal)
    else if (!FROM_KEYBOARD.has(signal)) child.kill(signal)
  }
  // Before the command is there: a signal that nothing heeds ends this process, and leaves the command alone.
  for (const signal of HANDED_ON) process.on(signal, handOn)
  const { child, ended } = start(command, { stdio: 'inherit', env, detached: leadsGroup }, end, 'SIGTERM')
  try {
    return await ended
  } finally {
    for (const signal of HANDED_ON) process.off(signal, handOn)
  }
}

/** The longest wait for the rest of a command's output after the command has ended, in ms. */
const OUTPUT_MS = 100
/** The most characters of its output that are kept. */
const OUTPUT_MAX = 20_000

/** Terminal.runQuietly of a real process: the command leads a process group, which is ended as a whole. */
export async function runQuietly(
  command: CommandLine,
  env: Terminal['env'],
  end: AbortSignal,
): Promise<QuietRun> {
  const detached = process.platform !== 'win32'
  const { child, ended } = start(
    command,
    { stdio: ['ignore', 'pipe', 'pipe'], env, detached },
    end,
    'SIGKILL',
  )
  let output = ''
  // They are not there if too many files are open.
  const streams: (Readable | null | undefined)[] = [child.stdout, child.stderr]
  for (const stream of streams) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_MAX)
    })
  }
  const closed = new Promise((resolve) => child.on('close', resolve))
  const status = await ended
  // A process that it leaves in the background may hold the output open.
  await Promise.race([closed, setTimeout(OUTPUT_MS, undefined, { ref: false })])
  return { status, output }
}

/** Starts a command with a guard. Ends it by a signal once `end` is aborted. */
function start(
  [command, ...args]: CommandLine,
  options: SpawnOptions & { readonly detached: boolean },
  end: AbortSignal,
  by: NodeJS.Signals,
): { child: ChildProcess; ended: Promise<number> } {
  const { detached: leadsGroup } = options
  const guard = startGuard()
  const child = spawn(command, args, options)
  if (child.pid !== undefined) guard.watch(child.pid, leadsGroup)
  const terminate = () => terminateCommand(child, leadsGroup, by)
  end.addEventListener('abort', terminate)
  if (end.aborted) terminate()
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status, signal) => resolve(statusOf(status, signal)))
  }).finally(() => {
    end.removeEventListener('abort', terminate)
    guard.dismiss()
  })
  return { child, ended }
}

/** Ends a command, with the processes that it started if it leads a group. */
function terminateCommand(child: ChildProcess, leadsGroup: boolean, signal: NodeJS.Signals): void {
  if (child.pid === undefined || !leadsGroup) {
    child.kill(signal)
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}

const statusOf = (status: number | null, signal: NodeJS.Signals | null): number =>
  signal === null ? (status ?? 0) : 128 + constants.signals[signal]

/**
 * Reads the process (a group begins with a minus) and its name, then waits for a further line or for the end of its
 * input. The end alone means that the process which held the other side is gone: then it ends the command, first by
 * SIGTERM and two seconds later by SIGKILL.
 */
const GUARD = `read -r target name || exit
read -r line && exit
kill -s 0 -- "$target" 2>/dev/null || exit
echo "tristore-emulator exec was killed: its command, process $name, is ended too" >&2
kill -s TERM -- "$target" 2>/dev/null
for second in 1 2; do
  sleep 1
  kill -s 0 -- "$target" 2>/dev/null || exit
done
kill -s KILL -- "$target" 2>/dev/null`

/** A small process beside the command. */
interface Guard {
  watch(pid: number, leadsGroup: boolean): void
  /** Lets it go; the command is left alone. */
  dismiss(): void
}

/**
 * Starts a process that outlives this one, since a process that is killed by SIGKILL can do nothing about its children.
 * It has its own session, so that what kills a process group leaves it alone. Without a shell there is none.
 */
function startGuard(): Guard {
  if (process.platform === 'win32') return { watch: () => {}, dismiss: () => {} }
  const guard = spawn('/bin/sh', ['-c', GUARD], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  guard.on('error', () => {})
  // It is not there if too many files are open.
  const input: Writable | undefined = guard.stdin
  input?.on('error', () => {})
  guard.unref()
  return {
    watch: (pid, leadsGroup) => void input?.write(`${leadsGroup ? -pid : pid} ${pid}\n`),
    dismiss: () => void input?.end('done\n'),
  }
}

/** The statuses that a shell reports for a command that is not there, and for one that may not be run. */
const COMMAND_NOT_FOUND = 127
const COMMAND_NOT_RUNNABLE = 126

/** The variables by which a command finds its emulator, or its world, and by which it may steer it. */
export const commandEnvironment = (
  env: Terminal['env'],
  { baseUrl, dbBaseUrl, ownVariables }: Pick<Started, 'baseUrl' | 'dbBaseUrl' | 'ownVariables'>,
  adminToken: string | undefined,
): Terminal['env'] => ({
  ...env,
  ...noProxyToLoopback(env, new URL(baseUrl).hostname),
  KV_BASE_URL: baseUrl,
  DB_BASE_URL: dbBaseUrl,
  EMULATOR_URL: baseUrl,
  ...ownVariables,
  ...(adminToken === undefined ? {} : { EMULATOR_ADMIN_TOKEN: adminToken }),
})

/** The Failure for a command that cannot be started; other errors are given back as they are. */
export function commandFailure(error: unknown, program: string): unknown {
  const shown = JSON.stringify(program)
  const denied = deniedText(error)
  if (denied !== undefined) return new Failure(`cannot run ${shown}: ${denied}`)
  const code = systemCode(error)
  if (code === undefined) return error
  if (code !== 'ENOENT') {
    const reason = isTooManyFiles(error) ? TOO_MANY_FILES_OPEN : code
    return new Failure(`cannot run ${shown}: ${reason}`, COMMAND_NOT_RUNNABLE)
  }
  const hint = /\s/.test(program) ? '; leave the quotes out, or write sh -c in front of them' : ''
  return new Failure(`cannot run ${shown}: there is no such command${hint}`, COMMAND_NOT_FOUND)
}
