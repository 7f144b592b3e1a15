import { printableLines } from '../core/printable.js'
import type { Problem } from '../seed/text/problems.js'

export interface RefusedCall {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly problems?: readonly Problem[]
}

/**
 * Thrown if the emulator rejects a call, or if there's no emulator (`status` 0). The message says what's wrong and how
 * to fix it.
 *
 * @example
 * await emulator.clock.set('2020-01-01').catch((error) => {
 * error.code    // 'clock_backwards'
 * error.message // 'POST /_admin/clock: the clock is at …, and … is 6y before it (409 clock_backwards)\nforce: true …'
 * })
 */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number
  /** The reason as a code that you can compare, e.g. "not_found", "invalid_seed" or "no_emulator". */
  readonly code: string
  /** Says how to fix the problem. */
  readonly hint?: string
  /** All problems in an invalid seed, along with their locations. */
  readonly problems?: readonly Problem[]

  /** @param call the failed call, e.g. "POST /_admin/clock" */
  constructor(call: string, { status, code, message, hint, problems }: RefusedCall, options?: ErrorOptions) {
    const lines = [`${call}: ${message} (${status === 0 ? code : `${status} ${code}`})`]
    if (hint !== undefined) lines.push(hint)
    // Test runners print the message, and clients may control parts of it.
    super(printableLines(lines.join('\n')), options)
    this.status = status
    this.code = code
    if (hint !== undefined) this.hint = hint
    if (problems !== undefined) this.problems = problems
  }
}

/** Creates the error for calls after `close()`. */
export function closed(call: string): EmulatorError {
  return new EmulatorError(call, {
    status: 0,
    code: 'closed',
    message: 'this was closed before: close() has been called, or its block of `await using` has ended',
    hint: 'await what uses it before it is closed',
  })
}
