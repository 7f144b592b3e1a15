import { ForkedMap } from '../core/forked-map.js'
import type { ConfigEntry } from '../domain/config.js'
import type { DatabaseRecord } from '../domain/database.js'
import { expiryOf, type KvEntry } from '../domain/entries/entry.js'
import type { State } from '../domain/state.js'
import { exportConfigEntry, exportEntry } from '../seed/export.js'
import type { ExportedValue } from '../seed/export-value.js'
import { type HeldPlace, type Place, pointer, recordValue, type View } from './view.js'

/** The places of entries of a namespace at which two states differ. */
export function* differingEntries(id: string, one: State, other: State): Generator<Place> {
  const [left, right] = [one, other].map(({ namespaces }) => namespaces.get(id)?.entries ?? NO_ENTRIES)
  for (const key of (left ?? NO_ENTRIES).differing(right ?? NO_ENTRIES)) yield entryPlace(id, key)
}

/** Of entries of a store. */
export function* differingConfigs(id: string, one: State, other: State): Generator<Place> {
  const [left, right] = [one, other].map(({ stores }) => stores.get(id)?.entries ?? NO_CONFIGS)
  for (const key of (left ?? NO_CONFIGS).differing(right ?? NO_CONFIGS)) yield configPlace(id, key)
}

/** Of records. */
export function* differingRecords(one: State, other: State): Generator<Place> {
  for (const name of ['projects', 'documents'] as const) {
    for (const id of one[name].records.differing(other[name].records)) yield recordPlace(name, id)
  }
}

/** Of a namespace that is not there. */
export const NO_ENTRIES = new ForkedMap<string, KvEntry>()
/** Of a store that is not there. */
export const NO_CONFIGS: ForkedMap<string, never> = new ForkedMap()

/** The place of an entry; one that is expired is not there. */
export function entryPlace(id: string, key: string): HeldPlace {
  const held = ({ state, clock }: View): KvEntry | undefined => {
    const entry = state.namespaces.get(id)?.entries.get(key)
    return entry === undefined || expiryOf(entry, state.origin) <= clock.now ? undefined : entry
  }
  return textPlace(pointer('namespaces', id, 'entries', key), held, exportEntry)
}

export function configPlace(id: string, key: string): HeldPlace {
  const held = ({ state }: View): ConfigEntry | undefined => state.stores.get(id)?.entries.get(key)
  return textPlace(pointer('stores', id, 'entries', key), held, exportConfigEntry)
}

export function recordPlace(name: 'projects' | 'documents', id: string): HeldPlace {
  const held = ({ state }: View): DatabaseRecord | undefined => state[name].records.get(id)
  const place = heldPlace(pointer('database', name, id), held, (record) => recordValue(name, record))
  const long = (view: View) => {
    const record = held(view)
    const { heading = '', text } = record ?? {}
    if (record === undefined || heading.length + (text?.length ?? 0) <= EXPORTED_AT_ONCE) return undefined
    const lengths = { heading: String(heading.length), text: text === undefined ? text : String(text.length) }
    const outline = recordValue(name, { ...record, ...lengths })
    return { outline, texts: [heading, text ?? ''], steps: () => atHand(place.read(view)) }
  }
  return { ...place, long }
}

function atHand<T>(value: T): T {
  return value
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

/** Of what holds JSON text, which takes long to be read where it is long. */
function textPlace<Held extends { readonly text: string }>(
  path: string,
  held: (view: View) => Held | undefined,
  show: (held: Held, origin: number, value?: ExportedValue) => unknown,
): HeldPlace {
  const long = (view: View) => {
    const one = held(view)
    if (one === undefined || one.text.length <= EXPORTED_AT_ONCE) return undefined
    const { origin } = view.state
    const steps = (): unknown => show(one, origin)
    return { outline: show(one, origin, WITHOUT_TEXT), texts: [one.text], steps }
  }
  return { ...heldPlace(path, held, (one, origin) => show(one, origin)), long }
}

/** A longer text, in characters, is compared by itself. */
const EXPORTED_AT_ONCE = 20_000

const WITHOUT_TEXT: ExportedValue = { json: '' }
