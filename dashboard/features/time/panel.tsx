import { useRef, useState } from 'preact/hooks'
import { clock, now } from '../../clock.js'
import { Button } from '../../components/button.js'
import { SelectField, TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { Icon } from '../../components/icon.js'
import { InlineError } from '../../components/notice.js'
import { dateTime } from '../../lib/format.js'
import { instantOf, TIME_HINT, type TypedTime, typedTime } from '../../lib/typed-time.js'
import { Jumps, steer } from './controls.js'
import { foresee, forget, travel } from './travel.js'
import { UpcomingList } from './upcoming-list.js'

export function TimePanel() {
  return (
    <div class="time-panel">
      <div class="row">
        <div class="joined">
          <Jumps of={MORE_JUMPS} />
        </div>
        <CustomJump />
        <Speed />
      </div>
      <UpcomingList />
    </div>
  )
}

const MORE_JUMPS = [
  ['+1 min', { advance: '1m' }],
  ['+1 week', { advance: '7d' }],
] as const

const RATES = [1, 10, 60, 3600, 86_400]

function Speed() {
  const { rate = 1 } = clock.value ?? {}
  const rates = [...new Set([...RATES, rate])].sort((a, b) => a - b)
  const [error, setError] = useState<unknown>(undefined)
  return (
    <div class="time-speed">
      <SelectField
        label="Speed"
        value={String(rate)}
        onValue={(value) => steer({ rate: Number(value) }).then(() => setError(undefined), setError)}
        options={rates.map((one) => [String(one), one === 1 ? 'real time' : `${one} × real time`])}
      />
      <InlineError error={error} />
    </div>
  )
}

const TYPING_MS = 250

function CustomJump() {
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = (typed: string) => {
    clearTimeout(timer.current)
    const move = typedTime(typed, now.value)
    setIsWrong(move === undefined && typed.trim() !== '')
    if (move === undefined) forget()
    else void foresee({ title: titleOf(move), move, stage: 'asking' })
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => ask(typed), TYPING_MS)
  }
  const submit = () => {
    const move = typedTime(text, now.value)
    clearTimeout(timer.current)
    setIsWrong(false)
    // Jumping back needs confirmation, so show a preview first.
    if (move === undefined || leadsBack(move)) ask(text)
    else void travel(titleOf(move), move)
  }
  return (
    <Form class="time-custom" onSubmit={submit}>
      <TextField
        label="Custom jump"
        placeholder="90s, 18:00, tomorrow"
        value={text}
        onValue={type}
        error={isWrong ? `Not a valid time. ${TIME_HINT}` : undefined}
      />
      <label class="button time-picker">
        <Icon of="pick" />
        <input
          type="datetime-local"
          aria-label="Pick a date and time (UTC)"
          step={1}
          value={pickerText(text)}
          onClick={(event) => event.currentTarget.showPicker()}
          onInput={({ currentTarget: { value } }) => type(value === '' ? '' : `${value}Z`)}
        />
      </label>
      <Button type="submit" disabled={text.trim() === ''}>
        Jump
      </Button>
    </Form>
  )
}

function titleOf(move: TypedTime): string {
  if ('advance' in move) return move.advance.replace(/^\+?(?!-)/, '+')
  return `Jump to ${dateTime(move.set)}`
}

const leadsBack = (move: TypedTime): boolean => instantOf(move, now.value) < now.value

/** In UTC, for the date picker. '' for anything but an instant. */
function pickerText(text: string): string {
  const move = typedTime(text, now.value)
  return move === undefined || 'advance' in move ? '' : new Date(move.set).toISOString().slice(0, 19)
}
