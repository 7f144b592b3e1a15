import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { FaultInfo } from '../../../src/admin/calls/faults/faults.js'
import type { HeldRequestInfo } from '../../../src/admin/calls/faults/held.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { run } from '../../api.js'
import { listen } from '../../live.js'

const known = signal<readonly HeldRequestInfo[]>([])

/** The requests that faults hold now, oldest first. They are not in the journal yet. */
export const held: ReadonlySignal<readonly HeldRequestInfo[]> = known

/** The least ms between two loads. */
const REST_MS = 250

let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps the list in step with the world's, for as long as the page is open. */
export function followHeld(): void {
  effect(() => void loadHeld())
  for (const name of ['missed', 'reset', 'faults'] as const) listen(name, later)
  listen('fault', (events) => {
    const isHolding = (events as readonly { readonly fault: FaultInfo }[]).some(
      ({ fault }) => fault.hold === true,
    )
    if (isHolding) later()
  })
  // The journal has a request once it is held no longer.
  listen('request', (requests) => {
    const ended = new Set((requests as readonly RequestSummary[]).map(({ id }) => id))
    if (known.value.some(({ request }) => ended.has(request))) {
      known.value = known.value.filter(({ request }) => !ended.has(request))
    }
  })
}

function later(): void {
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    void loadHeld()
  }, REST_MS)
}

/** Reads the list again. */
async function loadHeld(): Promise<void> {
  try {
    known.value = (await run.get<{ held: HeldRequestInfo[] }>('/held')).held
  } catch {
    // The banner says that the emulator does not answer.
  }
}
