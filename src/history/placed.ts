import { RequestCommand } from '../api/command.js'
import type { RequestRecord } from '../api/record.js'
import { Slice, type Steps } from '../core/steps.js'
import { DROPPED } from '../domain/faults/holds.js'
import type { World } from '../domain/world.js'
import type { WorldCommand } from './replay.js'

/** A command of a log, and the id of the last request ahead of it; undefined where there was none. */
export interface Placed {
  readonly command: WorldCommand
  readonly behind: string | undefined
}

/** The commands of a world from one number to another that are wanted, each with its place among the requests. */
export function* placed(
  { history }: World<RequestRecord>,
  from: number,
  to: number,
  isWanted: (command: WorldCommand) => boolean,
): Steps<Placed[]> {
  const { oldest } = history
  const commands = history.slice(oldest, to)
  const found: Placed[] = []
  const slice = new Slice()
  let behind = requestAhead(commands, oldest === 0 ? history.beginning.lastRequest : undefined)
  for (const [index, command] of commands.entries()) {
    if (oldest + index >= from && isWanted(command)) found.push({ command, behind })
    if (command instanceof RequestCommand) behind = command.id
    if (slice.spend()) yield
  }
  return found
}

/**
 * The last request ahead of these commands.
 *
 * @param lastBefore the number of the last request of the life before; undefined where commands of this life are gone
 */
function requestAhead(commands: readonly WorldCommand[], lastBefore: number | undefined): string | undefined {
  const first = commands.find((command) => command instanceof RequestCommand && command.holdEnd === undefined)
  const number = lastBefore ?? (first === undefined ? 0 : Number(first.id.slice(1)) - 1)
  return number === 0 ? undefined : `r${number}`
}

/** What a command says of a request that was held: here that begins, or ends so. */
export const HOLD_MARKS = ['begins', 'released', ...DROPPED] as const

export type HoldMark = (typeof HOLD_MARKS)[number]

/** Tells the commands of requests that were held, or are. */
export function holdMarks({
  history,
  holds,
}: World<RequestRecord>): (command: WorldCommand) => HoldMark | undefined {
  const isEnd = (command: WorldCommand) => command instanceof RequestCommand && command.holdEnd !== undefined
  const ended = history.slice(history.oldest).filter(isEnd)
  const held = new Set([...ended.map(({ id }) => id), ...holds.list().map(({ request }) => request.request)])
  return (command) => {
    if (!(command instanceof RequestCommand)) return undefined
    if (command.holdEnd === undefined) return held.has(command.id) ? 'begins' : undefined
    const { release } = command.holdEnd
    return typeof release === 'string' ? release : 'released'
  }
}
