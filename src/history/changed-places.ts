import type { State } from '../domain/state.js'
import type { MonthlyUsage } from '../services/kv/quotas.js'
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
 * The places at which a state may have another value than one that it came from, some of them twice: few, if the two
 * have most in common. Entries that only time has ended are not among them, nor is what counts from another origin, nor
 * counters of namespaces that came or went.
 */
export function changedPlaces(before: State, after: State): readonly Place[] {
  const namespaces = after.namespaces.differing(before.namespaces)
  const stores = after.stores.differing(before.stores)
  const scopedKeys = after.scopedKeys.differing(before.scopedKeys)
  const databaseKeys = after.databaseKeys.differing(before.databaseKeys)
  const counted = after.rateWindows.windows.differing(before.rateWindows.windows)
  return [
    ...namespaces.flatMap((id) => namespacePlaces(id, before, after)),
    ...stores.flatMap((id) => [storePlace(id), ...differingConfigs(id, before, after)]),
    ...scopedKeys.flatMap((key) =>
      [before, after].flatMap((state) => {
        const held = state.scopedKeys.get(key)
        return held === undefined ? [] : scopedKeyPlace(held, state)
      }),
    ),
    rateLimitPlace,
    ...[...databaseKeys, ...counted].flatMap(databaseKeyPlaces),
    ...differingRecords(before, after),
  ]
}

function namespacePlaces(id: string, before: State, after: State): readonly Place[] {
  const [left, right] = [before.namespaces.get(id), after.namespaces.get(id)]
  const isInBoth = left !== undefined && right !== undefined
  const months = isInBoth ? new Set([left, right].flatMap(({ usage }) => monthsOf(usage, after))) : []
  return [
    ...[left, right].flatMap((one) => (one === undefined ? [] : holderPlaces(one))),
    ...[...months].flatMap((month) => counterPlaces(id, month).map(([, place]) => place)),
    ...differingEntries(id, before, after),
  ]
}

const monthsOf = (usage: MonthlyUsage, { origin }: State): readonly string[] =>
  usage
    .copy(origin)
    .months()
    .map(([month]) => month)

/** The namespaces that are in one of two states alone, some of them twice. */
export const comeOrGone = (before: State, after: State): readonly string[] =>
  after.namespaces
    .differing(before.namespaces)
    .filter((id) => after.namespaces.has(id) !== before.namespaces.has(id))
