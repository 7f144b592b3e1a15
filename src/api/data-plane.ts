import { Refusal } from '../core/refusal.js'
import type { Identity } from '../domain/credentials.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import type { Call, DataRequest, Reply } from './call.js'
import { type Interface, refuse } from './errors.js'
import { Exchange } from './exchange.js'
import { handlers } from './handlers.js'
import { bearerToken, identify } from './identity.js'
import { decodeSegment, type Route, route } from './route.js'

/** Where an interface is served, when that is not here. */
export type Elsewhere = (interface_: Interface) => string | undefined

export interface DataPlanePorts {
  readonly signatures: TokenSignatures
  /** The machine's time in ms, for tokens of a real provider (auth.tokenTime "real"). */
  readonly realNow: () => number
  /** Real ms from some start, for durations. */
  readonly monotonic: () => number
  /** Told of every exchange once it is in the journal. */
  readonly onExchange: (exchange: Exchange) => void
}

/**
 * Answers requests to the three services: routes them, finds out who calls, runs the operation and records the
 * exchange. Knows no socket. The promise is there only for bearer tokens not seen before.
 */
export class DataPlane {
  constructor(private readonly ports: DataPlanePorts) {}

  answer(world: World<Exchange>, request: DataRequest, elsewhere?: Elsewhere): Reply | Promise<Reply> {
    const arrived = this.ports.monotonic()
    const [path, query] = splitTarget(request.target)
    const found = route(request.method, path)
    const token = found.operation?.credential === 'bearer' ? bearerToken(request) : undefined
    const run = (identity: Identity | string | undefined) => {
      const reply = perform(world, request, found, query, identity, elsewhere)
      this.#record(world, request, reply, found, identity, arrived)
      return reply
    }
    if (token === undefined) return run(undefined)
    const identity = identify(token, world, this.ports.signatures, this.ports.realNow)
    return identity instanceof Promise ? identity.then(run) : run(identity)
  }

  #record(
    world: World<Exchange>,
    request: DataRequest,
    reply: Reply,
    found: Route,
    identity: Identity | string | undefined,
    arrived: number,
  ): void {
    const exchange = new Exchange(
      world.journal.nextId(),
      world.clock.now(),
      found.operation?.id ?? null,
      credentialOf(world, request, found, identity),
      this.ports.monotonic() - arrived,
      request,
      reply,
    )
    world.journal.add(exchange)
    this.ports.onExchange(exchange)
  }
}

function perform(
  world: World<Exchange>,
  request: DataRequest,
  found: Route,
  query: string,
  identity: Identity | string | undefined,
  elsewhere: Elsewhere | undefined,
): Reply {
  const interface_ = found.operation === undefined ? found.interface : found.operation.interface
  try {
    const address = elsewhere?.(interface_)
    if (address !== undefined) throw servedElsewhere(address)
    if (found.operation === undefined) throw notEmulated(request, found)
    const [resource, key] = found.segments
    const call: Call = {
      world,
      operation: found.operation,
      request,
      now: world.clock.now(),
      resource: decodeSegment(resource),
      key: decodeSegment(key),
      query,
      identity,
    }
    return handlers[found.operation.id](call)
  } catch (error) {
    const refusal =
      error instanceof Refusal ? error : new Refusal('internal_error', `a defect of the emulator: ${error}`)
    return refuse(refusal, interface_, world.profile)
  }
}

function splitTarget(target: string): [path: string, query: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

function notEmulated({ method }: DataRequest, { hint, allow }: Route & { operation: undefined }): Refusal {
  return new Refusal('not_emulated', `the contract shows no such operation (${method})`, { hint, allow })
}

function servedElsewhere(address: string): Refusal {
  return new Refusal('not_emulated', 'this interface has a port of its own', {
    hint: `it is served at ${address}`,
  })
}

function credentialOf(
  world: World<Exchange>,
  request: DataRequest,
  found: Route,
  identity: Identity | string | undefined,
): string | null {
  if (typeof identity === 'object') return String(identity.claims[world.profile.auth.ownerClaim] ?? '')
  if (found.operation === undefined) return null
  return request.header(found.operation.interface === 'C' ? 'x-api-key' : 'x-kv-key') ?? null
}
