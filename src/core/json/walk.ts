import { isObject } from '../objects.js'

/** Where an item is in the data that is looked through. */
export interface WalkPlace {
  /** How many lists and mappings it lies in. */
  readonly depth: number
  /** The names and positions that lead to it, made when it is asked for: most are not. */
  path(): (string | number)[]
}

/** A list or mapping that is looked through, the names of a mapping, and how far that came. */
interface Open {
  readonly data: object
  readonly names: readonly string[] | undefined
  readonly length: number
  next: number
}

/**
 * Shows data, and all that lies in it at any depth, in slices.
 *
 * @param visit false: it is enough
 * @returns false where it was enough
 */
export function walk(data: unknown, visit: (item: unknown, place: WalkPlace) => boolean): boolean {
  const open: Open[] = [opened([data])]
  const place: WalkPlace = {
    get depth() {
      return open.length - 1
    },
    path: () => open.slice(1).map(({ names, next }) => names?.[next - 1] ?? next - 1),
  }
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (last.next === last.length) {
      open.pop()
      continue
    }
    const item: unknown = Reflect.get(last.data, last.names?.[last.next] ?? last.next)
    last.next++
    if (!visit(item, place)) return false
    if (isObject(item)) open.push(opened(item))
  }
  return true
}

function opened(data: object): Open {
  if (Array.isArray(data)) return { data, names: undefined, length: data.length, next: 0 }
  const names = Object.keys(data)
  return { data, names, length: names.length, next: 0 }
}
