import { useComputed } from '@preact/signals'
import { clock, now } from '../clock.js'
import { Chip } from '../components/chip.js'
import { dateTime } from '../lib/format.js'

/** The virtual time in the header. */
export function ClockReadout() {
  const text = useComputed(() => (clock.value === undefined ? '' : dateTime(now.value)))
  const { mode, rate } = clock.value ?? {}
  return (
    <p class="readout row">
      <span class="unseen">Virtual clock</span>
      <span class="readout-time">{text}</span>
      <span class="readout-zone">UTC</span>
      {mode !== undefined && (
        <Chip tone={mode === 'frozen' ? 'info' : 'good'}>
          {mode === 'frozen' ? 'frozen' : rate === 1 ? 'running' : `× ${rate}`}
        </Chip>
      )}
    </p>
  )
}
