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

/** Doesn't include SIGUSR1, because that makes Node listen for a debugger. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const
/** The terminal already sends these to all foreground processes, including the command. */
const FROM_KEYBOARD: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])

/**
 * Implements `Terminal.runCommand`. On a terminal, the command stays in the foreground together with this process, so
 * that it can read input and Ctrl-C reaches both. Otherwise it gets its own process group. All signals are forwarded to
 * the group, and it's terminated if this process is killed.
 */
export async function runCommand(
  command: CommandLine,
  env: Terminal['env'],
  end: AbortSignal,
): Promise<number> {
  const isInForeground = isatty(0)
  const leadsGroup = !isInForeground && process.platform !== 'win32'
  // `child` is always set here, because signals arrive in a later turn of the event loop.
  const forward = (signal: NodeJS.Signals): void => {
    if (!isInForeground) terminateCommand(child, leadsGroup, signal)
    else if (!FROM_KEYBOARD.has(signal)) child.kill(signal)
  }
  // Do this before starting the command. An unhandled signal would end this process but not the command.
  for (const signal of FORWARDED) process.on(signal, forward)
  const { child, ended } = start(command, { stdio: 'inherit', env, detached: leadsGroup }, end, 'SIGTERM')
  try {
    return await ended
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}

/** Time to wait for remaining output after the command has exited, in ms. */
const OUTPUT_MS = 100
/** Characters of output to keep. */
const OUTPUT_MAX = 20_000

/** Implements `Terminal.runQuietly`. The command gets its own process group, which is killed as a whole. */
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
  // The streams are undefined if there are too many open files.
  const streams: (Readable | null | undefined)[] = [child.stdout, child.stderr]
  for (const stream of streams) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_MAX)
    })
  }
  const closed = new Promise((resolve) => child.on('close', resolve))
  const status = await ended
  // Don't wait forever, because a background process that the command started may keep the output open.
  await Promise.race([closed, setTimeout(OUTPUT_MS, undefined, { ref: false })])
  return { status, output }
}

/** Sends the command a signal when `end` is aborted. */
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

function terminateCommand(child: ChildProcess, leadsGroup: boolean, signal: NodeJS.Signals): void {
  if (child.pid === undefined || !leadsGroup) {
    child.kill(signal)
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has already exited.
  }
}

const statusOf = (status: number | null, signal: NodeJS.Signals | null): number =>
  signal === null ? (status ?? 0) : 128 + constants.signals[signal]

/**
 * Reads a process id (or a negative one for a group) and its name, and then waits for another line. If its input ends
 * without one, this process must be gone. In that case, the guard ends the command with SIGTERM, and with SIGKILL two
 * seconds later.
 */
const GUARD = `read -r target name || exit
read -r line && exit
kill -s 0 -- "$target" 2>/dev/null || exit
echo "tristore-emulator exec was killed, so its command, process $name, is stopped too" >&2
kill -s TERM -- "$target" 2>/dev/null
for second in 1 2; do
  sleep 1
  kill -s 0 -- "$target" 2>/dev/null || exit
done
kill -s KILL -- "$target" 2>/dev/null`

interface Guard {
  watch(pid: number, leadsGroup: boolean): void
  /** Stops the guard without ending the command. */
  dismiss(): void
}

/**
 * Starts the guard, which cleans up if this process is killed with SIGKILL and can't do so itself. It's in its own
 * session, so that it survives if the process group is killed. If there's no shell, there's no guard either.
 */
function startGuard(): Guard {
  if (process.platform === 'win32') return { watch: () => {}, dismiss: () => {} }
  const guard = spawn('/bin/sh', ['-c', GUARD], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  guard.on('error', () => {})
  // This is undefined if there are too many open files.
  const input: Writable | undefined = guard.stdin
  input?.on('error', () => {})
  guard.unref()
  return {
    watch: (pid, leadsGroup) => void input?.write(`${leadsGroup ? -pid : pid} ${pid}\n`),
    dismiss: () => void input?.end('done\n'),
  }
}

/** The exit statuses that shells use for commands that don't exist and for those that can't be run. */
const COMMAND_NOT_FOUND = 127
const COMMAND_NOT_RUNNABLE = 126

/** Returns the environment for a command, which tells it how to access and control its emulator or world. */
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
  EMULATOR_ADMIN_TOKEN: adminToken,
})

/** Turns errors from starting a command into a `Failure`, and returns all others unchanged. */
export function commandFailure(error: unknown, program: string): unknown {
  const shown = JSON.stringify(program)
  const denied = deniedText(error)
  if (denied !== undefined) return new Failure(`cannot run ${shown}: ${denied}`)
  const code = systemCode(error)
  if (code === undefined) return error
  if (code !== 'ENOENT') {
    const notExecutable = code === 'EACCES' ? 'it is not an executable file (chmod +x makes it one)' : code
    const reason = isTooManyFiles(error) ? TOO_MANY_FILES_OPEN : notExecutable
    return new Failure(`cannot run ${shown}: ${reason}`, COMMAND_NOT_RUNNABLE)
  }
  const hint = /\s/.test(program) ? '; leave the quotes out, or write sh -c in front of them' : ''
  return new Failure(`cannot run ${shown}: there is no such command${hint}`, COMMAND_NOT_FOUND)
}
