import type { ClockSample } from '../core/clock.js'
import type { World } from '../domain/world.js'
import type { EmulatorLog } from './output/log.js'
import type { Terminal } from './terminal.js'
import { unwritten } from './write-file.js'

/**
 * Interval for updating the file if the clock's rate isn't 1, in real ms. We can't put the rate in the file, because
 * libfaketime would apply it from the start of each process.
 */
const RENEWAL_MS = 10
/** Interval for retrying if the file can't be written, in real ms. */
const RETRY_MS = 1000

/**
 * Keeps a timestamp file for libfaketime in sync with a world's clock. If writing fails, reports that once and retries
 * until it works.
 *
 * @returns a function that stops updating the file, without removing it
 */
export function keepFaketimeFile(
  path: string,
  world: World,
  { terminal, log }: { terminal: Pick<Terminal, 'files' | 'later'>; log: Pick<EmulatorLog, 'problem'> },
): () => void {
  let isWritable = true
  let stopRenewing = () => {}
  const write = (): void => {
    stopRenewing()
    const sample = world.clock.sample()
    try {
      terminal.files.replace(path, `${faketimeText(sample)}\n`)
      isWritable = true
    } catch (error) {
      if (isWritable) log.problem(`${unwritten('the time', path, error)}; it still shows an older time`)
      isWritable = false
    }
    const needsRenewal = sample.mode === 'running' && sample.rate !== 1
    if (needsRenewal || !isWritable)
      stopRenewing = terminal.later(needsRenewal ? RENEWAL_MS : RETRY_MS, write)
  }
  const hear = ({ event }: { event: { type: string } }) => {
    if (event.type === 'clock' || event.type === 'reset') write()
  }
  const stopListening = world.events.listen({ hear, end() {} })
  write()
  return () => {
    stopListening()
    stopRenewing()
  }
}

/**
 * Formats a time for libfaketime. If the clock is running, that's the offset from real time in seconds. If it's frozen,
 * it's the date and time in this process's time zone.
 */
export function faketimeText({ now, realNow }: ClockSample): string {
  if (realNow === undefined) {
    const local = new Date(now - new Date(now).getTimezoneOffset() * 60_000)
    return local.toISOString().replace('T', ' ').slice(0, -1)
  }
  const offsetMs = Math.round(now - realNow)
  return `${offsetMs < 0 ? '-' : '+'}${(Math.abs(offsetMs) / 1000).toFixed(3)}`
}
