import { writeFileSync } from 'node:fs'
import type { Host, HostOutput } from './host.js'
import { run } from './run.js'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const output = (stream: NodeJS.WriteStream): HostOutput => ({
  isTTY: stream.isTTY === true,
  write: (text) => void stream.write(text),
})

const host: Host = {
  env: process.env,
  out: output(process.stdout),
  err: output(process.stderr),
  files: { replace: (path, text) => writeFileSync(path, text) },
  now: Date.now,
  later(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  onStop(listener) {
    for (const signal of STOP_SIGNALS) process.on(signal, listener)
    return () => {
      for (const signal of STOP_SIGNALS) process.off(signal, listener)
    }
  },
}

// It isn't an error if the reader stops early, e.g. `head`. The cleanup still has to run.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await run(process.argv.slice(2), host)
