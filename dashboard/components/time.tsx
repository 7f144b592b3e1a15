import { useComputed } from '@preact/signals'
import { foreseen, now } from '../clock.js'
import { dateTime, span } from '../lib/format.js'

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
  /** Highlights the text once the time has passed, or while a jump past it is previewed. */
  readonly isEnd?: boolean
}

/** "in 59 s", "2 h ago" */
export function Countdown({ to, isEnd = false }: CountdownProps) {
  return <Ticking key={`${to} ${isEnd}`} to={to} isEnd={isEnd} />
}

/** Updates its text as the clock ticks, without rendering again. */
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
