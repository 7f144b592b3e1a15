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
 * Thrown if the emulator rejects a call, or if there's no emulator (`status` 0).
 *
 * @example
 * await emulator.clock.set('2020-01-01').catch((error) => {
 * error.code    // 'clock_backwards'
 * error.message // 'POST /_admin/clock: the clock is at …, and … is 6y before it (409 clock_backwards)\ngo back anyway with …'
 * })
 */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number
  /** For example "not_found", "invalid_seed" or "no_emulator". */
  readonly code: string
  readonly hint?: string
  /** All problems in an invalid seed, along with their locations. */
  readonly problems?: readonly Problem[]

  /** @param call e.g. "POST /_admin/clock" */
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

export function closed(call: string): EmulatorError {
  return new EmulatorError(call, {
    status: 0,
    code: 'closed',
    message: 'this is already closed: close() was called, or its `await using` block has ended',
    hint: 'await everything that uses it before closing it',
  })
}
