import type { Progress } from '../../sweep/sweep-report.js'
import type { Output } from '../terminal.js'

/** Up one line, and empty it: outputs take whole lines. */
const AGAIN = '\u001b[1A\u001b[2K'

/** Shows on a screen how far a sweep has come, in one line; elsewhere nothing. */
export function progressOn(output: Output): Progress {
  let isBegun = false
  return (done, total) => {
    if (!output.isTTY) return
    output.write(`${isBegun ? AGAIN : ''}${done} of ${total} runs\n`)
    isBegun = true
  }
}
