import type * as v from 'valibot'
import { isLong } from '../../core/json/long-json.js'
import { isObject, isRecord } from '../../core/objects.js'
import type { Path } from '../text/problems.js'
import type { CheckInSlices } from './exact-json.js'

/** The parts of a valibot schema that say what lies within what. */
export interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>
  readonly item?: Shape
  readonly wrapped?: Shape
  readonly getter?: (input: unknown) => Shape
  /** Itself, and what is done besides: checks, descriptions. */
  readonly pipe?: readonly { readonly kind: string }[]
  /** Of what may be long, and is checked by itself: what is wrong with it. */
  readonly inSlices?: CheckInSlices
}

/** A long value that is checked by itself. */
interface LongValue {
  readonly value: unknown
  readonly path: Path
  readonly check: CheckInSlices
}

/** A piece of data that can be checked by itself. */
interface Part {
  readonly schema: v.GenericSchema & Shape
  readonly data: unknown
  readonly path: Path
  /** The long values in it that are checked by themselves; in their places are empty ones. */
  readonly values: readonly LongValue[]
}

/** The items of a list, taken out of what holds it. */
interface Items {
  readonly schema: Shape
  readonly items: readonly unknown[]
  readonly path: Path
}

/**
 * Takes data apart into what can be checked by itself: first all that is above the lists, which are empty there, then
 * each item, taken apart likewise.
 */
export function* partsOf(schema: v.GenericSchema | Shape, data: unknown, path: Path): Generator<Part> {
  const lists: Items[] = []
  const shape = schema as Part['schema']
  const values: LongValue[] = []
  const rest = withoutValues(shape, withoutItems(shape, data, path, lists), path, values)
  yield { schema: shape, data: rest, path, values }
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

/** The data with long values in its fields empty: checks of the whole look at most whether there are any. */
function withoutValues(shape: Shape, data: unknown, path: Path, values: LongValue[]): unknown {
  if (!isRecord(data)) return data
  let rest = data
  for (const [name, check] of valueFieldsOf(shape.getter?.(data) ?? shape)) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (!isLong(value)) continue
    values.push({ value, path: [...path, name], check })
    rest = { ...rest, [name]: emptyOf(value) }
  }
  return rest
}

/** An empty value of the same type; JSON text for a text, which may be meant as that. */
function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return []
  return isObject(value) ? {} : '""'
}

type ValueField = readonly [name: string, check: CheckInSlices]

const valueFields = new WeakMap<Shape, readonly ValueField[]>()

/** The fields of a mapping whose values may be long. */
function valueFieldsOf(shape: Shape): readonly ValueField[] {
  const known = valueFields.get(shape)
  if (known !== undefined) return known
  const fields = Object.entries(shape.entries ?? {}).flatMap(([name, field]) => {
    const check = (field.wrapped ?? field).inSlices
    return check === undefined ? [] : [[name, check] as const]
  })
  valueFields.set(shape, fields)
  return fields
}
