import { numberOf } from '../core/command-id.js'
import { Refusal } from '../core/refusal.js'
import type { JudgedToken } from '../domain/credentials.js'
import type { Wait } from '../domain/faults/wait.js'
import { Gaps } from '../domain/profile/gaps.js'
import { Connections } from '../domain/requests/connection.js'
import { headOf, RequestRecord } from '../domain/requests/record.js'
import type { Answer, Outcome } from '../domain/requests/reply.js'
import { changesNothing, type IncomingRequest, type ServiceRequest } from '../domain/requests/request.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import type { RequestClient, ServedService, ServiceCall } from './call.js'
import { callOf } from './call.js'
import { refuse } from './errors.js'
import {
  beginWait,
  type Ending,
  hold,
  outcomeAfterHold,
  type PendingEnds,
  UNANSWERED,
} from './faults/hold.js'
import { greased } from './grease.js'
import { bearerToken, identify, withoutOtherClaims } from './identity.js'
import { NOTHING, type Progress, run } from './run-operation.js'
import { ServedServices } from './served-services.js'

export interface DataPlanePorts {
  readonly services: readonly ServedService[]
  readonly signatures: TokenSignatures
  /** The machine's time in ms, used if `auth.tokenTime` is "real". */
  readonly realNow: () => number
  /** Real ms from a clock that never goes backwards, for measuring durations. */
  readonly monotonic: () => number
  /** Called as soon as a request is in the journal. */
  readonly onRecord?: ((record: RequestRecord, world: World) => void) | undefined
  /** Called for unexpected errors in operations. */
  readonly onDefect?: ((error: unknown) => void) | undefined
}

type Held = Exclude<Progress, { readonly phase: 'run' }>

/**
 * Answers service requests: finds the operation and the caller, applies faults, runs the operation and records the
 * request. It doesn't know about sockets. It only returns a promise if a bearer token hasn't been seen before or a
 * fault holds the request.
 */
export class DataPlane {
  readonly connections: Connections
  readonly services: ServedServices

  constructor(private readonly ports: DataPlanePorts) {
    this.services = new ServedServices(ports.services)
    this.connections = new Connections(ports.monotonic)
  }

  /** In real ms, for arrivals and durations. */
  get monotonic(): () => number {
    return this.ports.monotonic
  }

  /** For replays: publishes nothing. */
  silent(): DataPlane {
    return new DataPlane({ ...this.ports, onRecord: undefined, onDefect: undefined })
  }

  answer(world: World, request: IncomingRequest, client: RequestClient = {}): Answer | Promise<Answer> {
    const { monotonic, signatures, realNow } = this.ports
    const arrival = { arrivedMs: monotonic(), connection: client.connection }
    const found = this.services.find(request)
    const take = (token?: JudgedToken) => {
      const call = callOf(world, placed(world, request, token), found, arrival)
      const progress = this.#run(call, monotonic)
      return progress.phase === 'run'
        ? this.#finish(call, progress.outcome)
        : this.#hold(call, progress, client)
    }
    const token = found.operation?.credential === 'bearer' ? bearerToken(request.rawHeaders) : undefined
    if (token === undefined) return take()
    const judged = identify(token, world, signatures, realNow)
    return judged instanceof Promise ? judged.then(take) : take(judged)
  }

  /**
   * Refuses and records a request without running it. It isn't logged, because it doesn't change anything.
   *
   * @param reason a single sentence
   */
  refuse(world: World, request: IncomingRequest, reason: string, client: RequestClient = {}): Answer {
    const arrival = { arrivedMs: this.ports.monotonic(), connection: client.connection }
    const found = this.services.find(request)
    const arrived = callOf(world, placed(world, request, undefined), found, arrival)
    const call = { ...arrived, gaps: new Gaps(world.profile) }
    const reply = refuse(new Refusal('invalid_request', reason), call.service, call.gaps)
    return this.#finish(call, { ...NOTHING, reply })
  }

  /**
   * Replays a logged request. If the world's state is the same as the first time, so are the answer and the id.
   *
   * @param world its clock is set to the request's time
   * @param pending collects held requests; if omitted, a request held before its operation gets no answer, and one held
   * after it is answered immediately
   * @returns UNANSWERED for a held request, and for the end of one that isn't pending and runs no operation
   */
  again(world: World, request: ServiceRequest, pending?: PendingEnds): Answer {
    const { id, holdEnd } = request
    // Requests with higher numbers may come before the end of a held one.
    world.journal.continueFrom(Math.max(world.journal.lastNumber, numberOf(id)))
    world.clock.set(request.at)
    if (holdEnd !== undefined) {
      const end = pending?.get(id)
      pending?.delete(id)
      if (end !== undefined) return end(world, request, holdEnd.release)
      if (changesNothing(request)) return UNANSWERED
    }
    const arrival = { arrivedMs: this.ports.monotonic(), connection: undefined }
    const call = callOf(world, request, this.services.find(request), arrival)
    const progress = this.#run(call, undefined)
    if (progress.phase === 'run' || pending === undefined) return this.#finish(call, progress.outcome)
    pending.set(id, this.#endOf(call, progress, undefined))
    return UNANSWERED
  }

  /** `monotonic` is undefined in replays. */
  #run(call: ServiceCall, monotonic: (() => number) | undefined): Progress {
    const { world, request, gaps } = call
    world.history.add(request)
    const progress = run(call, monotonic)
    // The answer only depends on the gap if it includes the charset.
    if (gaps.profile.http.charset) gaps.note('http.charset')
    return progress
  }

  #hold(call: ServiceCall, held: Held, client: RequestClient): Promise<Answer> {
    const { world, request } = call
    const { fault, outcome } = held
    const wait = outcome.faultAction?.wait ?? beginWait(call, this.ports.monotonic)
    const end = this.#endOf(call, held, wait)
    return hold(call, fault, client, (release) =>
      end(world, { ...request, at: world.clock.now(), holdEnd: { fault, release } }, release),
    )
  }

  /**
   * The returned function runs the operation unless it has already run.
   *
   * @param wait undefined in replays
   */
  #endOf(call: ServiceCall, { phase, fault, outcome }: Held, wait: Wait | undefined): Ending {
    return (present, request, release) => {
      const held = { wait, ms: wait?.heldMs ?? 0 }
      if (phase === 'held before' && typeof release !== 'string') {
        const goingOn = callOf(present, request, call, { ...call, held })
        return this.#finish(goingOn, this.#run(goingOn, wait && this.ports.monotonic).outcome)
      }
      present.history.add(request)
      const ended = outcomeAfterHold({ fault, wait, release }, call, outcome)
      return this.#finish({ ...call, world: present, held }, ended)
    }
  }

  #finish(call: ServiceCall, outcome: Outcome): Answer {
    const { monotonic, onRecord, onDefect } = this.ports
    const { world, request, operation, held } = call
    const { lost, faultAction } = outcome
    const reply =
      world.grease === undefined || outcome.reply === undefined
        ? outcome.reply
        : greased(outcome.reply, world.grease, request.id)
    const durationMs = monotonic() - call.arrivedMs - (held?.ms ?? 0)
    const record = new RequestRecord(call, { reply, lost, faultAction }, durationMs)
    world.journal.add(record)
    if (operation !== undefined) world.usage.count(operation, call.decision)
    world.events.publish({ type: 'request', entry: record })
    onRecord?.(record, world)
    const defect = outcome.reply?.refusal?.details.defect
    if (defect !== undefined) onDefect?.(defect)
    if (reply === undefined) return { reply, faultAction }
    const { status, body } = reply
    const headers = headOf(reply, { at: request.at, replyBytes: record.replyBytes, gaps: call.gaps })
    return { reply: { status, headers, body }, faultAction }
  }
}

function placed(
  { clock, journal, profile }: World,
  request: IncomingRequest,
  token: JudgedToken | undefined,
): ServiceRequest {
  const { method, httpVersion, target, origin, prefix, rawHeaders, body, bodyIsTooLarge } = request
  // We list the fields, because a spread here would take longer than finding the operation.
  return {
    method,
    httpVersion,
    target,
    origin,
    prefix,
    rawHeaders,
    body,
    bodyIsTooLarge,
    otherAddressOf: request.otherAddressOf,
    kind: 'request',
    id: `r${journal.nextNumber()}`,
    at: clock.now(),
    token: token && withoutOtherClaims(token, profile.auth),
    holdEnd: undefined,
  }
}
