import type { Operation } from '../contract/operations.js'
import { Refusal } from '../core/refusal.js'
import type { FaultSubject } from '../domain/faults.js'
import type { Grease } from '../domain/grease.js'
import { type ProfileView, viewOf } from '../domain/profile-view.js'
import type { Answer, Call, DataRequest, Reply } from './call.js'
import { type Interface, refuse } from './errors.js'
import {
  delayOf,
  type FiredFault,
  faultReply,
  fired,
  replaces,
  requestedFault,
  runsOperation,
} from './fault.js'
import { handlers } from './handlers.js'
import type { Route } from './route.js'

/** Where an interface is served, when that is not here. */
export type Elsewhere = (interface_: Interface) => string | undefined

/** A request on its way through: what is known of it before it is judged. For an operation it is the call itself. */
export interface Visit extends Omit<Call, 'operation'> {
  readonly operation: Operation | undefined
  /** Of the call's profile; under grease a refusal has one of its own. */
  view: ProfileView
  readonly grease: Grease | undefined
  readonly found: Route
  readonly interface: Interface
  readonly path: string
  readonly credential: string | null
  readonly elsewhere: Elsewhere | undefined
}

/** What a visit came to, and what a fault took away. */
export interface Settled extends Answer {
  readonly lost: Reply | undefined
}

/** Lets faults strike and runs the operation. What it does to the world is done when it returns. */
export function settle(visit: Visit): Settled | Promise<Settled> {
  let fault: FiredFault | undefined
  try {
    fault = fire(visit)
  } catch (error) {
    return { reply: refused(error, visit), lost: undefined, disturbance: undefined }
  }
  const real = fault === undefined || runsOperation(fault) ? operate(visit) : undefined
  const settled = fault === undefined ? undisturbed : disturbedBy(fault, visit)
  return real instanceof Promise ? real.then(settled) : settled(real)
}

const undisturbed = (real: Reply | undefined): Settled => ({
  reply: real,
  lost: undefined,
  disturbance: undefined,
})

/** What becomes of the real answer; where the operation was not run there is none. */
function disturbedBy(fault: FiredFault, visit: Visit): (real: Reply | undefined) => Settled {
  const { connection } = fault.effect
  const disturbance = {
    fault: fault.id,
    delayMs: delayOf(fault, () => visit.world.random.stream('faults')),
    connection,
  }
  const injected = faultReply(fault, visit.interface, visit.view.profile)
  const isUnanswered = connection !== undefined && connection !== 'truncate'
  return (real) => ({
    reply: isUnanswered ? undefined : (injected ?? real),
    lost: replaces(fault) ? real : undefined,
    disturbance,
  })
}

/** The fault that the request asks for, or else the first of the list that fires. */
function fire(visit: Visit): FiredFault | undefined {
  const { world, request, now } = visit
  const requested = requestedFault(request)
  if (requested !== undefined) return requested
  if (world.faults.size === 0) return undefined
  const fault = world.faults.fire(subjectOf(visit), now, () => world.random.stream('faults'))
  if (fault === undefined) return undefined
  world.events.publish({ type: 'fault', change: 'fired', fault })
  return fired(fault)
}

function subjectOf(visit: Visit): FaultSubject {
  const { request, path, resource, key, credential } = visit
  return {
    operation: visit.operation?.id ?? null,
    method: request.method,
    path,
    namespace: visit.interface === 'A' ? resource : undefined,
    store: visit.interface === 'B' ? resource : undefined,
    key,
    credential,
    header: (name) => request.header(name),
  }
}

/** Runs the operation; whatever refuses it becomes its answer. */
function operate(visit: Visit): Reply | Promise<Reply> {
  try {
    const address = visit.elsewhere?.(visit.interface)
    if (address !== undefined) throw servedElsewhere(address)
    if (isCall(visit)) return handlers[visit.operation.id](visit)
    throw notEmulated(visit.request, visit.found)
  } catch (error) {
    return refused(error, visit)
  }
}

const isCall = (visit: Visit): visit is Visit & Call => visit.operation !== undefined

function refused(error: unknown, visit: Visit): Reply {
  const refusal =
    error instanceof Refusal ? error : new Refusal('internal_error', `a defect of the emulator: ${error}`)
  const { grease, world } = visit
  // By its code, so that an expired key reads exactly as a missing one (contract, Rules A.3).
  if (grease !== undefined) visit.view = visit.view.goOnIn(viewOf(grease.vary(world.profile, refusal.code)))
  return refuse(refusal, visit.interface, visit.view.profile)
}

function notEmulated({ method }: DataRequest, found: Route): Refusal {
  const { hint, allow } = found as Route & { operation: undefined }
  return new Refusal('not_emulated', `the contract shows no such operation (${method})`, { hint, allow })
}

function servedElsewhere(address: string): Refusal {
  const hint = `it is served at ${address}`
  return new Refusal('not_emulated', 'this interface has a port of its own', { hint })
}
