import type { State } from '../state.js'
import { RECORD_BYTES, RESOURCE_BYTES, VALUE_BYTES, windowBytes } from './bytes.js'

/**
 * Estimates of the bytes that requests bring which write nothing: a namespace or store is copied when it is first touched
 * after its state was shared, and what is counted of it has its rows.
 */

/** What a request of a namespace or store brings by being counted. @param now ms */
export function bytesOfTouch(state: State, id: string, now: number): number {
  const namespace = state.namespaces.get(id)
  const holder = namespace ?? state.stores.get(id)
  if (holder === undefined) return 0
  if (holder.epoch === state.epoch) return namespace?.usage.hasOwn(now) === false ? RECORD_BYTES : 0
  const months = namespace === undefined ? 0 : namespace.usage.monthsOfCopy + 1
  return RESOURCE_BYTES + id.length + holder.owner.length + RECORD_BYTES * months
}

/** What a request brings that counts against the rate limit of a database key. */
export function bytesOfRate({ rateWindows: { windows } }: State, key: string): number {
  const held = windows.get(key)
  if (held === undefined) return RECORD_BYTES + key.length + VALUE_BYTES
  return VALUE_BYTES + windowBytes(held)
}
