import { withoutUndefined } from '../core/objects.js'
import type { Fault, FaultEffect } from '../domain/faults/fault.js'
import { exportInstant, inLines, isExact } from './export-value.js'
import { EFFECT_FIELDS, FAULT_FIELDS, type FaultSeed } from './schema/fault.js'

/** Writes a fault the way a seed does. `now` in ms. */
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

  /** A window with relative moments may turn out empty, but two instants that make an empty one would be rejected. */
  function exportUntil(): string | number | undefined {
    if (until === undefined) return undefined
    return from === undefined || from < until ? exportInstant(until) : signed(until - now)
  }
}

/** Writes the effect of a fault the way a seed does. */
export const exportEffect = (fault: FaultEffect): FaultEffect =>
  inOrder(EFFECT_FIELDS, { ...fault, body: exportBody(fault.body) })

/** Orders fields consistently, so equal states give equal text. */
const inOrder = <T extends object>(names: readonly string[], fault: T) =>
  withoutUndefined(Object.fromEntries(names.map((name) => [name, Reflect.get(fault, name)])) as T)

/** A body that isn't text is sent as JSON anyway, so one that no seed can hold is written as its JSON text. */
function exportBody(body: unknown): unknown {
  if (body === undefined || typeof body === 'string') return body
  const text = JSON.stringify(body)
  return isExact(body) ? inLines(body, text) : text
}

/** Formats an offset from the origin. */
const signed = (ms: number): string => `${ms < 0 ? '-' : '+'}${Math.abs(ms)}ms`
