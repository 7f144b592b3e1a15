import { printable } from '../../core/printable.js'
import type { Terminal } from '../terminal.js'

/** Reading that takes longer shows itself. */
const SLOW_MS = 1000

/** Returns what is to be called with a file now and then while it is read: on a terminal it says so after a second. */
export function slowReading({ err, now }: Pick<Terminal, 'err' | 'now'>): (file: string) => void {
  const begun = new Map<string, number>()
  return (file) => {
    if (!err.isTTY) return
    const since = begun.get(file)
    if (since === undefined) begun.set(file, now())
    else if (now() - since >= SLOW_MS) {
      begun.set(file, Number.POSITIVE_INFINITY)
      err.write(`reading ${printable(file)} …\n`)
    }
  }
}
