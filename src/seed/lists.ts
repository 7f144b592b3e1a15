import { isRecord, valueAt } from '../core/objects.js'
import { configEntry } from '../services/config/kinds.js'
import { document, project } from '../services/documents/kinds.js'
import { kvEntry } from '../services/kv/kinds.js'
import { hasTemplate } from './expand/templates.js'
import type { RecordKind } from './kind.js'
import type { Path } from './text/problems.js'

/** A list of a seed, whose items are known by their keys or ids. */
export interface SeedList {
  readonly path: Path
  readonly items: readonly unknown[]
  /** The field that has the key or id. */
  readonly named: 'key' | 'id'
  /** The kind of its items, if they are blocks of records. */
  readonly kind?: RecordKind
  /** Names the list in the streams that its templates draw from, and must not change when other lists do. */
  readonly stream: readonly string[]
  /** The id of the namespace or store that has the list; empty if there is none. */
  readonly of: string
}

/** The kinds of the entries of namespaces and of stores. */
const ENTRIES = { namespaces: kvEntry, stores: configEntry }

/** Returns the lists of a seed in the order in which they are loaded. Works on whatever was read, sound or not. */
export function listsIn(seed: unknown): readonly SeedList[] {
  const listAt = (path: Path, rest: Partial<SeedList> = {}): SeedList => {
    const named = ['keys', 'entries'].includes(String(path.at(-1))) ? 'key' : 'id'
    return { path, items: itemsAt(seed, path), named, stream: path.slice(-1).map(String), of: '', ...rest }
  }
  const resources = Object.entries(ENTRIES).flatMap(([name, kind]) => [
    listAt([name]),
    ...itemsAt(seed, [name]).flatMap((resource, index) => {
      const of = String(valueAt(resource, ['id']))
      const entries = listAt([name, index, 'entries'], { kind, stream: [name, of, 'entries'], of })
      return [listAt([name, index, 'keys'], { of }), entries]
    }),
  ])
  return [
    ...resources,
    listAt(['database', 'keys']),
    listAt(['database', 'projects'], { kind: project }),
    listAt(['database', 'documents'], { kind: document }),
    listAt(['faults']),
  ]
}

function itemsAt(seed: unknown, path: Path): readonly unknown[] {
  const items = valueAt(seed, path)
  return Array.isArray(items) ? items : []
}

/**
 * The name by which two items of a list are the same one, to find duplicates and to join (docs/DESIGN.md section 4).
 * With `literal: true` the text `{{index}}` is a key, and differs from the template of that text.
 *
 * @param list the name of the list
 */
export function identityOf(item: unknown, list: string | number | undefined): string | undefined {
  if (!isRecord(item)) return undefined
  const name = list === 'entries' || list === 'keys' ? item.key : item.id
  if (typeof name !== 'string') return undefined
  return list === 'entries' && item.literal === true && hasTemplate(name) ? `literal ${name}` : name
}
