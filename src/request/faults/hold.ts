import { joinedHeader } from '../../core/raw-headers.js'
import { Refusal } from '../../core/refusal.js'
import { isHalving } from '../../domain/faults/connection-faults.js'
import type { FiredFault } from '../../domain/faults/fault.js'
import { HELD_MAX, type HoldEnd, type Release } from '../../domain/faults/holds.js'
import { Wait } from '../../domain/faults/wait.js'
import { Gaps } from '../../domain/profile/gaps.js'
import type { Answer, FaultAction, Outcome, Reply } from '../../domain/requests/reply.js'
import type { ServiceRequest } from '../../domain/requests/request.js'
import type { World } from '../../domain/world.js'
import { BaggageMember } from '../../web/baggage.js'
import type { RequestClient, ServiceCall } from '../call.js'
import { refuse } from '../errors.js'
import { faultReply } from './fault.js'

/** A fault that held a request, since when, and how it ended; of a request of a log nobody waits for the answer. */
export interface Holding {
  readonly fault: FiredFault
  readonly wait: Wait | undefined
  readonly release: Release
}

/**
 * The requests of a log that are held when it is run again, by their ids. Each ends with the command that ended it, in
 * the world as it is then.
 */
export type PendingEnds = Map<string, Ending>

/** Ends a request that is held. */
export type Ending = (world: World, end: ServiceRequest, release: Release) => Answer

/** What a request of a log gets if it is held, or if its answer is another's. */
export const UNANSWERED: Answer = { reply: undefined, faultAction: undefined }

/**
 * Holds a request until it is released, its client is gone or the emulator stops.
 *
 * @param goOn answers it then, at once
 */
export function hold(
  { world, request, operation, path }: ServiceCall,
  fault: FiredFault,
  { whenGone }: RequestClient,
  goOn: (release: Release) => Answer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let stopWatching: (() => void) | undefined
    const end = (release: Release) => {
      stopWatching?.()
      try {
        resolve(goOn(release))
      } catch (error) {
        reject(error)
      }
    }
    const facts = {
      id: request.id,
      fault: fault.id,
      operation: operation?.id ?? null,
      method: request.method,
      path,
      party: partyIn(joinedHeader(request.rawHeaders, 'baggage')),
      since: request.at,
    }
    const release = world.holds.add(facts, end)
    if (release === undefined) end('no room')
    else stopWatching = whenGone?.(() => release('gone'))
  })
}

/**
 * Begins the wait of a request; its end is published to listeners, since the journal says something else from
 * then on.
 */
export function beginWait(
  { world, request: { id } }: { readonly world: World; readonly request: { readonly id: string } },
  monotonic: () => number,
): Wait {
  return new Wait(monotonic, () => world.events.publish({ type: 'change', area: 'requests', id }))
}

/** The fault that a request meets which was held before its operation, and goes on. */
export function faultOfHold({ fault: { id, effect }, release }: HoldEnd): FiredFault {
  const { hold: _hold, ...own } = effect
  const given = typeof release === 'string' ? {} : release.effect
  const isOther = given.status !== undefined || given.connection !== undefined
  return { id, effect: isOther ? given : own }
}

/**
 * What becomes of a request that was not released, or whose finished answer was held.
 *
 * @param real its finished answer; without a reply if its operation did not run
 */
export function outcomeAfterHold(holding: Holding, call: ServiceCall, real: Outcome): Outcome {
  const { release } = holding
  const action = (connection: FaultAction['connection'], delayMs = 0): FaultAction => ({
    fault: holding.fault.id,
    delayMs,
    connection,
    wait: holding.wait,
  })
  const lost = real.lost ?? real.reply
  if (release === 'no room') return { reply: noRoom(call), lost, faultAction: action(undefined) }
  if (release === 'gone') holding.wait?.end('aborted')
  if (typeof release === 'string') return { reply: undefined, lost, faultAction: action('close') }
  const { status, connection } = release.effect
  if (status === undefined && connection === undefined) return real
  const fault = { id: holding.fault.id, effect: release.effect }
  // The gaps that the answer depends on are recorded already.
  const injected = faultReply(fault, call, new Gaps(call.gaps.profile))
  const reply = injected ?? (isHalving(connection) ? real.reply : undefined)
  return { reply, lost, faultAction: action(connection, real.faultAction?.delayMs) }
}

function noRoom({ service, gaps }: ServiceCall): Reply {
  const reason = `there is no room to hold this request: ${HELD_MAX} are held`
  const hint = 'POST /_admin/held/{requestId} releases one, GET /_admin/held lists them'
  return refuse(new Refusal('out_of_memory', reason, { hint }), service, new Gaps(gaps.profile))
}

const PARTY = new BaggageMember('emulator-party')

const LETTERS = /^[A-Za-z]{1,20}$/

/** The party of which a request is, by its Baggage header: `emulator-party=A`; null if that says none in letters. */
export function partyIn(baggage: string | undefined): string | null {
  const [party] = PARTY.in(baggage ?? '')
  return party?.match(LETTERS)?.[0] ?? null
}
