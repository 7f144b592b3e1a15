import { useComputed } from '@preact/signals'
import { now } from '../../clock.js'
import { Countdown } from '../../components/time.js'

/** How long an entry lives yet, or since when it waits to be removed by the request that meets it. */
export function Expiry({ at: instant }: { readonly at: number }) {
  const isOver = useComputed(() => instant <= now.value)
  return (
    <span class={isOver.value ? 'over' : ''}>
      <Countdown to={instant} />
    </span>
  )
}
