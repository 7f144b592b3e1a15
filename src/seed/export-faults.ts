import { withoutUndefined } from '../core/objects.js'
import type { Fault, FaultEffect } from '../domain/faults/fault.js'
import { exportInstant, inLines, isExact } from './export-value.js'
import { EFFECT_FIELDS, FAULT_FIELDS, type FaultSeed } from './schema/fault.js'

/** @param now in ms */
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

  /** Seeds reject an empty window if both of its ends are instants, but not if one is relative. */
  function exportUntil(): string | number | undefined {
    if (until === undefined) return undefined
    return from === undefined || from < until ? exportInstant(until) : signed(until - now)
  }
}

export const exportEffect = (fault: FaultEffect): FaultEffect =>
  inOrder(EFFECT_FIELDS, { ...fault, body: exportBody(fault.body) })

/** Uses a fixed order of fields, so that equal states export to equal text. */
const inOrder = <T extends object>(names: readonly string[], fault: T) =>
  withoutUndefined(Object.fromEntries(names.map((name) => [name, Reflect.get(fault, name)])) as T)

/** Any body that isn't text is sent as JSON, so if a seed can't hold its value we export the JSON text instead. */
function exportBody(body: unknown): unknown {
  if (body === undefined || typeof body === 'string') return body
  const text = JSON.stringify(body)
  return isExact(body) ? inLines(body, text) : text
}

const signed = (ms: number): string => `${ms < 0 ? '-' : '+'}${Math.abs(ms)}ms`
