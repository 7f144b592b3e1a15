import type { FaultInfo } from '../../../src/admin/calls/faults/faults.js'
import { now } from '../../clock.js'
import { Chip, type Tone } from '../../components/chip.js'
import { Countdown } from '../../components/time.js'
import { type FaultState, stateOf } from '../../features/faults/fault-state.js'

const TONES: Readonly<Record<FaultState, Tone>> = {
  active: 'bad',
  waiting: 'info',
  ended: 'calm',
  'used up': 'calm',
  off: 'calm',
}

/** The state of a fault, with the time to its next one, or since the last. */
export function StateChip({ fault }: { readonly fault: FaultInfo }) {
  const state = stateOf(fault, now.value)
  const { from, until } = fault
  const instant = state === 'waiting' ? from : state === 'active' || state === 'ended' ? until : undefined
  return (
    <span class="fault-state">
      <Chip tone={TONES[state]}>{state}</Chip>
      {instant !== undefined && (
        <span>
          {state === 'active' && 'ends '}
          <Countdown to={Date.parse(instant)} />
        </span>
      )}
    </span>
  )
}
