import type { Receipt } from '../../../domain/travel-receipt.js'
import { Chip } from '../../components/chip.js'
import { counted, dateTime, span } from '../../lib/format.js'

interface ReceiptProps {
  readonly title: string
  readonly receipt: Receipt
  readonly isPreview: boolean
}

/** The receipt of a move, in a sentence: "3 keys expired, month rolled to 2026-02". */
export function ReceiptText({ title, receipt, isPreview }: ReceiptProps) {
  const { from, to, keysExpired } = receipt
  const far = to === from ? 'no time' : `${span(to - from)}${to < from ? ' back' : ''}`
  const names = keysExpired.first.slice(0, 5)
  return (
    <div class={isPreview ? 'receipt-preview' : ''}>
      <p>
        <Chip tone={isPreview ? 'info' : 'good'}>{isPreview ? `${title}: preview` : title}</Chip>{' '}
        <strong>{sentence(receipt, isPreview)}</strong>
      </p>
      <p class="hint">
        {far}, {isPreview ? 'to' : 'now at'} {dateTime(to)}
      </p>
      {names.length > 0 && (
        <p class="receipt-keys">
          {names.map(({ namespace, key }) => (
            <code key={`${namespace}/${key}`} title={`${namespace}/${key}`}>
              {key}
            </code>
          ))}
          {keysExpired.count > names.length && (
            <span class="hint">and {keysExpired.count - names.length} more</span>
          )}
        </p>
      )}
    </div>
  )
}

function sentence(
  { keysExpired, monthsRolled, monthsRolledCount, faultWindows }: Receipt,
  isPreview: boolean,
) {
  const { count } = keysExpired
  const { begun, ended } = faultWindows
  const parts = [
    count > 0 && `${counted(count, 'key')} ${isPreview ? (count === 1 ? 'expires' : 'expire') : 'expired'}`,
    monthsRolledCount === 1 && `month ${isPreview ? 'rolls' : 'rolled'} to ${monthsRolled[0]}`,
    monthsRolledCount > 1 && `${counted(monthsRolledCount, 'month')} ${isPreview ? 'roll' : 'rolled'}`,
    begun.length > 0 && `${faults(begun)} ${isPreview ? (begun.length === 1 ? 'begins' : 'begin') : 'began'}`,
    ended.length > 0 && `${faults(ended)} ${isPreview ? (ended.length === 1 ? 'ends' : 'end') : 'ended'}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? `Nothing ${isPreview ? 'expires' : 'expired'} on the way` : parts.join(', ')
}

const faults = (ids: readonly string[]): string =>
  ids.length > 3 ? `${ids.length} faults` : `${ids.length === 1 ? 'fault' : 'faults'} ${ids.join(', ')}`
