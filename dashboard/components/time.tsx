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

/** The time until an instant of virtual time, or since it: "in 59 s", "2 h ago". */
export function Countdown({ to }: { readonly to: number }) {
  return <Ticking key={to} to={to} />
}

/** The countdown to one fixed instant: only its text changes as the clock ticks, and nothing is rendered again. */
function Ticking({ to }: { readonly to: number }) {
  const text = useComputed(() =>
    to > now.value ? `in ${span(to - now.value)}` : `${span(now.value - to)} ago`,
  )
  // What a jump that is looked at would let expire.
  const name = useComputed(() => {
    const ahead = foreseen.value
    return ahead !== undefined && to > now.value && to <= ahead ? 'countdown going' : 'countdown'
  })
  return (
    <span class={name} title={`${dateTime(to)} UTC`}>
      {text}
    </span>
  )
}

/** The time until an entry expires, or since it expired: it is removed by the next request that reads it. */
export function Expiry({ at }: { readonly at: number }) {
  const isOver = useComputed(() => at <= now.value)
  return (
    <span class={isOver.value ? 'over' : ''}>
      <Countdown to={at} />
    </span>
  )
}
