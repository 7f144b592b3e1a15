import type { AdminCommand, LoggedCommand } from '../domain/command.js'
import { type CrossedKeys, keysCrossed } from '../domain/travel-receipt.js'
import type { LogMoment } from './point.js'
import { type Past, walk } from './replay.js'

/** We cache what we find, since the past doesn't change. */
const found = new WeakMap<AdminCommand, CrossedKeys>()

/** Returns the keys that expired when this command moved the clock, or undefined for any other command. */
export const expiredWith = (command: AdminCommand): CrossedKeys | undefined => found.get(command)

/**
 * Finds out what expired each time the clock was moved between two commands. Only replays the log from the first such
 * command we don't know about.
 */
export async function findExpired(past: Past, from: number, to: number): Promise<void> {
  const commands = past.context.world.history.list(from, to)
  const first = commands.findIndex(isUnknown)
  const [command] = commands.slice(first)
  if (first === -1 || command === undefined) return
  const last = commands.findLastIndex(isUnknown)
  const begin: LogMoment = { index: from + first, at: command.at }
  const end: LogMoment = { index: from + last + 1, at: command.at }
  await walk(past, { from: begin, to: end }, ({ command, world }) => {
    if (isUnknown(command)) found.set(command, keysCrossed(world.state, command.at, command.end))
  })
}

/** Returns true if a command moved the clock forwards and we haven't looked into it yet. */
const isUnknown = (command: LoggedCommand): command is AdminCommand =>
  command.kind === 'admin' &&
  command.change.area === 'clock' &&
  command.end > command.at &&
  !found.has(command)
