import { counted } from '../../lib/format.js'
import { held } from './held.js'

/** How many requests are held, beside the name of the view that lets them go. */
export function HeldBadge() {
  const { length } = held.value
  if (length === 0) return null
  return (
    <span class="nav-badge" title={`${counted(length, 'request')} held`}>
      {length}
      <span class="unseen"> held</span>
    </span>
  )
}
