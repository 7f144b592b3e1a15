import type { Identity } from '../domain/credentials.js'
import { Evidence } from '../domain/evidence.js'
import type { Grease } from '../domain/grease.js'
import { type Leanings, viewOf } from '../domain/profile-view.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import { DateHeader } from '../web/date.js'
import type { Answer, DataRequest } from './call.js'
import { Exchange } from './exchange.js'
import { greased } from './grease.js'
import { headOf } from './head.js'
import { bearerToken, identify } from './identity.js'
import { decodeSegment, type Route, route } from './route.js'
import { type Elsewhere, type Settled, settle, type Visit } from './visit.js'

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
      const view = grease === undefined ? world.profileView : viewOf(grease.vary(world.profile, requestId))
      view.begin()
      const visit: Visit = {
        world,
        operation,
        view,
        grease,
        requestId,
        profile: view.profile,
        evidence: new Evidence(),
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
    const leanings = visit.view.taken()
    return settled instanceof Promise
      ? settled.then((late) => this.#finish(visit, late, leanings, arrived))
      : this.#finish(visit, settled, leanings, arrived)
  }

  #finish(
    visit: Visit,
    { reply: plain, lost, disturbance }: Settled,
    leanings: Leanings,
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
      evidence: visit.evidence,
      leanings,
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
