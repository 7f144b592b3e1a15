import { validateHeaderName } from 'node:http'
import { durationMs, parseDuration } from '../core/durations.js'
import type { RandomStream } from '../core/random.js'
import { Refusal } from '../core/refusal.js'
import type { ConnectionFault, Fault, FaultEffect } from '../domain/faults.js'
import type { Profile } from '../domain/profile.js'
import type { DataRequest, Reply } from './call.js'
import { codeFor, errorBody, type Interface, reasonHeader } from './errors.js'

/** A fault that fired: from the list, or asked for by the request itself. */
export interface FiredFault {
  /** Its id; FAULT_HEADER where the request asked for it. */
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

/** Real ms that the fault holds the answer: such as a timer can wait. */
export function delayOf({ effect }: FiredFault, chances: () => RandomStream): number {
  const { delay = 0 } = effect
  const ms = typeof delay === 'number' ? delay : delay.min + chances().next() * (delay.max - delay.min)
  return Math.min(ms, DELAY_MS_MAX)
}

/** They say where an answer ends: a fault that changed one would make two answers of one, or half of one. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'trailer'])

/** What keeps a header of a fault from being sent, as a sentence; undefined where nothing does. */
export function headerProblem(name: string, value: string): string | undefined {
  if (FRAMING.has(name.toLowerCase())) return `the emulator itself writes ${name}`
  try {
    validateHeaderName(name)
  } catch {
    return 'a header name is made of letters, digits and hyphens'
  }
  // Others are no headers, or are read by one client as Latin-1 and by another as UTF-8.
  return /^[\t -~]*$/.test(value) ? undefined : `${name} may hold printable ASCII only, so no line break`
}

/** The answer that a fault puts in place of the real one; undefined where it leaves the real one. */
export function faultReply(
  { id, effect }: FiredFault,
  interface_: Interface,
  profile: Profile,
): Reply | undefined {
  const { status } = effect
  if (status === undefined) return undefined
  const body = bodyOf(id, status, effect.body, interface_, profile)
  return { status, headers: headersOf(id, effect), body, isInjected: true }
}

/** The fault's own headers win. One that cannot be sent is left out: writing it would end the process. */
function headersOf(id: string, { headers, retryAfter }: FaultEffect): string[] {
  const given = Object.entries(headers ?? {}).filter(([name, value]) => !headerProblem(name, value))
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const all = given.flat()
  if (retryAfter !== undefined && !names.has('retry-after')) all.unshift('Retry-After', String(retryAfter))
  if (!names.has('x-emulator-reason')) all.unshift('X-Emulator-Reason', reasonHeader(`injected fault ${id}`))
  return all
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
 * @throws Refusal invalid_request for what is malformed, given twice, or would do nothing
 */
export function requestedFault(request: DataRequest): FiredFault | undefined {
  const header = request.header(FAULT_HEADER)
  if (header === undefined) return undefined
  const effect: FaultEffect = {}
  for (const part of header.split(';')) {
    const read = readPart(part.trim())
    const twice = Object.keys(read).find((name) => Object.hasOwn(effect, name))
    if (twice !== undefined) throw malformed(`it gives the ${twice} twice`)
    Object.assign(effect, read)
  }
  holdTogether(effect)
  return { id: FAULT_HEADER, effect }
}

/** What is without effect beside the rest is a slip of the pen, and a test that then passes proves nothing. */
function holdTogether({ status, connection, delay, retryAfter }: FaultEffect): void {
  if (status === undefined && retryAfter !== undefined) throw malformed('retryAfter goes with a status')
  if (status !== undefined && connection !== undefined && connection !== 'truncate') {
    throw malformed(`${connection} leaves no answer that could have the status ${status}`)
  }
  if (status === undefined && connection === undefined && delay === undefined) {
    throw malformed('it names no status, no connection fault and no delay')
  }
}

function readPart(part: string): FaultEffect {
  const [name = '', value, ...others] = part.split('=').map((text) => text.trim())
  if (others.length > 0) throw malformed(`${JSON.stringify(part)} is not understood`)
  if (value === undefined) {
    if (/^[2-5]\d\d$/.test(name)) return { status: Number(name) }
    if (CONNECTIONS.includes(name)) return { connection: name as ConnectionFault }
  }
  if (name === 'effect' && (value === 'before' || value === 'after')) return { effect: value }
  if (name === 'retryAfter' && /^\d{1,9}$/.test(value ?? '')) return { retryAfter: Number(value) }
  const delay = name === 'delay' && value !== undefined ? delayMs(value) : undefined
  if (delay !== undefined) return { delay }
  throw malformed(`${JSON.stringify(part)} is not understood`)
}

/** A bare number is ms here, as in a fault; with a fraction it would be read as seconds. */
function delayMs(text: string): number | undefined {
  if (/^\d+$/.test(text)) return inTimerRange(Number(text))
  const duration = /[a-z]$/i.test(text) ? parseDuration(text) : undefined
  return duration === undefined ? undefined : inTimerRange(durationMs(duration))
}

function inTimerRange(ms: number | undefined): number | undefined {
  return ms !== undefined && ms >= 0 && ms <= DELAY_MS_MAX ? ms : undefined
}

function malformed(problem: string): Refusal {
  return new Refusal('invalid_request', `X-Emulator-Fault: ${problem}`, {
    hint: 'write 503, or reset, or 503; effect=after; delay=200ms; retryAfter=5',
  })
}
