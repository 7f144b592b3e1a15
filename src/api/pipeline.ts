import type { Operation } from '../contract/operations.js'
import { asRefusal, Refusal } from '../core/refusal.js'
import type { Identity } from '../domain/credentials.js'
import { DecisionFacts } from '../domain/decision-facts.js'
import type { FaultSubject } from '../domain/faults/faults.js'
import type { Grease } from '../domain/profile/grease.js'
import type { OptionsRead, TrackedProfile } from '../domain/profile/tracked.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import { DateHeader } from '../web/date.js'
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
import { greased } from './grease.js'
import { bearerToken, identify } from './identity.js'
import { handlers } from './operations.js'
import { Exchange, headOf } from './record.js'
import { decodeSegment, type Route, route } from './route.js'

export interface DataPlanePorts {
  readonly signatures: TokenSignatures
  /** The machine's time in ms, for tokens of a real provider (auth.tokenTime "real"). */
  readonly realNow: () => number
  /** Real ms from some start, for durations. */
  readonly monotonic: () => number
  /** Told of every exchange once it is in the journal. */
  readonly onExchange: (exchange: Exchange) => void
  /** What varies the answers; undefined: nothing. */
  readonly grease?: Grease | undefined
}

/**
 * Answers requests to the three services: routes them, finds out who calls, lets faults strike, runs the operation
 * and records the exchange. Knows no socket. A promise is there only for bearer tokens not seen before, and for long
 * lists.
 */
export class DataPlane {
  readonly #date = new DateHeader()

  constructor(private readonly ports: DataPlanePorts) {}

  answer(world: World<Exchange>, request: DataRequest, elsewhere?: Elsewhere): Answer | Promise<Answer> {
    const arrived = this.ports.monotonic()
    const [path, query] = splitTarget(request.target)
    const found = route(request.method, path)
    const run = (identity: Identity | string | undefined): Answer | Promise<Answer> => {
      const { operation } = found
      const { grease } = this.ports
      const requestId = world.journal.nextId()
      const view =
        grease === undefined ? world.trackedProfile : world.track(grease.vary(world.profile, requestId))
      view.begin()
      const visit: Visit = {
        world,
        operation,
        view,
        grease,
        requestId,
        profile: view.profile,
        decision: new DecisionFacts(),
        request,
        now: world.clock.now(),
        resource: decodeSegment(operation === undefined ? undefined : found.segments[0]),
        key: decodeSegment(operation === undefined ? undefined : found.segments[1]),
        query,
        identity,
        found,
        interface: operation === undefined ? found.interface : operation.interface,
        path,
        credential: credentialOf(world, request, found, identity),
        elsewhere,
      }
      return this.#settle(visit, arrived)
    }
    const token = found.operation?.credential === 'bearer' ? bearerToken(request) : undefined
    if (token === undefined) return run(undefined)
    const identity = identify(token, world, this.ports.signatures, this.ports.realNow)
    return identity instanceof Promise ? identity.then(run) : run(identity)
  }

  #settle(visit: Visit, arrived: number): Answer | Promise<Answer> {
    const settled = settle(visit)
    // Now, since the view serves the next call too.
    const optionsRead = visit.view.taken()
    return settled instanceof Promise
      ? settled.then((late) => this.#finish(visit, late, optionsRead, arrived))
      : this.#finish(visit, settled, optionsRead, arrived)
  }

  #finish(
    visit: Visit,
    { reply: plain, lost, disturbance }: Settled,
    optionsRead: OptionsRead,
    arrived: number,
  ): Answer {
    const { world, now, grease, requestId: id } = visit
    const bare = grease === undefined || plain === undefined ? plain : greased(plain, grease, id)
    const bytes = bare?.body === undefined ? undefined : Buffer.byteLength(bare.body)
    const exchange = new Exchange({
      id,
      at: now,
      operation: visit.operation?.id ?? null,
      credential: visit.credential,
      arrivedMs: arrived,
      durationMs: this.ports.monotonic() - arrived,
      request: visit.request,
      reply: bare,
      replyBytes: bytes,
      lost,
      disturbance,
      decision: visit.decision,
      optionsRead,
      bodyBytesMax: world.bounds.bodyBytes,
    })
    world.journal.add(exchange)
    if (world.events.isHeard) world.events.publish({ type: 'request', entry: exchange })
    this.ports.onExchange(exchange)
    if (bare === undefined) return { reply: bare, disturbance }
    const { status, body } = bare
    return { reply: { status, headers: headOf(bare, bytes, this.#date.at(now)), body }, disturbance }
  }
}

function splitTarget(target: string): [path: string, query: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

function credentialOf(
  world: World<Exchange>,
  request: DataRequest,
  found: Route,
  identity: Identity | string | undefined,
): string | null {
  if (typeof identity === 'object') {
    const owner = identity.claims[world.profile.auth.ownerClaim]
    return typeof owner === 'string' ? owner : null
  }
  if (found.operation === undefined) return null
  return request.header(found.operation.interface === 'C' ? 'x-api-key' : 'x-kv-key') ?? null
}

/** Where an interface is served, when that is not here. */
export type Elsewhere = (interface_: Interface) => string | undefined

/** A request on its way through: what is known of it before it is judged. For an operation it is the call itself. */
export interface Visit extends Omit<Call, 'operation'> {
  readonly operation: Operation | undefined
  /** Of the call's profile; under grease a refusal has one of its own. */
  view: TrackedProfile
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
  const refusal = asRefusal(error)
  const { grease, world } = visit
  // By its code, so that an expired key reads exactly as a missing one (contract, Rules A.3).
  if (grease !== undefined)
    visit.view = visit.view.continueIn(world.track(grease.vary(world.profile, refusal.code)))
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
