import * as v from 'valibot'
import { type AnswerOf, anything, component, described, text } from '../contract/answer-schema.js'
import { shorten } from '../core/shorten.js'
import type { AttributedDifference, Difference } from './difference.js'

const KINDS = ['added', 'removed', 'changed'] as const

const values = {
  before: v.exactOptional(described('In the form that seeds use. Only set if there was one.', anything)),
  after: v.exactOptional(anything),
}

export const valueChange = v.object({ path: text, kind: v.picklist(KINDS), ...values })

export interface ValueChange extends AnswerOf<typeof valueChange> {}

export const stateChange = component('StateChange', () =>
  v.object({
    path: described('A JSON Pointer, e.g. "/namespaces/ns_shop_k3v9x2/entries/flag:checkout".', text),
    kind: described(
      '"expired" if an entry was removed because it expired.',
      v.picklist([...KINDS, 'expired']),
    ),
    by: described('The command that did it, "expiry", or "time" (which moves a running clock).', text),
    ...values,
  }),
)

export interface StateChange extends v.InferOutput<typeof stateChange> {}

export function toChange({ by, ...difference }: AttributedDifference): StateChange {
  const change = toValueChange(difference)
  return { ...change, kind: change.kind === 'removed' && by === 'expiry' ? 'expired' : change.kind, by }
}

export function toValueChange({ place: { path }, before, after }: Difference): ValueChange {
  if (before === undefined) return { path, kind: 'added', after }
  return after === undefined ? { path, kind: 'removed', before } : { path, kind: 'changed', before, after }
}

const SIGNS = { added: '+', removed: '-', expired: '-', changed: '~' } as const

export function changeLine({ path, kind, before, after, by }: StateChange): string {
  const values = kind === 'changed' ? changeText(before, after) : shown(kind === 'added' ? after : before)
  return `${SIGNS[kind]} ${path}  ${values}  (${by})\n`
}

const VALUE_SHOWN = 120

/** Characters to show before the first difference of two long values. */
const AHEAD_SHOWN = 20

const shown = (value: unknown): string => shorten(JSON.stringify(value), VALUE_SHOWN)

/** Starts at the first difference if both values would look the same after shortening. */
function changeText(before: unknown, after: unknown): string {
  const [one, other] = [JSON.stringify(before), JSON.stringify(after)]
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const from = same < VALUE_SHOWN ? 0 : same - AHEAD_SHOWN
  const part = (text: string) => `${from === 0 ? '' : '…'}${shorten(text.slice(from), VALUE_SHOWN)}`
  return `${part(one)} → ${part(other)}`
}
