import type { ManyNames } from '../../core/json/many-names.js'
import { setField } from '../../core/objects.js'
import type { FieldPlace } from './places.js'
import type { NumberUse } from './source-numbers.js'

/** A mapping or list of JSON whose closing bracket was not read yet. */
export interface Open {
  readonly data: Record<string, unknown> | unknown[]
  readonly use: NumberUse
  /** Where it begins. */
  readonly start: number
  /** The places of items or fields, where they may be noted. */
  readonly offsets?: number[]
  readonly fields?: Map<string, FieldPlace>
  /** How many were read. */
  members: number
  /** The field that was read last; empty where there is none. */
  name: string
  /** Of a large mapping. */
  names?: ManyNames
}

/** Puts a value in the place of the item or field that was read last. */
export function replaceLast({ data, name }: Open, value: unknown): void {
  if (Array.isArray(data)) data[data.length - 1] = value
  else setField(data, name, value)
}

/** Lists of so few items are copied: V8 gives each of them room for 17 when it gets its first one. */
const FEW_ITEMS = 8

/**
 * What was read to its end; a list of few items is put as a copy, which has room for no more, where it was.
 *
 * @param holder what it is the newest member of; undefined for the whole
 */
export function withoutRoom(data: Open['data'], holder: Open | undefined): Open['data'] {
  if (!Array.isArray(data) || data.length > FEW_ITEMS || holder === undefined) return data
  const copy = data.slice()
  replaceLast(holder, copy)
  return copy
}
