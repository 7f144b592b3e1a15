import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import type { CommandLine, Terminal } from './terminal.js'

/** SIGUSR1 is left out: it makes Node listen for a debugger. */
const HANDED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const
/** Those that a terminal sends to every process in its foreground by itself. */
const FROM_KEYBOARD: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])

/**
 * Terminal.runCommand of a real process. At a terminal the command stays in the foreground with this process, so that
 * it can read from it and Ctrl-C reaches both; elsewhere it leads a process group of its own, which is ended as a whole
 * if this process is killed.
 */
export function runCommand([command, ...args]: CommandLine, env: Terminal['env']): Promise<number> {
  const isInForeground = isatty(0)
  const leadsGroup = !isInForeground && process.platform !== 'win32'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env, detached: leadsGroup })
    const release = handOnSignals(child, isInForeground ? FROM_KEYBOARD : new Set())
    const dismissGuard = guard(child, leadsGroup)
    child.on('error', (error) => {
      release()
      reject(error)
    })
    child.on('exit', (status, signal) => {
      release()
      dismissGuard()
      resolve(signal === null ? (status ?? 0) : 128 + constants.signals[signal])
    })
  })
}

/** @param except signals that it gets anyhow; they do not end this process either */
function handOnSignals(child: ChildProcess, except: ReadonlySet<string>): () => void {
  const handOn = (signal: NodeJS.Signals) => {
    if (!except.has(signal)) child.kill(signal)
  }
  for (const signal of HANDED_ON) process.on(signal, handOn)
  return () => {
    for (const signal of HANDED_ON) process.off(signal, handOn)
  }
}

/**
 * Waits for a line or for the end of its input. The end alone means that the process which held the other side is gone:
 * then it ends the command, first by SIGTERM and two seconds later by SIGKILL.
 */
const GUARD = `read -r line && exit
kill -s 0 -- "$1" 2>/dev/null || exit
echo "emulator exec was killed: its command, process $2, is ended too" >&2
kill -s TERM -- "$1" 2>/dev/null
for second in 1 2; do
  sleep 1
  kill -s 0 -- "$1" 2>/dev/null || exit
done
kill -s KILL -- "$1" 2>/dev/null`

/**
 * Sets a small process beside the command, since a process that is killed by SIGKILL can do nothing about its children.
 * It has a session of its own, so that what kills a process group leaves it alone. Without a shell there is none.
 *
 * @returns lets it go
 */
function guard({ pid }: ChildProcess, leadsGroup: boolean): () => void {
  if (pid === undefined || process.platform === 'win32') return () => {}
  const target = leadsGroup ? `-${pid}` : `${pid}`
  const watcher = spawn('/bin/sh', ['-c', GUARD, 'sh', target, `${pid}`], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  watcher.unref()
  return () => watcher.stdin.end('done\n')
}
