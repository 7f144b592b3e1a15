import { withoutUndefined } from '../core/objects.js'
import type { Fault, FaultEffect } from '../domain/faults/fault.js'
import { exportInstant, inLines, isExact } from './export-value.js'
import { EFFECT_FIELDS, FAULT_FIELDS, type FaultSeed } from './schema/fault.js'

/** A fault as a seed has it. `now` in ms. */
export function exportFault(
  { id, spec, from, until, enabled, matches, hits }: Fault,
  now: number,
): FaultSeed {
  const window = { from: from === undefined ? undefined : exportInstant(from), until: exportUntil() }
  return inOrder(FAULT_FIELDS, {
    ...spec,
    id,
    enabled,
    matches,
    hits,
    ...window,
    body: exportBody(spec.body),
  })

  /** A window may turn out empty if a moment of it was relative; of two instants that would be refused. */
  function exportUntil(): string | number | undefined {
    if (until === undefined) return undefined
    return from === undefined || from < until ? exportInstant(until) : signed(until - now)
  }
}

/** The effect of a fault, as a seed writes it. */
export const exportEffect = (fault: FaultEffect): FaultEffect =>
  inOrder(EFFECT_FIELDS, { ...fault, body: exportBody(fault.body) })

/** The fields that are given, always in the same order, so that one state has one text. */
const inOrder = <T extends object>(names: readonly string[], fault: T) =>
  withoutUndefined(Object.fromEntries(names.map((name) => [name, Reflect.get(fault, name)])) as T)

/** A fault sends a body that is not text as its JSON, so the JSON of a body that no seed can hold is the same body. */
function exportBody(body: unknown): unknown {
  if (body === undefined || typeof body === 'string') return body
  const text = JSON.stringify(body)
  return isExact(body) ? inLines(body, text) : text
}

/** A length of time from the origin. */
const signed = (ms: number): string => `${ms < 0 ? '-' : '+'}${Math.abs(ms)}ms`
