import type { ModelWorld } from './model/world.js'
import type { ClockStep } from './steps.js'

/** The states that clock moves pass through. */

type Met = readonly [operation: string, states: readonly string[]]

/**
 * Call this before a clock move, and the returned function with the time after it. It returns the states that were
 * reached.
 */
export function movesFrom(step: ClockStep, world: ModelWorld): (now: number) => readonly Met[] {
  const { clock } = world.state
  const { now: before, mode } = clock
  const crossings = crossingsOf(world)
  return (now) => {
    if (step.receipt === 'dry') return [['move the clock', ['dry run']]]
    if (now > before) return [['move the clock ahead', [mode, ...crossings(now)]]]
    if (now < before) return [['move the clock back', ['allowed']]]
    return stoodStill(step)
  }
}

function stoodStill({ move, by, force }: ClockStep): readonly Met[] {
  if (move === 'freeze') return [['move the clock', ['to freeze it']]]
  if (move === 'unfreeze' || move === 'rate') return [['move the clock', ['to let it run']]]
  if (move === 'next-expiry') return [['move the clock', ['to the next expiry, if there is none']]]
  if (by.startsWith('-') && force !== true) return [['move the clock back', ['not allowed']]]
  return [['move the clock', ['no change']]]
}

/** Returns a function that lists what's between the clock's current time and a later one. */
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
    ...(edges.some(isPassed(to)) ? ["across a fault's edge"] : []),
    ...(monthOf(now) === monthOf(to) ? [] : ['across a month']),
  ]
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)
