import type * as v from 'valibot'
import { isRecord } from '../../core/objects.js'
import type { Path } from '../text/problems.js'

/** The parts of a valibot schema that say what is within what. */
export interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>
  readonly item?: Shape
  readonly wrapped?: Shape
  readonly getter?: (input: unknown) => Shape
  /** Itself, and what is done besides: checks, descriptions. */
  readonly pipe?: readonly { readonly kind: string }[]
}

/** A piece of data that can be checked by itself. */
interface Part {
  readonly schema: v.GenericSchema & Shape
  readonly data: unknown
  readonly path: Path
}

/** The items of a list, taken out of what holds it. */
interface Items {
  readonly schema: Shape
  readonly items: readonly unknown[]
  readonly path: Path
}

/**
 * Takes data apart into what can be checked by itself: first all that is above the lists, which are empty
 * there, then each item, taken apart in the same way.
 */
export function* partsOf(schema: v.GenericSchema | Shape, data: unknown, path: Path): Generator<Part> {
  const lists: Items[] = []
  const shape = schema as Part['schema']
  yield { schema: shape, data: withoutItems(shape, data, path, lists), path }
  for (const list of lists) {
    for (const [index, item] of list.items.entries()) {
      yield* partsOf(list.schema, item, [...list.path, index])
    }
  }
}

/** The data with its lists empty; their items go to `lists`. What is checked as a whole stays whole. */
function withoutItems(shape: Shape, data: unknown, path: Path, lists: Items[]): unknown {
  if (shape.wrapped !== undefined) return withoutItems(shape.wrapped, data, path, lists)
  if (shape.getter !== undefined) return withoutItems(shape.getter(data), data, path, lists)
  if (shape.pipe?.slice(1).some(({ kind }) => kind !== 'metadata')) return data
  if (shape.item !== undefined && Array.isArray(data)) {
    lists.push({ schema: shape.item, items: data, path })
    return []
  }
  if (shape.entries === undefined || !isRecord(data)) return data
  let rest = data
  for (const [name, field] of Object.entries(shape.entries)) {
    if (!Object.hasOwn(data, name)) continue
    const value = withoutItems(field, data[name], [...path, name], lists)
    if (value !== data[name]) rest = { ...rest, [name]: value }
  }
  return rest
}
