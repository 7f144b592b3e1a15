import { numberOf } from '../core/command-id.js'
import type { LoggedCommand } from '../domain/command.js'
import { DROPPED } from '../domain/faults/holds.js'
import type { World } from '../domain/world.js'

/** `behind` is the last request before the command. */
export interface LogEntry {
  readonly command: LoggedCommand
  readonly behind: string | undefined
}

export interface WantedCommands {
  /** Command numbers, including `from` but not `to`. */
  readonly from: number
  readonly to: number
  readonly isWanted: (command: LoggedCommand) => boolean
  /** Keeps the newest ones. */
  readonly limit: number
}

/** Newest first. */
export function logEntries({ history }: World, { from, to, isWanted, limit }: WantedCommands): LogEntry[] {
  const { oldest } = history
  const commands = history.list(oldest, to)
  const found: LogEntry[] = []
  let behind = requestBefore(commands, oldest === 0 ? history.beginning.lastRequest : undefined)
  let index = oldest
  for (const command of commands) {
    if (index >= from && isWanted(command)) found.push({ command, behind })
    if (command.kind === 'request') behind = command.id
    index++
  }
  return found.slice(-limit).reverse()
}

/** @param lastBefore the number of the previous life's last request, or undefined if this life's start was dropped */
function requestBefore(
  commands: Iterable<LoggedCommand>,
  lastBefore: number | undefined,
): string | undefined {
  const number = lastBefore ?? numberBefore(commands)
  return number === 0 ? undefined : `r${number}`
}

function numberBefore(commands: Iterable<LoggedCommand>): number {
  for (const command of commands) {
    if (command.kind === 'request' && command.holdEnd === undefined) return numberOf(command.id) - 1
  }
  return 0
}

export const HOLD_MARKS = ['begins', 'released', ...DROPPED] as const

export type HoldMark = (typeof HOLD_MARKS)[number]

export function holdMarks({ history, holds }: World): (command: LoggedCommand) => HoldMark | undefined {
  const held = new Set(holds.list().map(({ request }) => request.id))
  for (const command of history.list(history.oldest)) {
    if (command.kind === 'request' && command.holdEnd !== undefined) held.add(command.id)
  }
  return (command) => {
    if (command.kind !== 'request') return undefined
    if (command.holdEnd === undefined) return held.has(command.id) ? 'begins' : undefined
    const { release } = command.holdEnd
    return typeof release === 'string' ? release : 'released'
  }
}
