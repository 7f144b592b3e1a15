import { type CommandId, readCommandId } from '../core/command-id.js'
import { formatInstant, parseInstant } from '../core/instants.js'
import { nearest } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import { boundName } from '../domain/bounds.js'
import { endOf, type LoggedCommand } from '../domain/command.js'

/** A moment in a world's current life: the number of commands before it and the clock's time. */
export interface LogMoment {
  readonly index: number
  /** In virtual ms. */
  readonly at: number
}

export interface Log {
  /** Includes dropped commands. */
  readonly length: number
  /** The number of the first command that's still there. */
  readonly oldest: number
  /** In virtual ms. */
  readonly startedAt: number
  /** Undefined if the command was dropped or never existed. */
  at(index: number): LoggedCommand | undefined
  /** Undefined if the command was dropped or never existed. */
  find(id: CommandId): number | undefined
  /** True even if the command has been dropped since. */
  hasGiven(id: CommandId): boolean
}

interface Past {
  readonly history: Log
  readonly clock: { readonly now: () => number }
}

const AFTER = 'after:'
const FORMS =
  'r41 (just before request r41), after:r41, an instant such as 2026-01-31T23:59:00Z, start or now'
const HINT = `give ${FORMS}; list the commands with GET /_admin/history`

/**
 * Resolves a point: `r41` or `a7` (just before that command), `after:r41`, an instant (the last moment at that virtual
 * time), `start` or `now`.
 *
 * @throws Refusal `invalid_request`, `not_found` or `too_old`
 */
export function momentOf(point: string, world: Past): LogMoment {
  const { history, clock } = world
  if (point === 'now') return { index: history.length, at: clock.now() }
  if (point === 'start') return startOf(world)
  const isAfter = point.startsWith(AFTER)
  const id = readCommandId(isAfter ? point.slice(AFTER.length) : point)
  if (id !== undefined) return momentAt(id, isAfter, world)
  const at = parseInstant(point)
  if (at !== undefined) return lastMomentAt(at, world)
  const meant = nearest(point, ['start', 'now', 'after:r1'])
  throw new Refusal('invalid_request', `${JSON.stringify(point)} is not a point in time`, {
    hint: meant === undefined || meant === 'after:r1' ? HINT : `did you mean ${meant}? ${HINT}`,
  })
}

/** "start" if the log is complete, or else the id of its first command. */
export function oldestPoint({ history }: Past): string {
  if (history.oldest === 0) return 'start'
  return history.at(history.oldest)?.id ?? 'now'
}

function startOf(world: Past): LogMoment {
  const { history } = world
  if (history.oldest > 0) throw tooOld('the beginning of this life', world)
  return { index: 0, at: history.startedAt }
}

function momentAt(id: CommandId, isAfter: boolean, world: Past): LogMoment {
  const { history } = world
  const index = history.find(id)
  const command = index === undefined ? undefined : history.at(index)
  if (index !== undefined && command !== undefined && index >= history.oldest) {
    return isAfter ? { index: index + 1, at: endOf(command) } : { index, at: command.at }
  }
  if (history.hasGiven(id)) throw tooOld(id, world)
  throw new Refusal('not_found', `there is no command ${id} in this life of the world`, { hint: HINT })
}

/** A command that moves the clock forwards passes every instant in between. */
function lastMomentAt(at: number, world: Past): LogMoment {
  const { history, clock } = world
  const now = clock.now()
  if (at > now) {
    const reason = `${formatInstant(at)} is in the future: the clock is at ${formatInstant(now)}`
    throw new Refusal('invalid_request', reason, { hint: HINT })
  }
  for (let index = history.length; index >= history.oldest; index--) {
    const [last, next] = [history.at(index - 1), history.at(index)]
    const from = index === 0 ? history.startedAt : last === undefined ? (next?.at ?? now) : endOf(last)
    const to = next === undefined ? now : Math.max(next.at, endOf(next) - 1)
    if (at >= from && at <= to) return { index, at }
  }
  if (history.oldest > 0) throw tooOld(formatInstant(at), world)
  const reason = `this life of the world was never at ${formatInstant(at)}: it began at ${formatInstant(history.startedAt)}`
  throw new Refusal('invalid_request', reason, { hint: HINT })
}

function tooOld(what: string, world: Past): Refusal {
  return new Refusal(
    'too_old',
    `the log no longer goes back to ${what}: the oldest point is ${oldestPoint(world)}`,
    {
      hint: `raise the bound on requests (${boundName('requests')}) to keep more; list the points with GET /_admin/history`,
    },
  )
}
