import { signal, useComputed } from '@preact/signals'
import type { FaultInfo, FaultsAnswer } from '../../../src/admin/calls/faults/faults.js'
import type { HeldRequestInfo } from '../../../src/admin/calls/faults/held.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { get, run } from '../../api.js'
import { now } from '../../clock.js'
import { Followed } from '../../followed.js'
import { listen } from '../../live.js'
import { stateOf } from './fault-state.js'

/** Oldest first. They aren't in the journal yet. */
export const held = signal<readonly HeldRequestInfo[]>([])

const faults = new Followed(load, ['reset', 'faults', 'fault'], 250)

async function load(): Promise<readonly FaultInfo[]> {
  const answer = await get<FaultsAnswer>('/faults')
  held.value = answer.held === 0 ? [] : (await run.get<{ held: readonly HeldRequestInfo[] }>('/held')).held
  return answer.faults
}

export function followFaults(): void {
  faults.follow()
  // A request is added to the journal once it's released.
  listen('request', (requests) => {
    const ended = new Set((requests as readonly RequestSummary[]).map(({ id }) => id))
    const rest = held.value.filter(({ id }) => !ended.has(id))
    if (rest.length < held.value.length) held.value = rest
  })
}

export function useFaultCounts(): { readonly all: number; readonly active: number } {
  const known = faults.data.value ?? []
  // A computed value, so that we only render again when the number changes.
  const active = useComputed(
    () => (faults.data.value ?? []).filter((fault) => stateOf(fault, now.value) === 'active').length,
  )
  return { all: known.length, active: active.value }
}
