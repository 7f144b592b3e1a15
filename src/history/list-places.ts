import { ForkedMap } from '../core/forked-map.js'
import { CONFIG } from '../services/config/contents.js'
import { configEntry } from '../services/config/kinds.js'
import type { ConfigEntry } from '../services/config/store.js'
import type { DatabaseRecord } from '../services/documents/collection.js'
import { DOCUMENTS } from '../services/documents/contents.js'
import { document, project } from '../services/documents/kinds.js'
import { KV } from '../services/kv/contents.js'
import { expiryOf, type KvEntry } from '../services/kv/entry.js'
import { kvEntry } from '../services/kv/kinds.js'
import { type HeldPlace, idValue, pointer, type View } from './view.js'

/** The entries of a namespace that does not exist. */
export const NO_ENTRIES = new ForkedMap<string, KvEntry>()
/** The entries of a store that does not exist. */
export const NO_CONFIGS: ForkedMap<string, never> = new ForkedMap()

/** The place of an entry; one that is expired is not there. */
export function entryPlace(id: string, key: string): HeldPlace {
  const held = ({ state, clock }: View): KvEntry | undefined => {
    const entry = state.of(KV).namespaces.get(id)?.entries.get(key)
    return entry === undefined || expiryOf(entry, state.origin) <= clock.now ? undefined : entry
  }
  return heldPlace(pointer('namespaces', id, 'entries', key), held, kvEntry.show)
}

export function configPlace(id: string, key: string): HeldPlace {
  const held = ({ state }: View): ConfigEntry | undefined => state.of(CONFIG).stores.get(id)?.entries.get(key)
  return heldPlace(pointer('stores', id, 'entries', key), held, configEntry.show)
}

export function recordPlace(name: 'projects' | 'documents', id: string): HeldPlace {
  const kind = name === 'projects' ? project : document
  const held = ({ state }: View): DatabaseRecord | undefined => state.of(DOCUMENTS)[name].records.get(id)
  return heldPlace(pointer('database', name, id), held, (record) => kind.show(record, idValue))
}

/** @param show gives the value of what is held, as a seed has it; `origin` in ms */
const heldPlace = <Held extends object>(
  path: string,
  held: (view: View) => Held | undefined,
  show: (held: Held, origin: number) => unknown,
): HeldPlace => ({
  path,
  held,
  read(view) {
    const one = held(view)
    return one && show(one, view.state.origin)
  },
})
