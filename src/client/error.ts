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
 * A call that the emulator refused, or that found no emulator (`status` 0). The message says what is wrong and how to
 * fix it.
 *
 * @example
 * await emulator.clock.set('2020-01-01').catch((error) => {
 * error.code    // 'clock_backwards'
 * error.message // 'POST /_admin/clock: the clock is at …, and … is 6y before it (409 clock_backwards)\nforce: true …'
 * })
 */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** The reason as a code to compare: "not_found", "invalid_seed", "no_emulator". */
  readonly code: string
  /** How to fix it. */
  readonly hint?: string
  /** Every problem of an invalid seed, each with its place. */
  readonly problems?: readonly Problem[]

  /** @param call what was called: "POST /_admin/clock" */
  constructor(call: string, { status, code, message, hint, problems }: RefusedCall, options?: ErrorOptions) {
    const lines = [`${call}: ${message} (${status === 0 ? code : `${status} ${code}`})`]
    if (hint !== undefined) lines.push(hint)
    // Clients may have written part of it, and test runners print it.
    super(printableLines(lines.join('\n')), options)
    this.status = status
    this.code = code
    if (hint !== undefined) this.hint = hint
    if (problems !== undefined) this.problems = problems
  }
}

/** Refuses a call after close(). */
export function closed(call: string): EmulatorError {
  return new EmulatorError(call, {
    status: 0,
    code: 'closed',
    message: 'this was closed before: close() has been called, or its block of `await using` has ended',
    hint: 'await what uses it before it is closed',
  })
}
