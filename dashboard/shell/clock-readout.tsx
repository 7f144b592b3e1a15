import { useComputed } from '@preact/signals'
import { clock, now } from '../clock.js'
import { dateTime } from '../lib/format.js'
import { ConnectionDot } from './connection-state.js'

export function ClockReadout() {
  const text = useComputed(() => (clock.value === undefined ? '' : dateTime(now.value)))
  const { mode, rate } = clock.value ?? {}
  const split = text.value.lastIndexOf(' ')
  return (
    <p class="readout">
      <span class="unseen">Virtual clock, UTC: </span>
      <span class="readout-time">
        <span class="readout-date faint">{text.value.slice(0, split)}</span>{' '}
        <b class="readout-clock">{text.value.slice(split + 1)}</b>
      </span>
      <span class="readout-state faint">
        <ConnectionDot />
        <span class="readout-mode">
          {mode !== undefined && (mode === 'frozen' ? 'frozen' : `runs × ${rate}`)}
        </span>
      </span>
    </p>
  )
}
