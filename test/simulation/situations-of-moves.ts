import type { ModelWorld } from './model/world.js'
import type { ClockStep } from './steps.js'

/** The states that moves of the clock meet. */

type Met = readonly [operation: string, states: readonly string[]]

/** Call before a move of the clock. The result takes the time after the move, and returns the states that were met. */
export function movesFrom(step: ClockStep, world: ModelWorld): (now: number) => readonly Met[] {
  const { clock } = world.state
  const { now: before, mode } = clock
  const crossings = crossingsOf(world)
  return (now) => {
    if (step.receipt === 'dry') return [['move the clock', ['for its receipt alone']]]
    if (now > before) return [['move the clock ahead', [mode, ...crossings(now)]]]
    if (now < before) return [['move the clock back', ['allowed']]]
    return stoodStill(step)
  }
}

function stoodStill({ move, by, force }: ClockStep): readonly Met[] {
  if (move === 'freeze') return [['move the clock', ['to freeze it']]]
  if (move === 'unfreeze' || move === 'rate') return [['move the clock', ['to let it run']]]
  if (move === 'next-expiry') return [['move the clock', ['to the next expiry without one']]]
  if (by.startsWith('-') && force !== true) return [['move the clock back', ['not allowed']]]
  return [['move the clock', ['nowhere']]]
}

/** Returns a function that lists what is between the present time of a clock and a later time. */
function crossingsOf({
  state: { clock, namespaces, faults },
}: ModelWorld): (to: number) => readonly string[] {
  const { now } = clock
  const expiries = [...namespaces.values()].flatMap(({ entries }) =>
    [...entries.values()].map(({ expiresAt }) => expiresAt),
  )
  const edges = faults.flatMap(({ from, until }) => [from, until])
  const isPassed = (to: number) => (at: number | undefined) => at !== undefined && at > now && at <= to
  return (to) => [
    ...(expiries.some(isPassed(to)) ? ['across an expiry'] : []),
    ...(edges.some(isPassed(to)) ? ['across an edge of a fault'] : []),
    ...(monthOf(now) === monthOf(to) ? [] : ['across a month']),
  ]
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)
