import { isHalving } from '../contract/values.js'
import { asRefusal, Refusal } from '../core/refusal.js'
import type { FaultSubject } from '../domain/faults/faults.js'
import { segmentsOf } from '../domain/faults/glob.js'
import { makeRoomFor } from '../domain/held/room.js'
import type { Grease } from '../domain/profile/grease.js'
import { type OptionsRead, TrackedProfile } from '../domain/profile/tracked.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import { DateHeader } from '../web/date.js'
import { challenged } from './challenge.js'
import { RequestCommand } from './command.js'
import { type Arrived, contextOf, type OperationCall, type RequestContext, splitTarget } from './context.js'
import { refuse } from './errors.js'
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
import { bearerToken, identify, type JudgedToken, withoutOtherClaims } from './identity.js'
import type { Answer, DataRequest, OtherAddressOf, Outcome, Reply } from './message.js'
import { handlers } from './operations.js'
import { RequestRecord } from './record.js'
import { route } from './route.js'

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

/** How requests are run, besides what they say themselves. */
interface RunOptions {
  readonly grease: Grease | undefined
  readonly otherAddressOf: OtherAddressOf | undefined
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
    return this.#proceed(world, { request: command, command, arrivedMs, path, query, found })
  }

  /** Runs the operation. All that the request changes is changed when this returns, so the log has its place from here. */
  #proceed(world: World<RequestRecord>, arrived: Arrived): Answer | Promise<Answer> {
    const grease = world.grease ?? this.ports.grease
    const { command } = arrived
    const { id, otherAddressOf } = command
    world.history.addRequest(command)
    const tracked =
      grease === undefined ? world.trackedProfile : TrackedProfile.of(grease.vary(world.profile, id))
    tracked.begin()
    const context = contextOf(world, arrived, tracked)
    const outcome = run(context, { grease, otherAddressOf })
    noteCharset(context)
    // Read here, since the next request uses the same tracked profile.
    const optionsRead = context.tracked.taken()
    return outcome instanceof Promise
      ? outcome.then((late) => this.#finish(world, context, late, optionsRead))
      : this.#finish(world, context, outcome, optionsRead)
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
    const durationMs = monotonic() - arrivedMs
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

/** Lets faults fire and runs the operation. Every change to the world is made when it returns. */
function run(context: RequestContext, options: RunOptions): Outcome | Promise<Outcome> {
  let fault: FiredFault | undefined
  try {
    fault = fire(context)
  } catch (error) {
    return { reply: refused(error, context, options), lost: undefined, faultAction: undefined }
  }
  const real = fault === undefined || runsOperation(fault) ? operate(context, options) : undefined
  const outcomeOf = fault === undefined ? withoutFault : withFault(fault, context)
  return real instanceof Promise ? real.then(outcomeOf) : outcomeOf(real)
}

const withoutFault = (real: Reply | undefined): Outcome => ({
  reply: real,
  lost: undefined,
  faultAction: undefined,
})

/** How the fault changes the real answer, which is undefined where the operation is not run. */
function withFault(fault: FiredFault, context: RequestContext): (real: Reply | undefined) => Outcome {
  const { connection } = fault.effect
  const faultAction = {
    fault: fault.id,
    delayMs: delayOf(fault, () => context.world.random.stream('faults')),
    connection,
  }
  const reply = faultReply(fault, context, context.tracked.profile)
  const injected = reply && challenged(reply, context.operation, context.tracked)
  const isUnanswered = connection !== undefined && !isHalving(connection)
  return (real) => ({
    reply: isUnanswered ? undefined : (injected ?? real),
    lost: replaces(fault) ? real : undefined,
    faultAction,
  })
}

/** The fault that the request asks for, or else the first of the list that fires. */
function fire(context: RequestContext): FiredFault | undefined {
  const { world, request, now } = context
  const requested = requestedFault(request)
  if (requested !== undefined) return requested
  if (world.faults.size === 0) return undefined
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
    pathSegments: segmentsOf(path),
    namespace: context.interface === 'A' ? resource : undefined,
    store: context.interface === 'B' ? resource : undefined,
    key,
    credential,
    header: (name) => request.header(name),
  }
}

/** Runs the operation; a refusal that it throws becomes the answer. */
function operate(context: RequestContext, options: RunOptions): Reply | Promise<Reply> {
  try {
    // The paths of the emulator itself are served where A is.
    const asked = context.path.startsWith('/_') ? 'A' : context.interface
    const address = options.otherAddressOf?.(asked)
    if (address !== undefined) throw servedElsewhere(address)
    if (!isOperationCall(context)) throw notEmulated(context)
    holdRoom(context)
    const answer = handlers[context.operation.id](context)
    return answer instanceof Promise ? answer.catch((error) => refusedLate(error, context)) : answer
  } catch (error) {
    return refused(error, context, options)
  }
}

/** What it writes comes from its body and its path. @throws Refusal out_of_memory */
function holdRoom({ operation: { method }, request, path, world }: OperationCall): void {
  if (method === 'DELETE') world.memory.held.noteLess()
  else if (method !== 'GET') makeRoomFor(request.body.length + path.length, world.memory)
}

const isOperationCall = (context: RequestContext): context is OperationCall => context.operation !== undefined

function refused(error: unknown, context: RequestContext, { grease }: RunOptions): Reply {
  const refusal = asRefusal(error)
  if (grease !== undefined) {
    // Varied by its code, so that an expired key reads exactly as a missing one (docs/CONTRACT.md, rules of A).
    const varied = grease.vary(context.world.profile, refusal.code)
    context.tracked = context.tracked.continueIn(TrackedProfile.of(varied))
  }
  const { tracked } = context
  return challenged(refuse(refusal, context.interface, tracked.profile), context.operation, tracked)
}

/** The tracked profile is another request's by now. */
const refusedLate = (error: unknown, { interface: interface_, tracked }: RequestContext): Reply =>
  refuse(asRefusal(error), interface_, tracked.source)

function notEmulated({ request, route: found }: RequestContext): Refusal {
  const details = found.operation === undefined ? { hint: found.hint, allow: found.allow } : {}
  return new Refusal('not_emulated', `the contract shows no such operation (${request.method})`, details)
}

function servedElsewhere(address: string): Refusal {
  const hint = `it is served at ${address}`
  return new Refusal('not_emulated', 'this interface has a port of its own', { hint })
}
