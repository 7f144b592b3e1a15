import { useComputed } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { ClockReading } from '../../../admin/calls/clock.js'
import { send } from '../../api.js'
import { clock, now, showClock } from '../../clock.js'
import { Action, Button } from '../../components/button.js'
import { Chip } from '../../components/chip.js'
import { SelectField, TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { dateTime, weekday } from '../../lib/format.js'
import { ReceiptText } from './receipt-text.js'
import { useTravel } from './travel.js'

/** The jumps that have a button. */
const JUMPS = [
  ['+1 min', { advance: '1m' }],
  ['+1 h', { advance: '1h' }],
  ['+1 day', { advance: '1d' }],
  ['Next expiry', { to: 'next-expiry' }],
  ['Next month', { to: 'next-month' }],
] as const

const RATES = [1, 10, 60, 3600, 86_400]

/** The virtual clock: its time, its rate, and the ways to move it. */
export function ClockCard() {
  const { outcome, preview, endPreview, travel } = useTravel()
  const day = useComputed(() => (clock.value === undefined ? '' : weekday(now.value)))
  const time = useComputed(() => (clock.value === undefined ? '' : dateTime(now.value)))
  return (
    <Card title="Virtual clock" aside={<Running />}>
      <div class="clock">
        <p class="clock-time">
          <span class="clock-digits">{time}</span>
          <span class="clock-day">{day} UTC</span>
        </p>
        <Present>
          <div class="row">
            {JUMPS.map(([label, move]) => (
              <Button
                key={label}
                onMouseEnter={() => preview(label, move)}
                onFocus={() => preview(label, move)}
                onMouseLeave={endPreview}
                onBlur={endPreview}
                onClick={() => travel(label, move)}
              >
                {label}
              </Button>
            ))}
          </div>
          {/* Its place is kept, so that nothing below it moves as one passes over the buttons. */}
          <div class="receipt" aria-live="polite">
            {outcome === undefined ? (
              <p class="hint">Point at a jump to see what it would cross; press it to go.</p>
            ) : 'error' in outcome ? (
              <InlineError error={outcome.error} />
            ) : (
              <ReceiptText {...outcome} />
            )}
          </div>
          <Elsewhere travel={travel} />
        </Present>
      </div>
    </Card>
  )
}

/** Whether the clock runs, and how fast. */
function Running() {
  const { mode, rate = 1 } = clock.value ?? {}
  const change = async (move: object) => showClock(await send<ClockReading>('POST', '/clock', move))
  const isFrozen = mode === 'frozen'
  const rates = [...new Set([...RATES, rate])].sort((a, b) => a - b)
  const [error, setError] = useState<unknown>(undefined)
  return (
    <>
      <Chip tone={isFrozen ? 'info' : 'good'}>{isFrozen ? 'frozen' : 'running'}</Chip>
      <InlineError error={error} />
      <Present>
        <SelectField
          label="Speed"
          value={String(rate)}
          onValue={(value) => change({ rate: Number(value) }).then(() => setError(undefined), setError)}
          options={rates.map((one) => [String(one), one === 1 ? 'real time' : `${one} × real time`])}
        />
        <Action run={() => change({ freeze: !isFrozen })}>{isFrozen ? 'Let it run' : 'Freeze'}</Action>
      </Present>
    </>
  )
}

/** A form for any other jump. */
function Elsewhere({ travel }: { readonly travel: ReturnType<typeof useTravel>['travel'] }) {
  const [text, setText] = useState('')
  const isInstant = /^\d{4}-|^\d{8,}$/.test(text)
  const submit = () => {
    if (text === '') return
    void travel(isInstant ? `Go to ${text}` : `+${text}`, isInstant ? { set: text } : { advance: text })
  }
  return (
    <Form class="elsewhere" onSubmit={submit}>
      <TextField
        label="Elsewhere"
        placeholder="90s, 1h30m, P1M or 2026-02-01T00:00:00Z"
        hint="A length of time goes on by it, a date goes there."
        value={text}
        onValue={setText}
      />
      <Button type="submit" disabled={text === ''}>
        Go
      </Button>
    </Form>
  )
}
