import { isRecord, valueAt } from '../core/objects.js'
import { hasTemplate } from './expand/templates.js'
import type { RecordKind } from './kind.js'
import type { Path } from './text/problems.js'

/** A list of a seed whose items are identified by key or id. */
export interface SeedList {
  readonly path: Path
  readonly items: readonly unknown[]
  /** The identifying field. */
  readonly named: 'key' | 'id'
  /** Set if its items are blocks of records. */
  readonly kind?: RecordKind
  /** Names the random stream of its templates. Must not depend on other lists. */
  readonly stream: readonly string[]
  /** The id of the namespace or store that contains it; empty if none. */
  readonly of: string
}

/**
 * Returns an item's identity, which finds duplicates and joins seeds (docs/DESIGN.md section 4). With `literal: true`
 * the text `{{index}}` is a key, distinct from the template.
 *
 * @param list the name of the list
 */
export function identityOf(item: unknown, list: string | number | undefined): string | undefined {
  if (!isRecord(item)) return undefined
  const name = item[namedBy(list)]
  // Ids may still be numbers, as they were read.
  if (typeof name === 'number') return String(name)
  if (typeof name !== 'string') return undefined
  return list === 'entries' && item.literal === true && hasTemplate(name) ? `literal ${name}` : name
}

export const namedBy = (list: string | number | undefined): 'key' | 'id' =>
  list === 'entries' || list === 'keys' ? 'key' : 'id'

/** Returns an empty list for a missing one. */
export function itemsAt(seed: unknown, path: Path): readonly unknown[] {
  const items = valueAt(seed, path)
  return Array.isArray(items) ? items : []
}

/** Describes the list at a path, as far as the path tells. */
export const listAt = (seed: unknown, path: Path, rest: Partial<SeedList> = {}): SeedList => ({
  path,
  items: itemsAt(seed, path),
  named: namedBy(path.at(-1)),
  stream: path.slice(-1).map(String),
  of: '',
  ...rest,
})
