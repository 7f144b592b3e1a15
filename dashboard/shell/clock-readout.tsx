import { useComputed } from '@preact/signals'
import { clock, now } from '../clock.js'
import { Chip } from '../components/chip.js'
import { dateTime } from '../lib/format.js'
import { linkTo } from '../router.js'

/** The virtual time in the header, as a link to Overview, which opens the time bar. */
export function ClockReadout() {
  const text = useComputed(() => (clock.value === undefined ? '' : dateTime(now.value)))
  const { mode, rate } = clock.value ?? {}
  return (
    <a class="readout" href={linkTo('overview')}>
      <span class="unseen">Virtual clock</span>
      <span class="readout-time">{text}</span>
      <span class="readout-zone">UTC</span>
      {mode !== undefined && (
        <Chip tone={mode === 'frozen' ? 'info' : 'good'}>
          {mode === 'frozen' ? 'frozen' : rate === 1 ? 'running' : `× ${rate}`}
        </Chip>
      )}
    </a>
  )
}
