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

/** Not SIGUSR1, which makes Node listen for a debugger. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const
/** A terminal sends these to every process in its foreground, the command included. */
const FROM_KEYBOARD: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])

/**
 * Implements Terminal.runCommand. At a terminal the command stays in the foreground with this process, so that it can
 * read and Ctrl-C reaches both. Elsewhere it leads its own process group, which gets every signal, and ends if this
 * process is killed.
 */
export async function runCommand(
  command: CommandLine,
  env: Terminal['env'],
  end: AbortSignal,
): Promise<number> {
  const isInForeground = isatty(0)
  const leadsGroup = !isInForeground && process.platform !== 'win32'
  // Signals arrive between two turns of the event loop, when the command has started.
  const forward = (signal: NodeJS.Signals): void => {
    if (!isInForeground) terminateCommand(child, leadsGroup, signal)
    else if (!FROM_KEYBOARD.has(signal)) child.kill(signal)
  }
  // Before the command starts: an unhandled signal would end this process and leave the command behind.
  for (const signal of FORWARDED) process.on(signal, forward)
  const { child, ended } = start(command, { stdio: 'inherit', env, detached: leadsGroup }, end, 'SIGTERM')
  try {
    return await ended
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}

/** The longest wait for the rest of a command's output after its end, in ms. */
const OUTPUT_MS = 100
/** In characters. */
const OUTPUT_MAX = 20_000

/** Implements Terminal.runQuietly. The command leads a process group, which is ended as a whole. */
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
  // Undefined if too many files are open.
  const streams: (Readable | null | undefined)[] = [child.stdout, child.stderr]
  for (const stream of streams) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_MAX)
    })
  }
  const closed = new Promise((resolve) => child.on('close', resolve))
  const status = await ended
  // A process that the command left in the background may hold the output open.
  await Promise.race([closed, setTimeout(OUTPUT_MS, undefined, { ref: false })])
  return { status, output }
}

/** Starts a command with a guard, and ends it by a signal once `end` is aborted. */
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

/** Ends a command, together with its process group if it leads one. */
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
 * Reads the process (with a minus for a group) and its name, then waits for another line or the end of its input. The
 * end alone means that our process is gone. Then the guard ends the command, first by SIGTERM and two seconds later by
 * SIGKILL.
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

interface Guard {
  watch(pid: number, leadsGroup: boolean): void
  /** Ends the guard; the command keeps running. */
  dismiss(): void
}

/**
 * Starts the guard, which outlives this process: one killed by SIGKILL can't clean up after itself. It has its own
 * session, so that killing the process group spares it. Without a shell there's no guard.
 */
function startGuard(): Guard {
  if (process.platform === 'win32') return { watch: () => {}, dismiss: () => {} }
  const guard = spawn('/bin/sh', ['-c', GUARD], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  guard.on('error', () => {})
  // Undefined if too many files are open.
  const input: Writable | undefined = guard.stdin
  input?.on('error', () => {})
  guard.unref()
  return {
    watch: (pid, leadsGroup) => void input?.write(`${leadsGroup ? -pid : pid} ${pid}\n`),
    dismiss: () => void input?.end('done\n'),
  }
}

/** A shell's statuses for a command that doesn't exist, and for one that may not be run. */
const COMMAND_NOT_FOUND = 127
const COMMAND_NOT_RUNNABLE = 126

/** The variables through which a command finds its emulator or world, and may control it. */
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

/** Turns the error of a command that can't be started into a Failure; returns any other error unchanged. */
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
