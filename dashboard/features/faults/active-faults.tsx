import { useComputed } from '@preact/signals'
import { now } from '../../clock.js'
import { Chip } from '../../components/chip.js'
import { counted } from '../../lib/format.js'
import { linkTo } from '../../router.js'
import { stateOf } from './fault-state.js'
import { faults } from './known-faults.js'

/** How many faults may strike now, so that nobody wonders why the services fail. */
export function ActiveFaults() {
  // Only the number changes as the clock ticks.
  const active = useComputed(
    () => faults.value.filter((fault) => stateOf(fault, now.value) === 'active').length,
  )
  return (
    <a href={linkTo('settings', { tab: 'faults' })}>
      {active.value === 0 ? 'Faults' : <Chip tone="bad">{counted(active.value, 'active fault')}</Chip>}
    </a>
  )
}
