import { useComputed } from '@preact/signals'
import { now } from '../../clock.js'
import { Countdown } from '../../components/time.js'

/** The time until an entry expires, or since it expired: it is removed by the next request that reads it. */
export function Expiry({ at: instant }: { readonly at: number }) {
  const isOver = useComputed(() => instant <= now.value)
  return (
    <span class={isOver.value ? 'over' : ''}>
      <Countdown to={instant} />
    </span>
  )
}
