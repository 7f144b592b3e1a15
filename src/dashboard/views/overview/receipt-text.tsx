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
  const { from, to } = receipt
  const keys = to < from ? receipt.keysRevived : receipt.keysExpired
  const far = to === from ? 'no time' : `${span(to - from)}${to < from ? ' back' : ''}`
  const names = keys.first.slice(0, 5)
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
          {keys.count > names.length && <span class="hint">and {keys.count - names.length} more</span>}
        </p>
      )}
    </div>
  )
}

function sentence(receipt: Receipt, isPreview: boolean) {
  const parts = receipt.to < receipt.from ? partsBack(receipt, isPreview) : partsOn(receipt, isPreview)
  const said = parts.filter((part) => part !== false)
  if (said.length > 0) return said.join(', ')
  if (receipt.to < receipt.from) return `Nothing ${isPreview ? 'comes' : 'came'} back`
  return `Nothing ${isPreview ? 'expires' : 'expired'} on the way`
}

function partsOn(
  { keysExpired, monthsRolled, monthsRolledCount, faultWindows }: Receipt,
  isPreview: boolean,
): (string | false)[] {
  const { count } = keysExpired
  const { begun, ended } = faultWindows
  return [
    count > 0 && `${counted(count, 'key')} ${isPreview ? (count === 1 ? 'expires' : 'expire') : 'expired'}`,
    monthsRolledCount === 1 && `month ${isPreview ? 'rolls' : 'rolled'} to ${monthsRolled[0]}`,
    monthsRolledCount > 1 && `${counted(monthsRolledCount, 'month')} ${isPreview ? 'roll' : 'rolled'}`,
    begun.length > 0 && `${faults(begun)} ${isPreview ? (begun.length === 1 ? 'begins' : 'begin') : 'began'}`,
    ended.length > 0 && `${faults(ended)} ${isPreview ? (ended.length === 1 ? 'ends' : 'end') : 'ended'}`,
  ]
}

function partsBack(
  { keysRevived: { count }, monthsUnrolledCount: months, faultWindows }: Receipt,
  isPreview: boolean,
): (string | false)[] {
  const are = (some: number) => (isPreview ? 'will be' : some === 1 ? 'is' : 'are')
  const { reopened, unbegun } = faultWindows
  return [
    count > 0 && `${counted(count, 'key')} ${are(count)} live again`,
    months > 0 && `${counted(months, 'month')} ${are(months)} ahead again`,
    reopened.length > 0 && `the end of ${faults(reopened)} ${are(1)} ahead again`,
    unbegun.length > 0 && `the beginning of ${faults(unbegun)} ${are(1)} ahead again`,
  ]
}

const faults = (ids: readonly string[]): string =>
  ids.length > 3 ? `${ids.length} faults` : `${ids.length === 1 ? 'fault' : 'faults'} ${ids.join(', ')}`
