import type { FaultEffect } from './faults.js'

/** A field of a fault that is without effect beside the others. */
export interface IdleField {
  readonly field: keyof FaultEffect
  readonly problem: string
  readonly mend: string
}

/** What only an answer of the fault's own can have. */
const OF_ANSWERS = ['body', 'headers', 'retryAfter'] as const

/**
 * What of a fault would do nothing, since the rest of it leaves no place for it: a slip of the pen, and a test that
 * then passes proves nothing.
 */
export function idleFields(effect: { readonly [Name in keyof FaultEffect]?: unknown }): IdleField[] {
  const { status, connection, delay } = effect
  if (status !== undefined) {
    // Half of an answer supposes an answer; the others leave none.
    if (connection === undefined || connection === 'truncate') return []
    const problem = `${connection} leaves no answer that could have the status ${status}`
    return [{ field: 'connection', problem, mend: 'leave one of the two out' }]
  }
  const idle = OF_ANSWERS.filter((field) => effect[field] !== undefined)
  if (idle.length === 0 && connection === undefined && delay === undefined) {
    const mend = 'give it a status, a delay or a connection'
    return [{ field: 'status', problem: 'this fault does nothing', mend }]
  }
  return idle.map((field) => ({
    field,
    problem: `a fault without a status sends no ${field}`,
    mend: 'give it a status such as 503',
  }))
}
