import { signal } from '@preact/signals'
import type { FaultsAnswer } from '../../../src/admin/calls/faults/faults.js'
import type { HeldRequestInfo } from '../../../src/admin/calls/faults/held.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { run } from '../../api.js'
import { listen } from '../../live.js'

/** The faults of the run. */
export const faults = signal<FaultsAnswer['faults']>([])

/** The requests that faults hold now, oldest first. They are not in the journal yet. */
export const held = signal<readonly HeldRequestInfo[]>([])

/** The least ms between two loads. */
const REST_MS = 250

let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps the lists in step with the world's, for as long as the page is open. */
export function followFaults(): void {
  void load()
  for (const name of ['missed', 'reset', 'faults', 'fault'] as const) {
    listen(name, () => {
      if (timer === undefined) timer = setTimeout(load, REST_MS)
    })
  }
  // The journal has a request once it is held no longer.
  listen('request', (requests) => {
    const ended = new Set((requests as readonly RequestSummary[]).map(({ id }) => id))
    const rest = held.value.filter(({ id }) => !ended.has(id))
    if (rest.length < held.value.length) held.value = rest
  })
}

async function load(): Promise<void> {
  timer = undefined
  try {
    const answer = await run.get<FaultsAnswer>('/faults')
    faults.value = answer.faults
    held.value = answer.held === 0 ? [] : (await run.get<{ held: readonly HeldRequestInfo[] }>('/held')).held
  } catch {
    // The banner says that the emulator does not answer.
  }
}
