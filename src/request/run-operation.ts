import { MAIN_SERVICE, type Operation } from '../contract/operations.js'
import { headerOf } from '../core/raw-headers.js'
import { asRefusal, Refusal } from '../core/refusal.js'
import { isEndless, isHalving } from '../domain/faults/connection-faults.js'
import type { FiredFault } from '../domain/faults/fault.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Outcome, Reply } from '../domain/requests/reply.js'
import type { OperationCall, ServiceCall } from './call.js'
import { refuse } from './errors.js'
import { delayOf, faultReply, fired, replaces, requestedFault, runsOperation } from './faults/fault.js'
import { beginWait, faultOfHold } from './faults/hold.js'

/** A call is either finished, or held before or after its operation. */
export type Progress =
  | { readonly phase: 'run'; readonly outcome: Outcome }
  | {
      readonly phase: 'held before' | 'held after'
      readonly fault: FiredFault
      /** Equal to `NOTHING` if the call is held before its operation. */
      readonly outcome: Outcome
    }

/**
 * Applies faults and runs the operation. By the time it returns, all changes to the world have been made. No further
 * fault is applied to a call that continues after a hold.
 *
 * @param monotonic returns monotonic real ms; undefined in replays
 */
export function run(call: ServiceCall, monotonic: (() => number) | undefined): Progress {
  const { holdEnd } = call.request
  let fault: FiredFault | undefined
  try {
    fault = holdEnd === undefined ? fire(call) : faultOfHold(holdEnd)
  } catch (error) {
    return { phase: 'run', outcome: { ...NOTHING, reply: refused(error, call) } }
  }
  if (fault === undefined) return { phase: 'run', outcome: { ...NOTHING, reply: operate(call) } }
  const { hold, effect } = fault.effect
  if (hold === true && effect !== 'after') return { phase: 'held before', fault, outcome: NOTHING }
  const real = runsOperation(fault) ? operate(call) : undefined
  const outcome = withFault(real, fault, call, monotonic)
  return hold === true ? { phase: 'held after', fault, outcome } : { phase: 'run', outcome }
}

export const NOTHING: Outcome = { reply: undefined, lost: undefined, faultAction: undefined }

/** The real answer is undefined if the operation doesn't run. */
function withFault(
  real: Reply | undefined,
  fault: FiredFault,
  call: ServiceCall,
  monotonic: (() => number) | undefined,
): Outcome {
  const { connection } = fault.effect
  const delayMs = delayOf(fault, () => call.world.random.stream('faults'))
  const isLate =
    monotonic !== undefined && (delayMs > 0 || isEndless(connection) || fault.effect.hold === true)
  const reply = faultReply(fault, call, call.gaps)
  const injected = reply && challenged(reply, call.operation, call.gaps)
  const isUnanswered = connection !== undefined && !isHalving(connection)
  return {
    reply: isUnanswered ? undefined : (injected ?? real),
    lost: replaces(fault) ? real : undefined,
    faultAction: {
      fault: fault.id,
      delayMs,
      connection,
      wait: call.held?.wait ?? (isLate ? beginWait(call, monotonic) : undefined),
    },
  }
}

/** A fault that the request itself asks for takes precedence over those in the list. */
function fire(call: ServiceCall): FiredFault | undefined {
  const { world, request } = call
  const requested = requestedFault(request.rawHeaders)
  if (requested !== undefined) return requested
  const fault = world.faults.fire(call, () => world.random.stream('faults'))
  if (fault === undefined) return undefined
  world.events.publish({ type: 'fault', change: 'fired', fault })
  return fired(fault)
}

/** Turns refusals into answers. */
function operate(call: ServiceCall): Reply {
  try {
    const { world, request, path, service } = call
    // The emulator's own paths are served on the key-value store's port.
    const address = request.otherAddressOf?.(path.startsWith('/_') ? MAIN_SERVICE : service.name)
    if (address !== undefined) throw servedElsewhere(address)
    if (call.operation === undefined) throw notEmulated(call)
    // Reads and deletes are always allowed.
    if (request.method === 'DELETE') world.heap.noteRemoval()
    else if (request.method !== 'GET') world.heap.admitWrite(request.body.length)
    return call.operation.run(call)
  } catch (error) {
    return refused(error, call)
  }
}

function refused(error: unknown, { world, service, operation, gaps }: ServiceCall): Reply {
  const refusal = asRefusal(error)
  // Varied by the code, so that an expired key reads exactly like a missing one (docs/CONTRACT.md, rules of A).
  if (world.grease !== undefined) gaps.refill(world.grease.vary(world.profile, refusal.code))
  return challenged(refuse(refusal, service, gaps), operation, gaps)
}

function notEmulated({ request, service, hint, allow }: Exclude<ServiceCall, OperationCall>): Refusal {
  const what = service.find === undefined ? 'the contract shows' : `${service.name} has`
  return new Refusal('not_emulated', `${what} no such operation (${request.method})`, { hint, allow })
}

function servedElsewhere(address: string): Refusal {
  const hint = `it is served at ${address}`
  return new Refusal('not_emulated', 'this service has its own port', { hint })
}

/** The WWW-Authenticate header by kind of credential. Keys have no registered scheme, so theirs names the header. */
const CHALLENGES: Readonly<Record<Exclude<Operation['credential'], 'none'>, string>> = {
  bearer: 'Bearer',
  'scoped-key': 'ApiKey header="X-KV-Key"',
  'database-key': 'ApiKey header="X-API-Key"',
}

/** Adds a challenge to a 401 if the profile asks for it (RFC 9110, 11.6.1). */
export function challenged(reply: Reply, operation: Operation | undefined, gaps: Gaps): Reply {
  // The answer only depends on the gap if it has a challenge.
  if (reply.status !== 401 || operation === undefined || !gaps.profile.auth.challenge) return reply
  if (operation.credential === 'none') return reply
  // A header set by a fault takes precedence.
  if (headerOf(reply.headers, 'www-authenticate') !== undefined) return reply
  gaps.note('auth.challenge')
  return { ...reply, headers: reply.headers.concat('WWW-Authenticate', CHALLENGES[operation.credential]) }
}
