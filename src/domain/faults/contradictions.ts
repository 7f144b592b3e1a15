import { isHalving } from './connection-faults.js'
import type { FaultEffect } from './fault.js'

interface Contradiction {
  readonly field: keyof FaultEffect
  readonly problem: string
  readonly hint: string
}

/** Without a status, the fault doesn't answer, and these have no effect. */
const OF_ANSWERS = ['body', 'headers', 'retryAfter'] as const

/**
 * Fields that have no effect because of the others. They're treated as mistakes, because a test that passes with such a
 * fault proves nothing.
 */
export function contradictionsIn(
  effect: { readonly [Name in keyof FaultEffect]?: unknown },
): Contradiction[] {
  const { status, connection, delay, hold } = effect
  if (status !== undefined) {
    if (connection === undefined || isHalving(connection)) return []
    const problem = `${connection} leaves no answer that could have the status ${status}`
    return [{ field: 'connection', problem, hint: 'leave one of the two out' }]
  }
  const idle = OF_ANSWERS.filter((field) => effect[field] !== undefined)
  if (idle.length === 0 && connection === undefined && delay === undefined && hold !== true) {
    const hint = 'give it a status, a delay, a connection or hold: true'
    return [{ field: 'status', problem: 'this fault does nothing', hint }]
  }
  return idle.map((field) => ({
    field,
    problem: `a fault without a status sends no ${field}`,
    hint: 'give it a status such as 503',
  }))
}
