import type { FiredFault } from '../domain/faults/faults.js'
import type { Grease } from '../domain/profile/grease.js'
import { type OptionsRead, TrackedProfile } from '../domain/profile/tracked.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import { DateHeader } from '../web/date.js'
import { RequestCommand } from './command.js'
import { type Arrived, contextOf, type RequestContext, splitTarget } from './context.js'
import { faultBehind, hold, outcomeBehind } from './faults/hold.js'
import { beginWait } from './faults/wait.js'
import { greased } from './grease.js'
import { bearerToken, identify, type JudgedToken, withoutOtherClaims } from './identity.js'
import type { Answer, DataRequest, OtherAddressOf, Outcome } from './message.js'
import { RequestRecord } from './record.js'
import { route } from './route.js'
import { NOTHING, run } from './run.js'

export interface DataPlanePorts {
  readonly signatures: TokenSignatures
  /** The machine's time in ms, for tokens of a real provider (auth.tokenTime "real"). */
  readonly realNow: () => number
  /** Real ms from some start, for durations. */
  readonly monotonic: () => number
  /** Is told of every request once its record is in the journal. */
  readonly onRecord: (record: RequestRecord, world: World<RequestRecord>) => void
  /** Varies the answers; undefined: they stay as they are. */
  readonly grease?: Grease | undefined
}

/**
 * Answers requests to the three services: finds the operation and the caller, lets faults fire, runs the operation
 * and records the request. It knows no socket. It returns a promise only for bearer tokens not seen before, and for
 * long lists.
 */
export class DataPlane {
  readonly #date = new DateHeader()

  constructor(private readonly ports: DataPlanePorts) {}

  /** Real ms from some start: arrivals and durations are measured by it. */
  get monotonic(): () => number {
    return this.ports.monotonic
  }

  /** The same for requests of a log, of which nobody is told. */
  unheard(): DataPlane {
    return new DataPlane({ ...this.ports, onRecord: () => {} })
  }

  answer(
    world: World<RequestRecord>,
    request: DataRequest,
    otherAddressOf?: OtherAddressOf,
  ): Answer | Promise<Answer> {
    const { monotonic, signatures, realNow } = this.ports
    const arrivedMs = monotonic()
    const [path, query] = splitTarget(request.target)
    const found = route(request.method, path)
    const take = (judged?: JudgedToken): Answer | Promise<Answer> => {
      const token = judged && withoutOtherClaims(judged, world.profile.auth)
      const newest = world.history.newestRequest
      const id = world.journal.nextId()
      const shownBytesMax = world.bounds.bodyBytes
      const arrival = { id, at: world.clock.now(), token, otherAddressOf, newest, shownBytesMax }
      const command = new RequestCommand(request, arrival)
      return this.#proceed(world, { request, command, arrivedMs, path, query, found })
    }
    const token = found.operation?.credential === 'bearer' ? bearerToken(request) : undefined
    if (token === undefined) return take()
    const judged = identify(token, world, signatures, realNow)
    return judged instanceof Promise ? judged.then(take) : take(judged)
  }

  /**
   * Answers a request of a log again: in a world as it was then, it gets the answer that it got, and its id.
   *
   * @param world its clock is set to the request's time
   */
  again(world: World<RequestRecord>, command: RequestCommand): Answer | Promise<Answer> {
    const arrivedMs = this.ports.monotonic()
    const [path, query] = splitTarget(command.target)
    const found = route(command.method, path)
    world.journal.continueFrom(Number(command.id.slice(1)))
    world.clock.set(command.at)
    return this.#proceed(world, { isAgain: true, request: command, command, arrivedMs, path, query, found })
  }

  /** Runs the operation. All that the request changes is changed when this returns, so the log has its place from here. */
  #proceed(world: World<RequestRecord>, arrived: Arrived): Answer | Promise<Answer> {
    const { monotonic } = this.ports
    const grease = world.grease ?? this.ports.grease
    const { command } = arrived
    const { id, otherAddressOf } = command
    world.history.addRequest(command)
    const tracked =
      grease === undefined ? world.trackedProfile : TrackedProfile.of(grease.vary(world.profile, id))
    tracked.begin()
    const context = contextOf(world, arrived, tracked)
    const { wait } = arrived
    const { outcome, holds: fault } = run(context, { grease, otherAddressOf, monotonic, wait })
    noteCharset(context)
    // Read here, since the next request uses the same tracked profile.
    const optionsRead = context.tracked.taken()
    const finish = (ended: Outcome) => this.#finish(world, context, ended, optionsRead)
    if (fault === undefined || arrived.isAgain === true) {
      return outcome instanceof Promise ? outcome.then(finish) : finish(outcome ?? NOTHING)
    }
    if (outcome === undefined) return this.#hold(world, arrived, { context, fault, finish })
    const holdDone = (done: Outcome) => {
      const holding = { fault, wait: done.faultAction?.wait ?? beginWait(context, monotonic) }
      return hold(context, fault, done.reply?.body?.length ?? 0, (release) => {
        context.heldMs = holding.wait.heldMs
        return finish(outcomeBehind(holding, release, context, done))
      })
    }
    return outcome instanceof Promise ? outcome.then(holdDone) : holdDone(outcome)
  }

  /** Holds a request ahead of its operation; where it goes on, it is taken up only then. */
  #hold(
    world: World<RequestRecord>,
    arrived: Arrived,
    {
      context,
      fault,
      finish,
    }: { context: RequestContext; fault: FiredFault; finish: (ended: Outcome) => Answer },
  ): Promise<Answer> {
    const wait = beginWait(context, this.ports.monotonic)
    return hold(context, fault, 0, (release) => {
      const { heldMs } = wait
      context.heldMs = heldMs
      if (typeof release === 'string')
        return finish(outcomeBehind({ fault, wait }, release, context, undefined))
      const command = arrived.command.goingOn(world.clock.now(), faultBehind(fault, release))
      return this.#proceed(world, { ...arrived, command, wait, heldMs })
    })
  }

  /** Varies the answer, records the request and completes the answer's head. */
  #finish(
    world: World<RequestRecord>,
    context: RequestContext,
    outcome: Outcome,
    optionsRead: OptionsRead,
  ): Answer {
    const { monotonic, onRecord } = this.ports
    const grease = world.grease ?? this.ports.grease
    const { requestId, now, arrivedMs } = context
    const reply =
      grease === undefined || outcome.reply === undefined
        ? outcome.reply
        : greased(outcome.reply, grease, requestId)
    const { lost, faultAction } = outcome
    const durationMs = monotonic() - arrivedMs - context.heldMs
    const { newest } = world.journal
    const record = new RequestRecord(
      context,
      { reply, lost, faultAction },
      { durationMs, optionsRead, newest },
    )
    world.journal.add(record)
    if (context.operation !== undefined) world.usage.count(context.operation, context.decision)
    if (world.events.isHeard) world.events.publish({ type: 'request', entry: record })
    onRecord(record, world)
    if (reply === undefined) return { reply, faultAction }
    const { status, body } = reply
    return {
      reply: { status, headers: record.headWith(reply, this.#date.at(now)), body },
      faultAction,
    }
  }
}

/** Only an answer that names the charset leans on the option: all would, else. */
function noteCharset({ tracked: { source, profile } }: RequestContext): void {
  if (source.http.charset) void profile.http.charset
}
