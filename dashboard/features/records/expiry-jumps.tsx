import { useState } from 'preact/hooks'
import { LAST_INSTANT_MS } from '../../../src/core/instants.js'
import type { Receipt } from '../../../src/domain/travel-receipt.js'
import { run } from '../../api.js'
import { now } from '../../clock.js'
import { Action, Button } from '../../components/button.js'
import { Present } from '../../components/present.js'
import { ReceiptText } from '../time/receipt-text.js'
import { travel } from '../time/travel.js'

const JUMPS = [
  ['Expire now', 0],
  ['1 s before', 1000],
  ['1 ms before', 1],
] as const

interface ExpiryJumpsProps {
  readonly of: string
  /** Virtual ms. */
  readonly at: number
}

/** Jumps to an entry's expiry or to just before it. First shows what else would happen on the way. */
export function ExpiryJumps({ of, at }: ExpiryJumpsProps) {
  const [asked, setAsked] = useState<{ readonly title: string; readonly receipt: Receipt }>()
  const ahead = JUMPS.filter(([, before]) => at - before > now.value && at - before <= LAST_INSTANT_MS)
  if (ahead.length === 0) return null
  const foresee = async (label: string, to: number) => {
    const move = { set: new Date(to).toISOString(), dryRun: true }
    const { receipt } = await run.send<{ readonly receipt: Receipt }>('POST', '/clock', move)
    setAsked({ title: `${label}: ${of}`, receipt })
  }
  const go = async ({ title, receipt }: NonNullable<typeof asked>) => {
    await travel(title, { set: new Date(receipt.to).toISOString() })
    setAsked(undefined)
  }
  return (
    <Present>
      <div class="row">
        {ahead.map(([label, before]) => (
          <Action key={label} small run={() => foresee(label, at - before)}>
            {label}
          </Action>
        ))}
      </div>
      {asked !== undefined && (
        <div class="inset-note" role="status">
          <p class="time-title">{asked.title}</p>
          <ReceiptText receipt={asked.receipt} isPreview />
          <p class="row">
            <Action kind="primary" small run={() => go(asked)}>
              Jump there
            </Action>
            <Button kind="quiet" small onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
          </p>
        </div>
      )}
    </Present>
  )
}
