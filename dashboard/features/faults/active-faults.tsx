import { useComputed } from '@preact/signals'
import type { FaultsAnswer } from '../../../src/admin/calls/faults/faults.js'
import { get } from '../../api.js'
import { now } from '../../clock.js'
import { Chip } from '../../components/chip.js'
import { counted } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { pastPath } from '../../past-path.js'
import { linkTo } from '../../router.js'
import { stateOf } from './fault-state.js'

/** How many faults may strike now, so that nobody wonders why the services fail. */
export function ActiveFaults() {
  const { data } = useLive((signal) => get<FaultsAnswer>('/faults', {}, signal), pastPath.value, [
    'fault',
    'reset',
    'faults',
  ])
  const faults = data?.faults ?? []
  return <Badge key={JSON.stringify(faults)} faults={faults} />
}

/** Only the number changes as the clock ticks. */
function Badge({ faults }: FaultsAnswer) {
  const active = useComputed(() => faults.filter((fault) => stateOf(fault, now.value) === 'active').length)
  return (
    <a href={linkTo('settings', { tab: 'faults' })}>
      {active.value === 0 ? 'Faults' : <Chip tone="bad">{counted(active.value, 'active fault')}</Chip>}
    </a>
  )
}
