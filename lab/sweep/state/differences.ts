import type { FinalState, Item } from './final-state.js'
import { sameKey, unmatched } from './matching.js'
import type { Noise } from './noise.js'

/**
 * A difference between two final states.
 *
 * @example
 * const text = ({ collection, kind, after }: StateDifference) => `${collection}: ${kind} ${after}`
 */
export interface StateDifference {
  /** A namespace, a store, "projects", "documents", or the name of a service of your own. */
  readonly collection: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** The item's fields as JSON. For a changed item, only its key and the changed fields. */
  readonly before?: string
  readonly after?: string
  /** The request in the disturbed run that caused it, e.g. "documents.create#2". */
  readonly by?: string
}

/** Compares a state with the undisturbed one, ignoring noise. */
export function differences(undisturbed: FinalState, state: FinalState, noise: Noise): StateDifference[] {
  return unmatched(undisturbed, state, noise).flatMap(({ collection, before, after }) => {
    const rest = [...after]
    const gone = before.map((item): StateDifference => {
      const index = sameKey(item, rest)
      const [other] = index === -1 ? [] : rest.splice(index, 1)
      if (other === undefined) return { collection, kind: 'removed', before: shown(item) }
      return { collection, kind: 'changed', before: shown(item, other), after: shown(other, item) }
    })
    const added = rest.map((item): StateDifference => ({ collection, kind: 'added', after: shown(item) }))
    return [...gone, ...added]
  })
}

/** If the item is compared with another one, only shows its key and the fields that differ. */
function shown({ fields }: Item, other?: Item): string {
  const own = [...fields].filter(
    ([field, value]) => other === undefined || field === 'key' || other.fields.get(field) !== value,
  )
  return `{${own.map(([field, value]) => `${JSON.stringify(field)}:${value}`).join(',')}}`
}
