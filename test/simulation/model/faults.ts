import type { ModelCall } from '../../../conformance/model/call.js'
import type { ModelFault, ModelFaultSpec, ModelState } from '../../../conformance/model/state.js'
import { momentOf } from './lengths.js'

/** The effect of a fault on a call (docs/DESIGN.md section 5). */
export interface Strike {
  readonly id: string
  readonly status: number | undefined
  readonly isBroken: boolean
  readonly isAfter: boolean
  readonly retryAfter: number | undefined
}

export const FAULT_HEADER = 'x-emulator-fault'

/** Appends the faults. One with an existing id replaces that fault at the same position. */
export function addFaults(state: ModelState, specs: readonly ModelFaultSpec[], now: number): string[] {
  const given = new Set(specs.map(({ id }) => id))
  return specs.map((spec) => {
    let id = spec.id
    while (id === undefined) {
      const next = `f_${++state.lastFaultId}`
      if (!given.has(next) && state.faults.every((fault) => fault.id !== next)) id = next
    }
    const fault: ModelFault = {
      id,
      spec,
      from: spec.from === undefined ? undefined : momentOf(spec.from, now),
      until: spec.until === undefined ? undefined : momentOf(spec.until, now),
      enabled: spec.enabled ?? true,
      matches: 0,
      hits: 0,
    }
    const place = state.faults.findIndex((other) => other.id === id)
    if (place < 0) state.faults.push(fault)
    else state.faults[place] = fault
    return id
  })
}

/** Returns the fault requested in the header, or otherwise the first one in the list that applies. */
export function strikeOf(
  state: ModelState,
  call: ModelCall,
  caller: string | null,
): Strike | 'malformed' | undefined {
  if (call.fault !== undefined) return requested(call.fault)
  const { now } = state.clock
  for (const fault of state.faults) {
    const { spec, from, until } = fault
    const isInForce =
      fault.enabled && (from === undefined || now >= from) && (until === undefined || now < until)
    if (!isInForce || !isFor(spec.match ?? {}, call, caller)) continue
    fault.matches++
    if (fault.matches <= (spec.after ?? 0)) continue
    if (spec.times !== undefined && fault.hits >= spec.times) continue
    if (spec.probability === 0) continue
    fault.hits++
    return {
      id: fault.id,
      status: spec.status,
      isBroken: spec.connection !== undefined,
      isAfter: spec.effect === 'after',
      retryAfter: spec.retryAfter,
    }
  }
  return undefined
}

/** Parses the header. Only supports what the steps use, e.g. "503", "503; effect=after" and "reset". */
function requested(header: string): Strike | 'malformed' {
  const [what = '', effect] = header.split('; ')
  const isStatus = /^[45]\d\d$/.test(what)
  if (!isStatus && what !== 'reset') return 'malformed'
  return {
    id: FAULT_HEADER,
    status: isStatus ? Number(what) : undefined,
    isBroken: what === 'reset',
    isAfter: effect === 'effect=after',
    retryAfter: undefined,
  }
}

function isFor(match: NonNullable<ModelFaultSpec['match']>, call: ModelCall, caller: string | null): boolean {
  const { operation, method, path, namespace, store, key, credential, header = {} } = match
  return (
    (operation === undefined || (call.operation !== null && fits(operation, call.operation))) &&
    (method === undefined || method === call.method) &&
    (path === undefined || fits(path, call.path)) &&
    (namespace === undefined ||
      (call.service === 'kv' && call.operation !== null && namespace === call.resource)) &&
    (store === undefined ||
      (call.service === 'config' && call.operation !== null && store === call.resource)) &&
    (key === undefined || key === call.key) &&
    (credential === undefined || credential === caller) &&
    Object.entries(header).every(([name, value]) => call.headers[name] === value)
  )
}

/** `*` matches anything except slashes, and `**` matches anything. */
function fits(glob: string, text: string): boolean {
  const pattern = glob
    .split(/(\*+)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.\\^$+?()[\]{}|]/g, '\\$&'),
    )
  return new RegExp(`^${pattern.join('')}$`).test(text)
}
