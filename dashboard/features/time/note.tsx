import { Action, Button } from '../../components/button.js'
import { InlineError } from '../../components/notice.js'
import { Passing } from '../../components/passing.js'
import { ReceiptText } from './receipt-text.js'
import { forget, forgetReceipt, type MoveOutcome, noteLeft, outcome, travel } from './travel.js'

/** Shows what a jump would skip, or did skip. */
export function Note() {
  const result = outcome.value
  const stage = result === undefined || 'error' in result ? undefined : result.stage
  const [isGlance, isMade] = [stage === 'glance', stage === 'made']
  return (
    <div class="time-notes" aria-live="polite">
      {result !== undefined && (
        <Passing
          key={isMade ? 'made' : 'preview'}
          class={`time-note ${isGlance ? 'glance' : ''}`}
          style={{ left: `clamp(0px, ${noteLeft.value}px, 100% - 22rem)` }}
          onEnd={isMade ? forgetReceipt : undefined}
        >
          <Result result={result} />
        </Passing>
      )}
    </div>
  )
}

function Cancel({ label = 'Cancel' }: { readonly label?: string }) {
  return (
    <Button kind="quiet" small onClick={forget}>
      {label}
    </Button>
  )
}

function Result({ result }: { readonly result: MoveOutcome }) {
  if ('error' in result) {
    return (
      <>
        <InlineError error={result.error} />
        <Cancel label="Close" />
      </>
    )
  }
  const { title, move, receipt, stage } = result
  const isBack = receipt.to < receipt.from
  return (
    <>
      <p class="time-title">{stage === 'made' ? title : `${title}: preview`}</p>
      <ReceiptText receipt={receipt} isPreview={stage !== 'made'} />
      {stage === 'asking' && isBack && (
        <p class="hint">
          This goes back in time. Removed entries stay removed, and an earlier month shows its own counters.
        </p>
      )}
      {stage === 'asking' && (
        <p class="row">
          <Action
            kind="primary"
            small
            run={() => travel(title, { ...move, ...(isBack ? { force: true } : {}) })}
          >
            {isBack ? 'Jump back anyway' : 'Jump there'}
          </Action>
          <Cancel />
        </p>
      )}
      {stage === 'made' && (
        <p class="row">
          <Cancel label="Close" />
        </p>
      )}
    </>
  )
}
