import { Refusal } from '../core/refusal.js'
import type { FiredFault } from '../domain/faults/fault.js'
import { Gaps } from '../domain/profile/gaps.js'
import type { Grease } from '../domain/profile/grease.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import { Connections } from '../web/connection.js'
import { RequestCommand } from './command.js'
import type { ServedService } from './context.js'
import { type Arrived, contextOf, type RequestContext, splitTarget } from './context.js'
import { refuse } from './errors.js'
import { type Ending, hold, outcomeAfterHold, type PendingEnds, UNANSWERED } from './faults/hold.js'
import { beginWait, type Wait } from './faults/wait.js'
import { greased } from './grease.js'
import { bearerToken, identify, type JudgedToken, withoutOtherClaims } from './identity.js'
import type { Answer, DataRequest, OtherAddressOf, Outcome } from './message.js'
import { RequestRecord } from './record.js'
import { run } from './run.js'
import { ServedServices } from './served-services.js'

export interface DataPlanePorts {
  readonly services: readonly ServedService[]
  readonly signatures: TokenSignatures
  /** The machine's time in ms, for tokens of a real provider (auth.tokenTime "real"). */
  readonly realNow: () => number
  /** Real ms from some start, for durations. */
  readonly monotonic: () => number
  /** Called with every request once its record is in the journal. */
  readonly onRecord?: ((record: RequestRecord, world: World<RequestRecord>) => void) | undefined
  /** Called with each error that no code expected, and that an operation met. */
  readonly onDefect?: ((error: unknown) => void) | undefined
  /** Varies the answers; undefined: they stay as they are. */
  readonly grease?: Grease | undefined
}

/**
 * Answers requests to the services: finds the operation and the caller, lets faults fire, runs the
 * operation and records the request. It knows no socket. It returns a promise only for bearer tokens not seen
 * before, and for requests that a fault holds.
 */
export class DataPlane {
  readonly connections: Connections
  readonly services: ServedServices

  constructor(private readonly ports: DataPlanePorts) {
    this.services = new ServedServices(ports.services)
    this.connections = new Connections(ports.monotonic)
  }

  /** Real ms from some start: arrivals and durations are measured by it. */
  get monotonic(): () => number {
    return this.ports.monotonic
  }

  /** The parts of a plane for requests of a log, which reports to nobody. */
  unheard(): DataPlane {
    return new DataPlane({ ...this.ports, onRecord: undefined, onDefect: undefined })
  }

  answer(
    world: World<RequestRecord>,
    request: DataRequest,
    otherAddressOf?: OtherAddressOf,
  ): Answer | Promise<Answer> {
    const { signatures, realNow } = this.ports
    const arrived = this.#arrivedNow(request)
    const token = arrived.found.operation?.credential === 'bearer' ? bearerToken(request) : undefined
    if (token === undefined) return this.#take(world, arrived, undefined, otherAddressOf)
    const take = (judged: JudgedToken) =>
      this.#take(world, arrived, withoutOtherClaims(judged, world.profile.auth), otherAddressOf)
    const judged = identify(token, world, signatures, realNow)
    return judged instanceof Promise ? judged.then(take) : take(judged)
  }

  /**
   * Refuses a request before it is run, and records it. The log does not get it, since it changes nothing.
   *
   * @param reason one sentence on why
   */
  refuse(
    world: World<RequestRecord>,
    request: DataRequest,
    reason: string,
    otherAddressOf?: OtherAddressOf,
  ): Answer {
    const arrived = this.#arrivedNow(request)
    const command = commandOf(world, request, undefined, otherAddressOf)
    const context = contextOf(world, arrived, command, new Gaps(world.profile))
    const reply = refuse(new Refusal('invalid_request', reason), context.service, context.gaps)
    return this.#finish(world, { context, outcome: { reply, lost: undefined, faultAction: undefined } })
  }

  #take(
    world: World<RequestRecord>,
    arrived: Arrived,
    token: JudgedToken | undefined,
    otherAddressOf: OtherAddressOf | undefined,
  ): Answer | Promise<Answer> {
    const command = commandOf(world, arrived.request, token, otherAddressOf)
    const asked = this.#run(world, arrived, command)
    return asked.heldBy === undefined ? this.#finish(world, asked) : this.#hold(world, asked, asked.heldBy)
  }

  /**
   * Answers a request of a log again: in a world as it was then, it gets the answer that it got, and its id.
   *
   * @param world its clock is set to the request's time
   * @param pending keeps what is held; undefined: what is held before its operation gets no answer, and what
   * is held after it gets it at once
   * @returns UNANSWERED for what is held, and for the end of what is not pending and runs no operation
   */
  again(world: World<RequestRecord>, command: RequestCommand, pending?: PendingEnds): Answer {
    const { id, number, holdEnd } = command
    // What was held ends after later requests.
    world.journal.continueFrom(Math.max(world.journal.lastNumber, number))
    world.clock.set(command.at)
    if (holdEnd !== undefined) {
      const end = pending?.get(id)
      pending?.delete(id)
      if (end !== undefined) return end(world, command, holdEnd.release)
      if (command.changesNothing) return UNANSWERED
    }
    const arrived = { ...this.#arrivedNow(command), isAgain: true }
    const asked = this.#run(world, arrived, command)
    if (asked.heldBy === undefined || pending === undefined) return this.#finish(world, asked)
    pending.set(id, this.#endOf(asked, asked.heldBy, undefined))
    return UNANSWERED
  }

  #arrivedNow(request: DataRequest): Arrived {
    const arrivedMs = this.ports.monotonic()
    const [path, query] = splitTarget(request.target)
    const found = this.services.routes.find(request.method, path)
    return { request, arrivedMs, path, query, found, serviceOf: this.services.named }
  }

  /** Notes the request in the log and runs its operation. */
  #run(world: World<RequestRecord>, arrived: Arrived, command: RequestCommand): Operated {
    const grease = world.grease ?? this.ports.grease
    world.history.add(command)
    const profile = grease === undefined ? world.profile : grease.vary(world.profile, command.id)
    const context = contextOf(world, arrived, command, new Gaps(profile))
    const isAgain = arrived.isAgain === true
    const { outcome, holds: heldBy } = run(context, grease, isAgain ? undefined : this.ports.monotonic)
    // An answer that does not name the charset does not depend on the gap.
    if (context.gaps.profile.http.charset) context.gaps.note('http.charset')
    return { arrived, context, outcome, heldBy }
  }

  /** Holds a request until it is released. */
  #hold(world: World<RequestRecord>, asked: Operated, fault: FiredFault): Promise<Answer> {
    const { context, outcome } = asked
    const wait = outcome.faultAction?.wait ?? beginWait(context, this.ports.monotonic)
    const end = this.#endOf(asked, fault, wait)
    return hold(context, fault, (release) =>
      end(world, context.command.goingOn(world.clock.now(), { fault, release }), release),
    )
  }

  /** How a held request ends: its operation runs then, unless it has run already. */
  #endOf(asked: Operated, fault: FiredFault, wait: Wait | undefined): Ending {
    const { arrived, context, outcome } = asked
    return (present, command, release) => {
      const heldMs = wait?.heldMs ?? 0
      if (!command.changesNothing)
        return this.#finish(present, this.#run(present, { ...arrived, wait, heldMs }, command))
      context.heldMs = heldMs
      present.history.add(command)
      const ended = outcomeAfterHold({ fault, wait, release }, context, outcome)
      return this.#finish(present, { context, outcome: ended })
    }
  }

  /** Varies the answer, records the request and completes the answer's head. */
  #finish(world: World<RequestRecord>, { context, outcome }: Pick<Operated, 'context' | 'outcome'>): Answer {
    const { monotonic, onRecord, onDefect } = this.ports
    const grease = world.grease ?? this.ports.grease
    const { command, arrivedMs } = context
    const reply =
      grease === undefined || outcome.reply === undefined
        ? outcome.reply
        : greased(outcome.reply, grease, command.id)
    const { lost, faultAction } = outcome
    const durationMs = monotonic() - arrivedMs - context.heldMs
    const record = new RequestRecord(context, { reply, lost, faultAction }, durationMs)
    world.journal.add(record)
    if (context.operation !== undefined) world.usage.count(context.operation, context.decision)
    world.events.publish({ type: 'request', entry: record })
    onRecord?.(record, world)
    const defect = outcome.reply?.refusal?.details.defect
    if (defect !== undefined) onDefect?.(defect)
    if (reply === undefined) return { reply, faultAction }
    const { status, body } = reply
    return {
      reply: { status, headers: record.replyHeaders, body },
      faultAction,
    }
  }
}

/** A request whose operation has run, unless a fault holds it before that. */
interface Operated {
  readonly arrived: Arrived
  readonly context: RequestContext
  readonly outcome: Outcome
  /** The fault that holds it; undefined if none does. */
  readonly heldBy: FiredFault | undefined
}

function commandOf(
  { clock, journal }: World,
  request: DataRequest,
  token: JudgedToken | undefined,
  otherAddressOf: OtherAddressOf | undefined,
): RequestCommand {
  const number = journal.nextNumber()
  return new RequestCommand(request, { number, at: clock.now(), token, otherAddressOf })
}
