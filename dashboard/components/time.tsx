import { useComputed } from '@preact/signals'
import { foreseen, now } from '../clock.js'
import { dateTime, span } from '../lib/format.js'

/** An instant of virtual time. */
export function Instant({ ms }: { readonly ms: number }) {
  const text = dateTime(ms)
  return (
    <time class="instant" title={`${text} UTC`}>
      {text}
    </time>
  )
}

interface CountdownProps {
  readonly to: number
  /** Something ends then, such as an entry: marked once it is over, and while a jump that would end it is looked at. */
  readonly isEnd?: boolean
}

/** The time until an instant of virtual time, or since it: "in 59 s", "2 h ago". */
export function Countdown({ to, isEnd = false }: CountdownProps) {
  return <Ticking key={`${to} ${isEnd}`} to={to} isEnd={isEnd} />
}

/** The countdown to one fixed instant: only its text changes as the clock ticks, and nothing is rendered again. */
function Ticking({ to, isEnd }: Required<CountdownProps>) {
  const text = useComputed(() =>
    to > now.value ? `in ${span(to - now.value)}` : `${span(now.value - to)} ago`,
  )
  const name = useComputed(() => {
    if (isEnd && to <= now.value) return 'countdown warn'
    return isEnd && to <= (foreseen.value ?? 0) ? 'countdown going' : 'countdown'
  })
  return (
    <span class={name} title={`${dateTime(to)} UTC`}>
      {text}
    </span>
  )
}
