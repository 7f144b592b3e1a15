import { isRecord, setField } from '../core/objects.js'
import { identityOf } from './items.js'

/** Called for fields that both seeds have. */
export type Join = (earlier: unknown, later: unknown) => unknown

const later: Join = (_, value) => value

/** Merges objects field by field. If a field has no join, the later value wins. */
export const fields = (joins: Readonly<Record<string, Join>>): Join =>
  fieldsBy((name) => (Object.hasOwn(joins, name) ? joins[name] : undefined))

const fieldsBy =
  (joinOf: (name: string) => Join | undefined): Join =>
  (a, b) => {
    if (!isRecord(a) || !isRecord(b)) return b
    const joined: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(a)) setField(joined, name, value)
    for (const [name, value] of Object.entries(b)) {
      const join = Object.hasOwn(a, name) ? joinOf(name) : undefined
      setField(joined, name, join === undefined ? value : join(a[name], value))
    }
    return joined
  }

/** Used for e.g. the profile and usage by month. */
export const deep: Join = fieldsBy(() => deep)

/** Merges items with the same key or id in place, and appends all others. */
export function items(list: string, join: Join = later): Join {
  return (a, b) => {
    const joined = [...(a as readonly unknown[])]
    const places = new Map(joined.map((item, index) => [identityOf(item, list), index]))
    for (const item of b as readonly unknown[]) {
      const name = identityOf(item, list)
      const place = name === undefined ? undefined : places.get(name)
      if (place === undefined) joined.push(item)
      else joined[place] = join(joined[place], item)
    }
    return joined
  }
}
