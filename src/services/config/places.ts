import type { View } from '../../domain/view.js'
import { ownerPlace, recordPlace, type ServicePlaces } from '../places.js'
import { CONFIG } from './contents.js'
import { configEntry } from './kinds.js'

/** What may differ of the config store. */
export const configPlaces: ServicePlaces = {
  settings: (before, after) =>
    differingStores(before, after).map((id) =>
      ownerPlace('stores', id, (view) => resourcesOf(view).all.get(id)),
    ),
  records: (before, after) =>
    differingStores(before, after).flatMap((id) =>
      resourcesOf(before)
        .entriesOf(id)
        .differing(resourcesOf(after).entriesOf(id))
        .map((key) => recordPlace(configEntry, id, key)),
    ),
}

const resourcesOf = ({ state }: View) => state.of(CONFIG).resources

const differingStores = (before: View, after: View): readonly string[] =>
  resourcesOf(before).all.differing(resourcesOf(after).all)
