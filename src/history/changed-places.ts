import type { State } from '../domain/state.js'
import { differingConfigs, differingEntries, differingRecords } from './list-places.js'
import {
  counterPlaces,
  databaseKeyPlaces,
  holderPlaces,
  type Place,
  rateLimitPlace,
  scopedKeyPlace,
  storePlace,
} from './view.js'

/**
 * The places at which a state may have another value than one that it came from, some of them twice: few, where the two
 * have most in common. Entries that only time has ended are not among them, nor is what counts from another origin, nor
 * counters of namespaces that came or went.
 */
export function* changedPlaces(before: State, after: State): Generator<Place> {
  for (const id of after.namespaces.differing(before.namespaces)) {
    const [left, right] = [before.namespaces.get(id), after.namespaces.get(id)]
    if (left !== undefined) yield* holderPlaces(left)
    if (right !== undefined) yield* holderPlaces(right)
    if (left !== undefined && right !== undefined) {
      for (const month of left.usage.differing(right.usage, after.origin)) {
        for (const [, place] of counterPlaces(id, month)) yield place
      }
    }
    yield* differingEntries(id, before, after)
  }
  for (const id of after.stores.differing(before.stores)) {
    yield storePlace(id)
    yield* differingConfigs(id, before, after)
  }
  for (const key of after.scopedKeys.differing(before.scopedKeys)) {
    for (const state of [before, after]) {
      const held = state.scopedKeys.get(key)
      if (held !== undefined) yield scopedKeyPlace(held, state)
    }
  }
  yield rateLimitPlace
  for (const key of after.databaseKeys.differing(before.databaseKeys)) yield* databaseKeyPlaces(key)
  const [windows, others] = [after.rateWindows.windows, before.rateWindows.windows]
  for (const key of windows.differing(others)) yield* databaseKeyPlaces(key)
  yield* differingRecords(before, after)
}

/** The namespaces that are in one of two states alone, some of them twice. */
export function* comeOrGone(before: State, after: State): Generator<string> {
  for (const id of after.namespaces.differing(before.namespaces)) {
    if (after.namespaces.has(id) !== before.namespaces.has(id)) yield id
  }
}
