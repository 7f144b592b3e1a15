import { useRef, useState } from 'preact/hooks'
import type { ClockReading } from '../../../src/admin/calls/clock.js'
import { send } from '../../api.js'
import { clock, showClock } from '../../clock.js'
import { Action, Button } from '../../components/button.js'
import { SelectField, TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { endGlance, foresee, forget, type MoveBody, travel } from './travel.js'

/** The jumps that have a button. */
const JUMPS = [
  ['+1 min', { advance: '1m' }],
  ['+1 h', { advance: '1h' }],
  ['+1 day', { advance: '1d' }],
  ['Next expiry', { to: 'next-expiry' }],
  ['Next month', { to: 'next-month' }],
] as const

/** Jumps of one press: pointing at one previews it, and so does the first tap of a finger. */
export function Jumps() {
  return (
    <div class="row time-jumps">
      {JUMPS.map(([label, move]) => (
        <Button
          key={label}
          small
          onPointerEnter={({ pointerType }) =>
            pointerType !== 'touch' && foresee({ title: label, move, stage: 'glance' })
          }
          onFocus={(event) =>
            event.currentTarget.matches(':focus-visible') && foresee({ title: label, move, stage: 'glance' })
          }
          onPointerLeave={endGlance}
          onBlur={endGlance}
          onClick={(event) =>
            isTouch(event) ? foresee({ title: label, move, stage: 'asking' }) : travel(label, move)
          }
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** A finger cannot point at something without pressing it. */
const isTouch = (event: MouseEvent): boolean => event instanceof PointerEvent && event.pointerType === 'touch'

const RATES = [1, 10, 60, 3600, 86_400]

const change = async (move: object) => showClock(await send<ClockReading>('POST', '/clock', move))

/** Stops the clock, or lets it run. */
export function Freeze() {
  const isFrozen = clock.value?.mode === 'frozen'
  return (
    <Action small run={() => change({ freeze: !isFrozen })}>
      {isFrozen ? 'Run' : 'Freeze'}
    </Action>
  )
}

/** How fast the clock runs. */
export function Speed() {
  const { rate = 1 } = clock.value ?? {}
  const rates = [...new Set([...RATES, rate])].sort((a, b) => a - b)
  const [error, setError] = useState<unknown>(undefined)
  return (
    <div class="row time-running">
      <SelectField
        label="Speed"
        value={String(rate)}
        onValue={(value) => change({ rate: Number(value) }).then(() => setError(undefined), setError)}
        options={rates.map((one) => [String(one), one === 1 ? 'real time' : `${one} × real time`])}
      />
      <InlineError error={error} />
    </div>
  )
}

/** How long nothing is typed until the jump is previewed, in real ms. */
const TYPING_MS = 250

/** A form for any other jump: a length of time, or an instant, typed or picked. */
export function CustomJump() {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = (typed: string) => {
    clearTimeout(timer.current)
    const move = moveOf(typed)
    if (move === undefined) forget()
    else void foresee({ title: titleOf(typed), move, stage: 'asking' })
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => ask(typed), TYPING_MS)
  }
  const submit = () => {
    const move = moveOf(text)
    clearTimeout(timer.current)
    if (move === undefined) return
    // What leads back is asked about first.
    if (leadsBack(text)) ask(text)
    else void travel(titleOf(text), move)
  }
  return (
    <Form class="time-custom row" onSubmit={submit}>
      <TextField label="Custom jump" placeholder="90s, 1h30m, 2026-02-01" value={text} onValue={type} />
      <label class="time-picker">
        <span class="unseen">Pick a date and time (UTC)</span>
        <input
          type="datetime-local"
          step={1}
          value={pickerText(text)}
          onInput={({ currentTarget: { value } }) => type(value === '' ? '' : `${value}Z`)}
        />
      </label>
      <Button small type="submit" disabled={text.trim() === ''}>
        Go
      </Button>
    </Form>
  )
}

const isInstant = (text: string): boolean => /^\d{4}-|^\d{8,}$/.test(text)

function moveOf(typed: string): MoveBody | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  return isInstant(text) ? { set: text } : { advance: text }
}

const titleOf = (text: string): string =>
  isInstant(text.trim()) ? `Go to ${text}` : text.replace(/^\+?(?!-)/, '+')

function leadsBack(text: string): boolean {
  if (!isInstant(text.trim())) return /^-|^"?-/.test(text.trim())
  const at = /^\d+$/.test(text.trim()) ? Number(text) : Date.parse(withZone(text.trim()))
  return at < (clock.value?.now ?? 0)
}

/** Without a zone the emulator takes UTC; a browser would take its own. */
const withZone = (text: string): string =>
  /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`

/** What was typed, as the picker writes it: an instant in UTC; anything else leaves it empty. */
function pickerText(text: string): string {
  const at = isInstant(text.trim()) ? Date.parse(withZone(text.trim())) : Number.NaN
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 19)
}
