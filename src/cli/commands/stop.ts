import { connectWithin } from '../../client/connect.js'
import { EmulatorError } from '../../client/error.js'
import { Failure, FOUND_WRONG } from '../failure.js'
import { stopOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import type { Terminal } from '../terminal.js'

const PATIENCE_MS = 10_000
const LOOK_MS = 50

/** Implements `emulator stop`. Exits once the emulator no longer responds. */
export async function stop({ given }: CommandInput, terminal: Terminal): Promise<number> {
  const { url, 'admin-token': adminToken } = readValues(stopOptions, given, terminal.env)
  const emulator = connectWithin(PATIENCE_MS, url, { adminToken })
  try {
    await emulator.shutdown()
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    throw new Failure(
      error.code === 'no_emulator' && error.status === 0
        ? `nothing to stop at ${url}: give another address with --url or EMULATOR_URL`
        : error.message,
      error.status === 0 && error.code !== 'internal_error' ? FOUND_WRONG : undefined,
    )
  }
  const patience = AbortSignal.timeout(PATIENCE_MS)
  while (!patience.aborted) {
    if (!(await answers(`${url}/_admin/health`, patience))) {
      terminal.out.write(`Stopped the emulator at ${url}\n`)
      return 0
    }
    await keepAlive(new Promise<void>((resolve) => terminal.later(LOOK_MS, resolve)))
  }
  throw new Failure(`the emulator at ${url} was asked to stop, but still answers`, FOUND_WRONG)
}

/** Also returns true if something accepts the request but hasn't responded by the time `patience` is aborted. */
async function answers(url: string, patience: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: patience, redirect: 'manual' })
    await answer.body?.cancel()
    return true
  } catch {
    return patience.aborted
  }
}

/** Keeps the process running while it waits for a promise, since the terminal's timers don't do that. */
async function keepAlive<T>(waiting: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, PATIENCE_MS)
  try {
    return await waiting
  } finally {
    clearInterval(timer)
  }
}
