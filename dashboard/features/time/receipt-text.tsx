import type { Receipt } from '../../../src/domain/travel-receipt.js'
import { count, counted, dateTime, farSpan } from '../../lib/format.js'

interface ReceiptProps {
  readonly receipt: Receipt
  readonly isPreview: boolean
}

/** "3 keys expired, month rolled to 2026-02", and the keys' names. */
export function ReceiptText({ receipt, isPreview }: ReceiptProps) {
  const { from, to, keysExpired, keysRevived, countersChanged } = receipt
  const keys = to < from ? keysRevived : keysExpired
  const names = keys.first.slice(0, 5)
  return (
    <>
      <p>
        <strong>{sentence(receipt, isPreview)}</strong>
      </p>
      <p class="hint">
        {`${farSpan(to - from)}${to < from ? ' back' : ''}`}, {isPreview ? 'to' : 'now at'} {dateTime(to)}
      </p>
      {names.length > 0 && (
        <p class="receipt-keys row tight">
          {names.map(({ namespace, key }) => (
            <code key={`${namespace}/${key}`} title={`${namespace}/${key}`}>
              {key}
            </code>
          ))}
          {keys.count > names.length && <span class="hint">and {count(keys.count - names.length)} more</span>}
        </p>
      )}
      {countersChanged.count > 0 && (
        <ul class="receipt-counters" aria-label="Counters">
          {countersChanged.first.slice(0, 4).map(({ namespace, before, after }) => (
            <li key={namespace}>
              <span class="mono text">{namespace}</span>{' '}
              {COUNTERS.filter((name) => before[name] !== after[name])
                .map((name) => `${name} ${count(before[name])} → ${count(after[name])}`)
                .join(', ')}
            </li>
          ))}
          {countersChanged.count > 4 && (
            <li class="hint">and {counted(countersChanged.count - 4, 'more namespace')}</li>
          )}
        </ul>
      )}
    </>
  )
}

const COUNTERS = ['reads', 'writes', 'lists', 'deletes'] as const

type Verb = readonly [one: string, many: string, done: string]

export function sentence(receipt: Receipt, isPreview: boolean): string {
  const { keysExpired, keysRevived, monthsRolled, faultWindows } = receipt
  const say = (n: number, [one, many, done]: Verb) => (isPreview ? (n === 1 ? one : many) : done)
  const keys = (n: number, verb: Verb) => n > 0 && `${counted(n, 'key')} ${say(n, verb)}`
  const months = (n: number, [first]: readonly string[], verb: Verb) =>
    n > 0 &&
    (n === 1 && first !== undefined
      ? `month ${say(n, verb)} to ${first}`
      : `${counted(n, 'month')} ${say(n, verb)}`)
  const faults = (ids: readonly string[], verb: Verb) =>
    ids.length > 0 && `${faultsText(ids)} ${say(ids.length, verb)}`
  const parts = [
    keys(keysExpired.count, ['expires', 'expire', 'expired']),
    keys(keysRevived.count, ['comes back', 'come back', 'came back']),
    months(receipt.monthsRolledCount, monthsRolled, ['rolls', 'roll', 'rolled']),
    months(
      receipt.monthsUnrolledCount,
      [],
      ['is in the future again', 'are in the future again', 'are in the future again'],
    ),
    faults(faultWindows.begun, ['begins', 'begin', 'began']),
    faults(faultWindows.ended, ['ends', 'end', 'ended']),
    faults(faultWindows.reopened, ['is active again', 'are active again', 'active again']),
    faults(faultWindows.unbegun, ['is in the future again', 'are in the future again', 'ahead again']),
  ].filter((part) => part !== false)
  if (parts.length > 0) return parts.join(', ')
  if (receipt.to < receipt.from) return `Nothing ${isPreview ? 'comes' : 'came'} back on the way`
  return `Nothing ${isPreview ? 'expires' : 'expired'} on the way`
}

const faultsText = (ids: readonly string[]): string =>
  ids.length > 3 ? `${ids.length} faults` : `${ids.length === 1 ? 'fault' : 'faults'} ${ids.join(', ')}`
