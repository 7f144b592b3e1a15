import { shorten } from '../core/shorten.js'
import type { AttributedDifference, Difference } from './difference.js'

/** A value that is or would be another one. */
export interface ValueChange {
  /** A JSON Pointer: "/namespaces/ns_shop_k3v9x2/entries/flag:checkout". */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** As in a seed; left out if there was none. */
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * A value that is another one at one of two moments, and the command that made it so.
 *
 * @example
 * const [change] = await emulator.diff('r41', 'after:r41')
 * change // { path: '/namespaces/ns_a/usage/2026-01/reads', kind: 'changed', before: 7, after: 8, by: 'r41' }
 */
export interface StateChange extends Omit<ValueChange, 'kind'> {
  /** "expired" if time removed an entry. */
  readonly kind: ValueChange['kind'] | 'expired'
  /** The command that did it, "expiry", or "time", which moves a running clock. */
  readonly by: string
}

export function toChange({ by, ...difference }: AttributedDifference): StateChange {
  const change = toValueChange(difference)
  return { ...change, kind: change.kind === 'removed' && by === 'expiry' ? 'expired' : change.kind, by }
}

export function toValueChange({ place: { path }, before, after }: Difference): ValueChange {
  if (before === undefined) return { path, kind: 'added', after }
  return after === undefined ? { path, kind: 'removed', before } : { path, kind: 'changed', before, after }
}

const SIGNS = { added: '+', removed: '-', expired: '-', changed: '~' } as const

/** A change as a line for people. */
export function changeLine({ path, kind, before, after, by }: StateChange): string {
  const values = kind === 'changed' ? changeText(before, after) : shown(kind === 'added' ? after : before)
  return `${SIGNS[kind]} ${path}  ${values}  (${by})\n`
}

const VALUE_SHOWN = 120

/** Characters shown before the first difference of two long values. */
const AHEAD_SHOWN = 20

const shown = (value: unknown): string => shorten(JSON.stringify(value), VALUE_SHOWN)

/** Shows two values from their first difference on, if they would else look the same. */
function changeText(before: unknown, after: unknown): string {
  const [one, other] = [JSON.stringify(before), JSON.stringify(after)]
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const from = same < VALUE_SHOWN ? 0 : same - AHEAD_SHOWN
  const part = (text: string) => `${from === 0 ? '' : '…'}${shorten(text.slice(from), VALUE_SHOWN)}`
  return `${part(one)} → ${part(other)}`
}
