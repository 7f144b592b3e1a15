import type { AdminCommand, LoggedCommand } from '../domain/command.js'
import { type CrossedKeys, keysCrossed } from '../domain/travel-receipt.js'
import type { LogMoment } from './point.js'
import { type Past, walk } from './replay.js'

/** The past doesn't change, so this is cached. */
const found = new WeakMap<AdminCommand, CrossedKeys>()

/** The keys that expired when this command moved the clock. Undefined for other commands. */
export const expiredWith = (command: AdminCommand): CrossedKeys | undefined => found.get(command)

/**
 * Finds out what expired each time the clock was moved between two commands. The replay starts at the first such
 * command that we haven't looked into yet.
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

const isUnknown = (command: LoggedCommand): command is AdminCommand =>
  command.kind === 'admin' &&
  command.change.area === 'clock' &&
  command.end > command.at &&
  !found.has(command)
