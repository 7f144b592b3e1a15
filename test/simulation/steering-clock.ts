import { isoOf } from '../../conformance/model/calendar.js'
import type { ModelState } from '../../conformance/model/state.js'
import { type EmulatorClient, EmulatorError, type Receipt } from '../../src/index.js'
import { addLength } from './model/lengths.js'
import type { Crossed, ModelMove } from './model/world.js'
import type { Simulation, WorldPair } from './simulation.js'
import type { ClockStep } from './steps.js'
import type { HeldToken } from './tokens.js'

/** Moves the clock in every way that the client offers, and compares what each move crosses. */

export async function moveClock(simulation: Simulation, pair: WorldPair, step: ClockStep): Promise<void> {
  const { client, model } = pair
  const { now } = model.state.clock
  const { receipt } = step
  const move: ModelMove = {
    ...moveOf(simulation, model.state, step),
    ...(step.force === undefined ? {} : { force: step.force }),
    ...(step.freeze === undefined ? {} : { freeze: step.freeze }),
  }
  const at = model.destination(move)
  const isBack = typeof at === 'number' && at < now && move.force !== true && model.hasRequests
  const code = typeof at === 'string' ? at : isBack ? 'clock_backwards' : undefined
  const crossed = typeof at === 'string' ? undefined : model.crossed(at)
  if (receipt !== 'dry') model.move(move)
  const outcome = code ?? isoOf(model.state.clock.now)
  simulation.note(pair, `move the clock ${JSON.stringify({ ...move, receipt })} -> ${outcome}`)
  await refusedUnless(simulation, code === undefined, code ?? '', async () => {
    const asked = receipt === undefined ? {} : receipt === 'dry' ? { dryRun: true } : { receipt: true }
    const answer = await sendMove(client, move, asked)
    if (receipt !== undefined) simulation.hold('the receipt', crossed, crossedIn(answer))
  })
}

function moveOf({ tokens }: Simulation, state: ModelState, { move, by, rate }: ClockStep): ModelMove {
  const { now } = state.clock
  switch (move) {
    case 'next-edge':
      return { set: addLength(nextEdge(state, [...tokens.values()]), by) }
    case 'set':
      return { set: addLength(now, by) }
    case 'advance':
      return { advance: by }
    case 'next-expiry':
    case 'next-month':
      return { to: move, plus: by.replace('+', '') }
    case 'freeze':
      return { freeze: true }
    case 'unfreeze':
      return { freeze: false }
    case 'rate':
      return { rate }
  }
}

/**
 * Returns the next instant at which a fault's window or a token starts or ends, or the current time if there's none.
 */
function nextEdge({ clock, faults, profile }: ModelState, tokens: readonly HeldToken[]): number {
  const { leeway } = profile.auth
  const times = tokens.flatMap(({ bearer }) => {
    if (bearer === 'invalid') return []
    const { exp, nbf } = bearer.claims
    return [Number(exp) + leeway, Number(exp), Number(nbf) - leeway, Number(nbf)]
  })
  const edges = [...faults.flatMap(({ from, until }) => [from, until]), ...times.map((time) => time * 1000)]
  const ahead = edges.filter((edge) => edge !== undefined && edge > clock.now)
  return ahead.length === 0 ? clock.now : Math.min(...ahead.map(Number))
}

/** Uses the client's own method for this kind of move, if there is one. */
async function sendMove(client: EmulatorClient, move: ModelMove, asked: object): Promise<object> {
  const { set, to, advance, plus, ...options } = { ...move, ...asked }
  if (set !== undefined) return client.clock.set(set, options)
  if (advance !== undefined) return client.clock.advance(advance, options)
  if (to !== undefined) return client.clock.to(to, { ...options, ...(plus === undefined ? {} : { plus }) })
  const answer = await client.fetch('/_admin/clock', { method: 'POST', body: JSON.stringify(options) })
  return (await answer.json()) as object
}

/**
 * Reads a receipt for the direction of the move. Other tests check that the members for the other direction are empty.
 */
function crossedIn(answer: object): Crossed | undefined {
  if (!('receipt' in answer)) return undefined
  const { from, to, ...receipt } = answer.receipt as Receipt
  const { begun, ended, reopened, unbegun } = receipt.faultWindows
  return to < from
    ? {
        isBack: true,
        keys: receipt.keysRevived.count,
        months: receipt.monthsUnrolledCount,
        beginnings: unbegun,
        ends: reopened,
      }
    : {
        isBack: false,
        keys: receipt.keysExpired.count,
        months: receipt.monthsRolledCount,
        beginnings: begun,
        ends: ended,
      }
}

/** Expects this to be refused with the code, or to succeed if `isSound`. */
export async function refusedUnless(
  simulation: Simulation,
  isSound: boolean,
  code: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const refusal = await act().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof EmulatorError) return error.code
      throw error
    },
  )
  simulation.hold('the error code', isSound ? undefined : code, refusal)
}
