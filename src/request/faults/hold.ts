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

/** A hold that has ended. There's no `wait` in replays, since nobody waits for the answer. */
export interface Holding {
  readonly fault: FiredFault
  readonly wait: Wait | undefined
  readonly release: Release
}

/** Requests held during a replay, by id. The same command as before ends each, in the world as it is by then. */
export type PendingEnds = Map<string, Ending>

export type Ending = (world: World, end: ServiceRequest, release: Release) => Answer

/** In a replay, the answer to a request that's being held or whose answer belongs to a different command. */
export const UNANSWERED: Answer = { reply: undefined, faultAction: undefined }

/**
 * Holds a request until it's released, its client disconnects or the emulator stops.
 *
 * @param goOn called when the hold ends; answers the request synchronously
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

/** Starts delaying an answer. The end of the wait is published, because it changes the journal entry. */
export function beginWait(
  { world, request: { id } }: { readonly world: World; readonly request: { readonly id: string } },
  monotonic: () => number,
): Wait {
  return new Wait(monotonic, () => world.events.publish({ type: 'change', area: 'requests', id }))
}

/** Recreates the fault for a request that was held before its operation and now continues. */
export function faultOfHold({ fault: { id, effect }, release }: HoldEnd): FiredFault {
  const { hold: _hold, ...own } = effect
  const given = typeof release === 'string' ? {} : release.effect
  const isOther = given.status !== undefined || given.connection !== undefined
  return { id, effect: isOther ? given : own }
}

/**
 * Returns the outcome of a request that was dropped, or whose finished answer was held.
 *
 * @param real the finished answer, without a reply if the operation didn't run
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
  // The gaps that the answer depends on have already been recorded.
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

/** Reads the party from a Baggage header (`emulator-party=A`). Null unless it's a plain name. */
export function partyIn(baggage: string | undefined): string | null {
  const [party] = PARTY.in(baggage ?? '')
  return party?.match(LETTERS)?.[0] ?? null
}
