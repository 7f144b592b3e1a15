import type { LifeEventInfo } from '../../../src/admin/calls/history/life.js'
import type { AdminCommandInfo } from '../../../src/admin/calls/history/log.js'
import { readRequestId } from '../../../src/core/command-id.js'
import { commandNumber } from '../../lib/command-number.js'
import { undoPoints } from './undo-stack.js'

export type IsUndone = (id: string) => boolean

/**
 * A command is undone if a later undo, which wasn't undone itself, went back to before it.
 *
 * @param calls oldest first
 */
export function undoneIn(calls: readonly AdminCommandInfo[]): IsUndone {
  const points = undoPoints(calls)
  const undone = new Set<string>()
  const requests: (readonly [after: number, upTo: number])[] = []
  for (let index = calls.length - 1; index >= 0; index--) {
    const { id = '', behind } = calls[index] ?? {}
    const [, past, kind, digits] = /^(after:)?([ar])(\d+)$/.exec(points.get(id) ?? '') ?? []
    if (kind === undefined) continue
    const number = Number(digits)
    const named = calls.findIndex((call) =>
      kind === 'a' ? call.id === `a${number}` : commandNumber(call.behind) >= number,
    )
    if (named === -1) continue
    const first = kind === 'a' && past !== undefined ? named + 1 : named
    const after =
      kind === 'a' ? commandNumber(calls[named]?.behind) : past === undefined ? number - 1 : number
    for (const call of calls.slice(first, index)) undone.add(call.id)
    requests.push([after, commandNumber(behind)])
    // Skip what this undo covers. An undo that was undone itself has no effect.
    index = first
  }
  return (id) =>
    readRequestId(id) === undefined
      ? undone.has(id)
      : requests.some(([after, upTo]) => commandNumber(id) > after && commandNumber(id) <= upTo)
}

/**
 * An expiry counts as undone if an undo is what wrote the next event.
 *
 * @param events oldest first
 * @param calls oldest first
 */
export function undoneEvents(
  events: readonly LifeEventInfo[],
  calls: readonly AdminCommandInfo[],
): ReadonlySet<LifeEventInfo> {
  const isUndone = undoneIn(calls)
  const points = undoPoints(calls)
  const undone = new Set(events.filter(({ by }) => isUndone(by)))
  for (const [index, event] of events.entries()) {
    const next = events.slice(index + 1).find((later) => !undone.has(later))
    if (event.kind === 'expired' && next?.kind === 'written' && points.has(next.by)) undone.add(event)
  }
  return undone
}
