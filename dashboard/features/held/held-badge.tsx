import { Chip } from '../../components/chip.js'
import { held } from './held.js'

/** How many requests are held, beside the name of the view that releases them. */
export function HeldBadge() {
  const { length } = held.value
  return length === 0 ? null : <Chip tone="warn">{length} held</Chip>
}
