import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { startGuard, statusOf, terminateCommand } from './run-command.js'
import type { CommandLine, QuietRun, Terminal } from './terminal.js'

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
    // What it leaves in the background may hold the output open: it ends once the command itself has.
    child.on('exit', (status, endedBy) => {
      release()
      setImmediate(() => resolve({ status: statusOf(status, endedBy), output }))
    })
  })
}
