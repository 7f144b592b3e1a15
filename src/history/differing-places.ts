import { eachOnce, type View, type ViewPlace } from '../domain/view.js'
import { services } from '../services/list.js'
import { clockPlaces, faultPlaces, profilePlaces, scopedKeyPlaces } from './places.js'

/**
 * The places at which two views may differ, each once; of each kind those that the other view alone has come last. None
 * is made for what both views hold: that may be very many.
 */
export function differingPlaces(one: View, other: View): readonly ViewPlace[] {
  const [before, after] = [one.state, other.state]
  return [
    ...clockPlaces,
    ...(one.profile === other.profile
      ? []
      : eachOnce([...profilePlaces(one.profile), ...profilePlaces(other.profile)])),
    ...[...new Set([...one.faults.keys(), ...other.faults.keys()])].flatMap((id) =>
      faultPlaces(id, one, other),
    ),
    ...before.scopedKeys.differing(after.scopedKeys).flatMap((key) => scopedKeyPlaces(key, before, after)),
    ...services.flatMap(({ places }) => places.settings(one, other)),
    ...services.flatMap(({ places }) => places.records(one, other)),
  ]
}
