import type { FaultInfo } from '../../../src/admin/calls/faults/faults.js'
import { connectionFaults } from '../../../src/domain/faults/connection-faults.js'
import { visible } from '../../lib/visible-text.js'

/** "kv.put, key session:*" */
export function matchText({ match = {} }: FaultInfo): string {
  const { operation, header, ...rest } = match
  const parts = [
    operation,
    ...Object.entries(rest).map(([name, value]) => `${name} ${value}`),
    ...Object.entries(header ?? {}).map(([name, value]) => `${name}: ${value}`),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'every request' : visible(parts.join(', '))
}

/** "answers 503", "resets the connection after the operation" */
export function effectText(fault: FaultInfo): string {
  const { status, connection, delay, retryAfter, headers, effect, hold, after, times, probability } = fault
  const parts = [
    delay !== undefined && `waits ${delayText(delay)}`,
    status !== undefined && `answers ${status}`,
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    headers !== undefined && `with ${Object.keys(headers).join(', ')}`,
    hold === true && 'holds until released',
    connection !== undefined && connectionFaults[connection].does,
    effect === 'after' && 'after the operation ran',
    probability !== undefined && `in ${Number((probability * 100).toPrecision(12))}% of cases`,
    after !== undefined && `skips the first ${after}`,
    times !== undefined && (times === 1 ? 'once' : `${times} times`),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function delayText(delay: NonNullable<FaultInfo['delay']>): string {
  if (typeof delay === 'object') return `${delayText(delay.min)} to ${delayText(delay.max)}`
  return typeof delay === 'number' ? `${delay} ms` : delay
}
