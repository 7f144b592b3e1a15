import { effect, signal } from '@preact/signals'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { isFailure } from '../../lib/request-text.js'
import { listen } from '../../live.js'
import { route } from '../../router.js'

/** Failures since the journal was last visible, for the page title. */
export const unseenFailures = signal(0)

export function followFailures(): void {
  const look = () => {
    if (isLookedAt()) unseenFailures.value = 0
  }
  effect(look)
  document.addEventListener('visibilitychange', look)
  listen('request', (requests) => {
    if (!isLookedAt())
      unseenFailures.value += (requests as readonly RequestSummary[]).filter(isFailure).length
  })
  listen('reset', (resets) => {
    const isReset = (resets as readonly { readonly cause: string }[]).some(({ cause }) => cause === 'reset')
    if (isReset) unseenFailures.value = 0
  })
}

const isLookedAt = (): boolean => route.value.view === 'activity' && document.visibilityState === 'visible'
