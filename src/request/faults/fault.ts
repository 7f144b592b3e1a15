import { DELAY_MS_MAX, parseDelay } from '../../core/durations.js'
import type { RandomStream } from '../../core/random.js'
import { joinedHeader } from '../../core/raw-headers.js'
import { Refusal, type ServiceRefusalCode } from '../../core/refusal.js'
import { isConnectionFault, isHalving } from '../../domain/faults/connection-faults.js'
import { contradictionsIn } from '../../domain/faults/contradictions.js'
import type { Fault, FaultEffect, FiredFault } from '../../domain/faults/fault.js'
import type { Gaps } from '../../domain/profile/gaps.js'
import { BODILESS, type Reply } from '../../domain/requests/reply.js'
import type { ServiceCall } from '../call.js'
import { messageFor, messageOf, reasonHeader } from '../errors.js'

/** Lets a request ask for a fault. */
export const FAULT_HEADER = 'x-emulator-fault'

export const fired = ({ id, spec }: Fault): FiredFault => ({ id, effect: spec })

/** Returns true if the client doesn't get the real answer. It still does if the fault only delays it. */
export function replaces({ effect }: FiredFault): boolean {
  return effect.status !== undefined || effect.connection !== undefined
}

/** Returns true if the operation runs despite the fault, since only an existing answer can be lost or cut off. */
export function runsOperation(fault: FiredFault): boolean {
  const { effect, connection, status } = fault.effect
  if (!replaces(fault) || effect === 'after') return true
  // An answer can't be cut in half unless there is one.
  return isHalving(connection) && status === undefined
}

/** In real ms. */
export function delayOf({ effect }: FiredFault, chances: () => RandomStream): number {
  const { delay = 0 } = effect
  return typeof delay === 'number' ? delay : delay.min + chances().next() * (delay.max - delay.min)
}

/** Undefined if the real answer is used. */
export function faultReply(fault: FiredFault, context: FaultContext, gaps: Gaps): Reply | undefined {
  const { effect } = fault
  const { status } = effect
  if (status === undefined) return undefined
  const body = bodyOf(status, effect.body, context, gaps)
  const isVerbatim = effect.body !== undefined || effect.headers !== undefined
  return { status, headers: headersOf(fault, status, context), body, isInjected: true, isVerbatim }
}

/** The fault's own headers take precedence. */
function headersOf({ id, effect }: FiredFault, status: number, context: FaultContext): string[] {
  const { headers = {}, retryAfter } = effect
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const all = Object.entries(headers).flat()
  if (status === 405 && !names.has('allow')) all.unshift('Allow', otherMethods(context))
  if (retryAfter !== undefined && !names.has('retry-after')) all.unshift('Retry-After', String(retryAfter))
  if (!names.has('x-emulator-reason')) all.unshift('X-Emulator-Reason', reasonHeader(`injected fault ${id}`))
  return all
}

function bodyOf(status: number, body: unknown, context: FaultContext, gaps: Gaps): string | undefined {
  if (BODILESS.has(status)) return undefined
  if (body === undefined) return usualBody(status, context, gaps)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/**
 * Parses the fault that a request itself asks for, e.g. `503`, `reset` or `503; effect=after; delay=200ms`.
 *
 * @throws Refusal invalid_request if something is malformed, given twice, or would have no effect
 */
export function requestedFault(rawHeaders: readonly string[]): FiredFault | undefined {
  const header = joinedHeader(rawHeaders, FAULT_HEADER)
  if (header === undefined) return undefined
  const effect: FaultEffect = {}
  for (const part of header.split(';')) {
    const read = readPart(part.trim())
    const twice = Object.keys(read).find((name) => Object.hasOwn(effect, name))
    if (twice !== undefined) throw malformed(`it gives the ${twice} twice`)
    Object.assign(effect, read)
  }
  const [idle] = contradictionsIn(effect)
  if (idle !== undefined) throw malformed(idle.problem)
  return { id: FAULT_HEADER, effect }
}

function readPart(part: string): FaultEffect {
  const [name = '', value, ...others] = part.split('=').map((text) => text.trim())
  if (others.length > 0) throw malformed(`${JSON.stringify(part)} is not understood`)
  const status = value === undefined ? name : name === 'status' ? value : ''
  if (/^[2-5]\d\d$/.test(status)) return { status: Number(status) }
  const connection = value === undefined ? name : name === 'connection' ? value : ''
  if (isConnectionFault(connection)) return { connection }
  if (name === 'effect' && (value === 'before' || value === 'after')) return { effect: value }
  if (name === 'retryAfter' && /^\d{1,9}$/.test(value ?? '')) return { retryAfter: Number(value) }
  const delay = name === 'delay' && value !== undefined ? parseDelay(value) : undefined
  if (delay !== undefined && delay <= DELAY_MS_MAX) return { delay }
  throw malformed(`${JSON.stringify(part)} is not understood`)
}

function malformed(problem: string): Refusal {
  return new Refusal('invalid_request', `X-Emulator-Fault: ${problem}`, {
    hint: 'write 503, or reset, or 503; effect=after; delay=200ms; retryAfter=5',
  })
}

type FaultContext = Pick<ServiceCall, 'operation' | 'service' | 'resource' | 'key' | 'request'>

/**
 * Returns the body that the service would send with this status. Used by faults that don't set a body. Since the
 * operation didn't run, the members of a success are empty.
 */
function usualBody(status: number, context: FaultContext, gaps: Gaps): string | undefined {
  if (status >= 400) return errorFor(status, context, gaps)
  if (status >= 300) return undefined
  return context.operation?.emptySuccess(context, gaps) ?? context.service.errors.emptySuccess
}

/** Lists the path's other methods, for the Allow header of a 405. */
function otherMethods({ operation, service }: FaultContext): string {
  const others = service.operations.filter(
    ({ path, method }) => path === operation?.path && method !== operation.method,
  )
  return others.map(({ method }) => method).join(', ')
}

function errorFor(status: number, context: FaultContext, gaps: Gaps): string {
  const { errors } = context.service
  const cause = causeOf(status, context)
  const isQuota = cause === 'monthly_quota_exceeded'
  const code = isQuota ? cause : errors.codeOf(status, gaps)
  const message = cause === undefined ? messageFor(status, errors) : messageOf(cause, status, errors)
  return errors.body(code, message, gaps)
}

/** Returns the only reason why the operation would answer with this status, if there is exactly one. */
function causeOf(status: number, { operation }: FaultContext): ServiceRefusalCode | undefined {
  const { credential, counts, path } = operation ?? {}
  const hasQuota = counts !== undefined && counts !== 'deletes'
  if (status === 429 && hasQuota) return 'monthly_quota_exceeded'
  if (status !== 404 || path === undefined) return undefined
  if (credential === 'database-key' || credential === 'none') return undefined
  return path.includes('{key}') ? 'entry_missing' : 'resource_missing'
}
