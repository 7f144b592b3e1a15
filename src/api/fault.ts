import { durationMs, parseDuration } from '../core/durations.js'
import type { RandomStream } from '../core/random.js'
import { Refusal } from '../core/refusal.js'
import type { ConnectionFault, Fault, FaultEffect } from '../domain/faults.js'
import type { Profile } from '../domain/profile.js'
import type { DataRequest, Reply } from './call.js'
import { codeFor, errorBody, type Interface, reasonHeader } from './errors.js'

/** A fault that fired: from the list, or asked for by the request itself. */
export interface FiredFault {
  /** Its id; "header" where the request asked for it. */
  readonly id: string
  readonly effect: FaultEffect
}

/** What happens to an answer on its way out. */
export interface Disturbance {
  readonly fault: string
  /** Real ms that the finished answer is held. */
  readonly delayMs: number
  readonly connection: ConnectionFault | undefined
}

/** The request header by which a request asks for a fault. */
export const FAULT_HEADER = 'x-emulator-fault'

/** Node's timers end here: a longer one would fire at once. */
const DELAY_MS_MAX = 2 ** 31 - 1

const CONNECTIONS: readonly string[] = [
  'reset',
  'close',
  'hang',
  'truncate',
  'garbage',
] satisfies ConnectionFault[]

export const fired = ({ id, spec }: Fault): FiredFault => ({ id, effect: spec })

/** Whether the client gets something else than the real answer; a mere delay leaves it that. */
export function replaces({ effect }: FiredFault): boolean {
  return effect.status !== undefined || effect.connection !== undefined
}

/** Whether the operation runs although the fault fired: an answer is lost only after there is one. */
export function runsOperation(fault: FiredFault): boolean {
  const { effect, connection, status } = fault.effect
  if (!replaces(fault) || effect === 'after') return true
  // Half of an answer supposes an answer.
  return connection === 'truncate' && status === undefined
}

/** Real ms that the fault holds the answer. */
export function delayOf({ effect }: FiredFault, chances: () => RandomStream): number {
  const { delay } = effect
  if (typeof delay !== 'object') return delay ?? 0
  return delay.min + chances().next() * (delay.max - delay.min)
}

/** The answer that a fault puts in place of the real one; undefined where it leaves the real one. */
export function faultReply(
  { id, effect }: FiredFault,
  interface_: Interface,
  profile: Profile,
): Reply | undefined {
  const { status } = effect
  if (status === undefined) return undefined
  const headers = ['X-Emulator-Reason', reasonHeader(`injected fault ${id}`)]
  if (effect.retryAfter !== undefined) headers.push('Retry-After', String(effect.retryAfter))
  for (const [name, value] of Object.entries(effect.headers ?? {})) headers.push(name, value)
  return { status, headers, body: bodyOf(id, status, effect.body, interface_, profile), isInjected: true }
}

/** A left-out body is what the service would send with that status. */
function bodyOf(
  id: string,
  status: number,
  body: unknown,
  interface_: Interface,
  profile: Profile,
): string | undefined {
  if (status === 204 || status === 304) return undefined
  if (body !== undefined) return typeof body === 'string' ? body : JSON.stringify(body)
  if (status < 400) return interface_ === 'C' ? '{}' : '{"ok":true}'
  return errorBody(interface_, codeFor(interface_, status, profile), `injected fault ${id}`, profile)
}

/**
 * Reads the fault that a request asks for by itself: `503`, `reset`, `503; effect=after; delay=200ms`.
 *
 * @throws Refusal parameter_invalid
 */
export function requestedFault(request: DataRequest): FiredFault | undefined {
  const header = request.header(FAULT_HEADER)
  if (header === undefined) return undefined
  const parts = header.split(';').map((part) => readPart(part.trim()))
  return { id: FAULT_HEADER, effect: Object.assign({}, ...parts) }
}

function readPart(part: string): FaultEffect {
  const [name = '', value] = part.split('=').map((text) => text.trim())
  if (value === undefined) {
    if (/^[2-5]\d\d$/.test(name)) return { status: Number(name) }
    if (CONNECTIONS.includes(name)) return { connection: name as ConnectionFault }
  }
  if (name === 'effect' && (value === 'before' || value === 'after')) return { effect: value }
  if (name === 'retryAfter' && /^\d{1,9}$/.test(value ?? '')) return { retryAfter: Number(value) }
  const delay = name === 'delay' && value !== undefined ? delayMs(value) : undefined
  if (delay !== undefined) return { delay }
  throw malformed(part)
}

/** A bare number is ms here, as in a fault. */
function delayMs(text: string): number | undefined {
  const ms = /^\d+$/.test(text) ? Number(text) : durationMs(parseDuration(text) ?? { months: 1, ms: 0 })
  return ms !== undefined && ms >= 0 && ms <= DELAY_MS_MAX ? ms : undefined
}

function malformed(part: string): Refusal {
  return new Refusal('parameter_invalid', `X-Emulator-Fault: "${part}" is not understood`, {
    hint: 'write 503, or reset, or 503; effect=after; delay=200ms; retryAfter=5',
  })
}
