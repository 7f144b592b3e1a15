import * as v from 'valibot'
import { messageOf } from '../../core/expected.js'
import type { Counters } from '../../domain/quotas.js'
import { asJsonSchema, count, mapping } from './fields.js'

const counters = {
  reads: v.exactOptional(count),
  writes: v.exactOptional(count),
  deletes: v.exactOptional(count),
  lists: v.exactOptional(count),
  storageBytes: v.exactOptional(
    v.never(
      messageOf(() => ({
        message: 'storageBytes is not a counter: it follows from the entries',
        hint: 'leave it out; limits.storageBytes sets the limit',
      })),
    ),
  ),
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** Counters for the current month, counters by month, or both. */
export interface Usage {
  readonly reads?: number
  readonly writes?: number
  readonly deletes?: number
  readonly lists?: number
  readonly [month: string]: number | Usage | undefined
}

function usageOf(input: unknown): v.GenericSchema<unknown> {
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : []
  const months = names.filter((name) => MONTH.test(name))
  const byMonth = months.map((month) => [
    month,
    v.exactOptional(mapping('the counters of a month', counters)),
  ])
  return mapping('usage', { ...counters, ...Object.fromEntries(byMonth) }, undefined, (name) =>
    /^\d/.test(name) ? 'write a month like 2026-01' : undefined,
  )
}

const countersShown = {
  type: 'object',
  properties: Object.fromEntries(
    ['reads', 'writes', 'deletes', 'lists'].map((name) => [name, { type: 'integer', minimum: 0 }]),
  ),
}

export const usage = v.pipe(
  v.lazy(usageOf),
  v.transform((value) => value as Usage),
  asJsonSchema({
    ...countersShown,
    patternProperties: { [MONTH.source]: { ...countersShown, additionalProperties: false } },
    additionalProperties: false,
  }),
)

/** @param current the month that counters without a month belong to */
export function countersByMonth(
  given: Usage,
  current: string,
): readonly [month: string, Partial<Counters>][] {
  const own: Record<string, number> = {}
  const months: [string, Partial<Counters>][] = []
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'number') own[name] = value
    else if (value !== undefined) months.push([name, value as Partial<Counters>])
  }
  return Object.keys(own).length === 0 ? months : [[current, own], ...months]
}
