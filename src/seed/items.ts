import { isRecord, valueAt } from '../core/objects.js'
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

/**
 * The name by which two items of a list are the same one, to find duplicates and to join (docs/DESIGN.md section 4).
 * With `literal: true` the text `{{index}}` is a key, and differs from the template of that text.
 *
 * @param list the name of the list
 */
export function identityOf(item: unknown, list: string | number | undefined): string | undefined {
  if (!isRecord(item)) return undefined
  const name = item[namedBy(list)]
  // As it was read, an id may be a number.
  if (typeof name === 'number') return String(name)
  if (typeof name !== 'string') return undefined
  return list === 'entries' && item.literal === true && hasTemplate(name) ? `literal ${name}` : name
}

/** The field that has the key or id of the items of a list. */
export const namedBy = (list: string | number | undefined): 'key' | 'id' =>
  list === 'entries' || list === 'keys' ? 'key' : 'id'

/** The items of the list at a path; none if no list is there. */
export function itemsAt(seed: unknown, path: Path): readonly unknown[] {
  const items = valueAt(seed, path)
  return Array.isArray(items) ? items : []
}

/** The list at a path of a seed, as far as its path says what it is. */
export const listAt = (seed: unknown, path: Path, rest: Partial<SeedList> = {}): SeedList => ({
  path,
  items: itemsAt(seed, path),
  named: namedBy(path.at(-1)),
  stream: path.slice(-1).map(String),
  of: '',
  ...rest,
})
