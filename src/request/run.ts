import type { Operation } from '../contract/operations.js'
import { asRefusal, Refusal } from '../core/refusal.js'
import { isEndless, isHalving } from '../domain/faults/connection-faults.js'
import type { FaultSubject, FiredFault } from '../domain/faults/fault.js'
import { Gaps } from '../domain/profile/gaps.js'
import type { Grease } from '../domain/profile/grease.js'
import { headerOf, joinedHeader } from '../web/raw-headers.js'
import type { OperationCall, RequestContext } from './context.js'
import { refuse } from './errors.js'
import { delayOf, faultReply, fired, replaces, requestedFault, runsOperation } from './faults/fault.js'
import { faultOfHold } from './faults/hold.js'
import { beginWait } from './faults/wait.js'
import type { Outcome, Reply } from './message.js'

/** An outcome, and the fault that holds it. */
export interface HeldOutcome {
  /** Empty if the request is held before its operation. */
  readonly outcome: Outcome
  readonly holds?: FiredFault | undefined
}

/**
 * Lets faults fire and runs the operation. Every change to the world is made when it returns.
 *
 * @param monotonic real ms from some start; undefined: nobody waits for the answer
 */
export function run(
  context: RequestContext,
  grease: Grease | undefined,
  monotonic: (() => number) | undefined,
): HeldOutcome {
  const { holdEnd } = context.command
  let fault: FiredFault | undefined
  try {
    fault = holdEnd === undefined ? fire(context) : faultOfHold(holdEnd)
  } catch (error) {
    return { outcome: { ...NOTHING, reply: refused(error, context, grease) } }
  }
  const holds = fault?.effect.hold === true ? fault : undefined
  if (holds !== undefined && holds.effect.effect !== 'after') return { outcome: NOTHING, holds }
  const real = fault === undefined || runsOperation(fault) ? operate(context, grease) : undefined
  if (fault === undefined) return { outcome: { ...NOTHING, reply: real } }
  return { outcome: withFault(real, fault, context, monotonic), holds }
}

const NOTHING: Outcome = { reply: undefined, lost: undefined, faultAction: undefined }

/**
 * The outcome that a fault makes of the real answer.
 *
 * @param real undefined if the operation does not run
 */
function withFault(
  real: Reply | undefined,
  fault: FiredFault,
  context: RequestContext,
  monotonic: (() => number) | undefined,
): Outcome {
  const { connection } = fault.effect
  const delayMs = delayOf(fault, () => context.world.random.stream('faults'))
  const isLate =
    monotonic !== undefined && (delayMs > 0 || isEndless(connection) || fault.effect.hold === true)
  const reply = faultReply(fault, context, context.gaps)
  const injected = reply && challenged(reply, context.operation, context.gaps)
  const isUnanswered = connection !== undefined && !isHalving(connection)
  return {
    reply: isUnanswered ? undefined : (injected ?? real),
    lost: replaces(fault) ? real : undefined,
    faultAction: {
      fault: fault.id,
      delayMs,
      connection,
      wait: context.wait ?? (isLate ? beginWait(context, monotonic) : undefined),
    },
  }
}

/** The fault that the request asks for, or else the first of the list that fires. */
function fire(context: RequestContext): FiredFault | undefined {
  const { world, request, now } = context
  const requested = requestedFault(request)
  if (requested !== undefined) return requested
  const fault = world.faults.fire(subjectOf(context), now, () => world.random.stream('faults'))
  if (fault === undefined) return undefined
  world.events.publish({ type: 'fault', change: 'fired', fault })
  return fired(fault)
}

function subjectOf(context: RequestContext): FaultSubject {
  const { request, path, resource, key, credential } = context
  return {
    operation: context.operation?.id ?? null,
    method: request.method,
    path,
    namespace: context.service.holder === 'namespace' ? resource : undefined,
    store: context.service.holder === 'store' ? resource : undefined,
    key,
    credential,
    header: (name) => joinedHeader(request.rawHeaders, name),
  }
}

/** Runs the operation; a refusal that it throws becomes the answer. */
function operate(context: RequestContext, grease: Grease | undefined): Reply {
  try {
    // The paths of the emulator itself are served where A is.
    const asked = context.path.startsWith('/_') ? 'kv' : context.service.name
    const address = context.command.otherAddressOf?.(asked)
    if (address !== undefined) throw servedElsewhere(address)
    if (!isOperationCall(context)) throw notEmulated(context)
    if (context.request.method !== 'GET') guardHeap(context)
    return context.operation.run(context)
  } catch (error) {
    return refused(error, context, grease)
  }
}

/** Reads and deletions are always admitted. @throws Refusal out_of_memory */
function guardHeap({ operation: { method }, request, world: { heap } }: OperationCall): void {
  if (method === 'DELETE') heap.noteRemoval()
  else heap.admitWrite(request.body.length)
}

const isOperationCall = (context: RequestContext): context is OperationCall => context.operation !== undefined

function refused(error: unknown, context: RequestContext, grease: Grease | undefined): Reply {
  const refusal = asRefusal(error)
  if (grease !== undefined) {
    // Varied by its code, so that an expired key reads exactly as a missing one (docs/CONTRACT.md, rules of A).
    const varied = grease.vary(context.world.profile, refusal.code)
    context.gaps = new Gaps(varied, context.gaps)
  }
  const { gaps } = context
  return challenged(refuse(refusal, context.service, gaps), context.operation, gaps)
}

function notEmulated({ request, route: found }: RequestContext): Refusal {
  const details = found.operation === undefined ? { hint: found.hint, allow: found.allow } : {}
  return new Refusal('not_emulated', `the contract shows no such operation (${request.method})`, details)
}

function servedElsewhere(address: string): Refusal {
  const hint = `it is served at ${address}`
  return new Refusal('not_emulated', 'this service has its own port', { hint })
}

/** The WWW-Authenticate of each kind of credential; keys have no scheme of their own, so theirs names the header. */
const CHALLENGES: Readonly<Record<Operation['credential'], string>> = {
  bearer: 'Bearer',
  'scoped-key': 'ApiKey header="X-KV-Key"',
  'database-key': 'ApiKey header="X-API-Key"',
}

/** Adds a challenge to a 401 if the profile asks for one (RFC 9110, 11.6.1). */
export function challenged(reply: Reply, operation: Operation | undefined, gaps: Gaps): Reply {
  // An answer without a challenge does not depend on the gap.
  if (reply.status !== 401 || operation === undefined || !gaps.profile.auth.challenge) return reply
  // A fault's own header wins.
  if (headerOf(reply.headers, 'www-authenticate') !== undefined) return reply
  gaps.note('auth.challenge')
  return { ...reply, headers: reply.headers.concat('WWW-Authenticate', CHALLENGES[operation.credential]) }
}
