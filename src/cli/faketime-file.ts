import type { RequestRecord } from '../api/record.js'
import type { ClockSample } from '../core/clock.js'
import { printable } from '../core/printable.js'
import type { World } from '../domain/world.js'
import { Failure } from './failure.js'
import type { EmulatorLog } from './output/log.js'
import type { Terminal } from './terminal.js'
import { unwritable } from './write-file.js'

/**
 * How often the file is renewed for a clock whose rate is not 1, real ms. A rate in the file would not do:
 * libfaketime counts it from the start of each process.
 */
const RENEWAL_MS = 10
/** How often a file that could not be written is tried again, real ms. */
const RETRY_MS = 1000

/**
 * Finds out whether the file of `--faketime-file` can be written, before the emulator starts.
 *
 * @throws Failure
 */
export function assertFaketimeFile(path: string, { files }: Pick<Terminal, 'files'>): void {
  try {
    files.assertWritable(path)
  } catch (error) {
    throw new Failure(`cannot write the time to ${printable(path)}: ${unwritable(error, path)}`)
  }
}

/**
 * Keeps a timestamp file of libfaketime in step with the clock of a world. A file that cannot be written is
 * reported once, and tried again until it can be.
 *
 * @returns ends it; the file stays as it is
 */
export function keepFaketimeFile(
  path: string,
  world: World<RequestRecord>,
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
      if (isWritable)
        log.problem(
          `cannot write the time to ${printable(path)}: ${unwritable(error, path)}; it shows an older one`,
        )
      isWritable = false
    }
    const needsRenewal = sample.mode === 'running' && sample.rate !== 1
    if (needsRenewal || !isWritable)
      stopRenewing = terminal.later(needsRenewal ? RENEWAL_MS : RETRY_MS, write)
  }
  const stopListening = world.events.listen({
    hear({ event }) {
      if (event.type === 'clock' || event.type === 'reset') write()
    },
    end() {},
  })
  write()
  return () => {
    stopListening()
    stopRenewing()
  }
}

/**
 * A time as libfaketime reads it. For a running clock it is the difference from the real one in seconds. For
 * a frozen clock it is the instant in the time zone of this process, which libfaketime reads it in.
 */
export function faketimeText({ now, realNow }: ClockSample): string {
  if (realNow === undefined) return localText(new Date(now))
  const offsetMs = Math.round(now - realNow)
  return `${offsetMs < 0 ? '-' : '+'}${(Math.abs(offsetMs) / 1000).toFixed(3)}`
}

function localText(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  return `${day} ${time}.${String(date.getMilliseconds()).padStart(3, '0')}`
}
