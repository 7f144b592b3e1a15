import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { isatty } from 'node:tty'
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
export function runCommand(
  [command, ...args]: CommandLine,
  env: Terminal['env'],
  end: AbortSignal,
): Promise<number> {
  const isInForeground = isatty(0)
  const leadsGroup = !isInForeground && process.platform !== 'win32'
  return new Promise((resolve, reject) => {
    // Before the command is there: a signal that nothing heeds ends this process, and leaves the command alone.
    const release = handOnSignals((signal) => {
      if (!isInForeground) terminateCommand(child, leadsGroup, signal)
      else if (!FROM_KEYBOARD.has(signal)) child.kill(signal)
    })
    const guard = startGuard()
    const child = spawn(command, args, { stdio: 'inherit', env, detached: leadsGroup })
    if (child.pid !== undefined) guard.watch(child.pid, leadsGroup)
    const terminate = () => terminateCommand(child, leadsGroup)
    end.addEventListener('abort', terminate)
    child.on('error', (error) => {
      release()
      guard.dismiss()
      reject(error)
    })
    child.on('exit', (status, signal) => {
      end.removeEventListener('abort', terminate)
      release()
      guard.dismiss()
      resolve(statusOf(status, signal))
    })
  })
}

/** Ends a command, with the processes that it started if it leads a group. */
export function terminateCommand(
  child: ChildProcess,
  leadsGroup: boolean,
  signal: NodeJS.Signals = 'SIGTERM',
): void {
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

/** The status that a shell reports for an end. */
export const statusOf = (status: number | null, signal: NodeJS.Signals | null): number =>
  signal === null ? (status ?? 0) : 128 + constants.signals[signal]

/** Hands signals on, which come between two turns of the event loop: the command is there by then. */
function handOnSignals(handOn: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of HANDED_ON) process.on(signal, handOn)
  return () => {
    for (const signal of HANDED_ON) process.off(signal, handOn)
  }
}

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
export function startGuard(): Guard {
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

/** How long the end of a command's output is waited for, once the command itself has ended. */
const OUTPUT_MS = 100
/** The most characters of its output that are kept. */
const OUTPUT_MAX = 20_000

/** Terminal.runQuietly of a real process: the command leads a process group, which is ended as a whole. */
export function runQuietly(
  [command, ...args]: CommandLine,
  env: Terminal['env'],
  signal: AbortSignal,
): Promise<QuietRun> {
  const leadsGroup = process.platform !== 'win32'
  return new Promise((resolve, reject) => {
    const guard = startGuard()
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: leadsGroup })
    if (child.pid !== undefined) guard.watch(child.pid, leadsGroup)
    let output = ''
    // They are not there if too many files are open.
    const streams: (Readable | undefined)[] = [child.stdout, child.stderr]
    for (const stream of streams) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-OUTPUT_MAX)
      })
    }
    const end = () => terminateCommand(child, leadsGroup, 'SIGKILL')
    const release = () => {
      signal.removeEventListener('abort', end)
      guard.dismiss()
    }
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    child.on('error', (error) => {
      release()
      reject(error)
    })
    child.on('exit', (status, endedBy) => {
      release()
      const finish = () => resolve({ status: statusOf(status, endedBy), output })
      child.on('close', finish)
      // What it leaves in the background may hold the output open.
      setTimeout(finish, OUTPUT_MS).unref()
    })
  })
}
