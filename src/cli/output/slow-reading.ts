import { printable } from '../../core/printable.js'
import type { Terminal } from '../terminal.js'

const SLOW_MS = 1000

/** Call the returned function repeatedly while reading a file. After a second, it tells the user which file that is. */
export function slowReading(terminal: Pick<Terminal, 'err' | 'now'>): (file: string) => void {
  const begun = new Map<string, number>()
  return (file) => {
    if (!terminal.err.isTTY) return
    const since = begun.get(file)
    if (since === undefined) begun.set(file, terminal.now())
    else if (terminal.now() - since >= SLOW_MS) {
      begun.set(file, Number.POSITIVE_INFINITY)
      terminal.err.write(`reading ${printable(file)} …\n`)
    }
  }
}
