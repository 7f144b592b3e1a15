import { isRecord, valueAt } from '../core/objects.js'
import { hasTemplate } from './expand/templates.js'
import type { RecordKind } from './kind.js'
import type { Path } from './text/problems.js'

export interface SeedList {
  readonly path: Path
  readonly items: readonly unknown[]
  /** The field that identifies an item. */
  readonly named: 'key' | 'id'
  /** Set if the list's items are blocks of records. */
  readonly kind?: RecordKind
  /** Names the random stream for the list's templates. It mustn't depend on other lists. */
  readonly stream: readonly string[]
  /** The id of the namespace or store that contains the list, or an empty string. */
  readonly of: string
}

/**
 * Returns the identity used to find duplicates and to join seeds (docs/DESIGN.md section 4). With `literal: true`, the
 * text `{{index}}` is a key in its own right and differs from the template.
 *
 * @param list the list's name
 */
export function identityOf(item: unknown, list: string | number | undefined): string | undefined {
  if (!isRecord(item)) return undefined
  const name = item[namedBy(list)]
  // At this point, ids may still be numbers.
  if (typeof name === 'number') return String(name)
  if (typeof name !== 'string') return undefined
  return list === 'entries' && item.literal === true && hasTemplate(name) ? `literal ${name}` : name
}

export const namedBy = (list: string | number | undefined): 'key' | 'id' =>
  list === 'entries' || list === 'keys' ? 'key' : 'id'

/** Returns an empty list if there isn't one at that path. */
export function itemsAt(seed: unknown, path: Path): readonly unknown[] {
  const items = valueAt(seed, path)
  return Array.isArray(items) ? items : []
}

/** `rest` overrides what we derive from the path. */
export const listAt = (seed: unknown, path: Path, rest: Partial<SeedList> = {}): SeedList => ({
  path,
  items: itemsAt(seed, path),
  named: namedBy(path.at(-1)),
  stream: path.slice(-1).map(String),
  of: '',
  ...rest,
})
