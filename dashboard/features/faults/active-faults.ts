import { useComputed } from '@preact/signals'
import { now } from '../../clock.js'
import { stateOf } from './fault-state.js'
import { faults } from './known-faults.js'

/** How many faults may strike now, so that nobody wonders why the services fail. */
export function useActiveFaults(): number {
  // Only the number changes as the clock ticks.
  return useComputed(() => faults.value.filter((fault) => stateOf(fault, now.value) === 'active').length)
    .value
}
