import type { AdminCommandInfo, HistoryInfo } from '../../../src/admin/calls/history/log.js'
import { commandText } from '../../lib/command-text.js'

/** Only changes in these areas can be undone. */
const UNDOABLE: ReadonlySet<string> = new Set(['clock', 'state'])

export interface UndoStep {
  /** The point to go back to, or undefined for the reset that started the world's current life. */
  readonly to: string | undefined
  /** "clock +1 h" */
  readonly label: string
}

export interface UndoStack {
  readonly undo: UndoStep | undefined
  readonly redo: UndoStep | undefined
}

/**
 * Undos are logged as well, so going back to before an undo redoes the change.
 *
 * @param calls oldest first
 */
export function undoStack(
  calls: readonly AdminCommandInfo[],
  began: HistoryInfo['began'] | undefined,
): UndoStack {
  const undoable = calls.filter(({ area }) => UNDOABLE.has(area))
  const done: UndoStep[] = []
  const undone: UndoStep[] = []
  if (began?.by === 'reset') done.push({ to: undefined, label: 'the reset' })
  const points = undoPoints(calls)
  for (const call of undoable) {
    const to = isUndo(call) ? points.get(call.id) : call.id
    const here = { to: call.id, label: commandText(call).replace(/, to [^,]*/, '') }
    if (!isUndo(call)) {
      done.push(here)
      undone.length = 0
    } else if (done.at(-1)?.to === to) {
      undone.push({ ...here, label: done.pop()?.label ?? '' })
    } else if (undone.at(-1)?.to === to) {
      done.push({ ...here, label: undone.pop()?.label ?? '' })
    } else {
      done.push({ ...here, label: `return to before ${to ?? 'the reset'}` })
      undone.length = 0
    }
  }
  const undo = done.at(-1)
  // No point refers to a reset, so it can only be undone while it's the most recent change.
  const isOutOfReach = undo !== undefined && undo.to === undefined && undoable.length > 0
  return { undo: isOutOfReach ? undefined : undo, redo: undone.at(-1) }
}

/** Maps each undo's id to the point it went back to. Undos of a reset aren't included. */
export function undoPoints(calls: readonly AdminCommandInfo[]): ReadonlyMap<string, string> {
  const undoable = calls.filter(({ area }) => UNDOABLE.has(area))
  const points = new Map<string, string>()
  for (const [index, call] of undoable.entries()) {
    const point = isUndo(call) ? (pointIn(call.body) ?? undoable[index - 1]?.id) : undefined
    if (point !== undefined) points.set(call.id, point)
  }
  return points
}

const isUndo = ({ path }: AdminCommandInfo): boolean => path.endsWith('/undo')

function pointIn(body = ''): string | undefined {
  return /"to"\s*:\s*"([^"]+)"/.exec(body)?.[1]
}
