import { Refusal } from '../core/refusal.js'
import type { WorldCopy } from '../domain/baseline.js'
import type { World } from '../domain/world.js'
import { momentOf } from './point.js'
import { copyAt, type Past } from './replay.js'

export interface Undoing {
  /** The id of the command, "reset" if this life began with a reset, or the given point. */
  readonly undone: string
  /** The number of service requests that are undone. */
  readonly requests: number
  readonly copy: WorldCopy
}

/**
 * The world before the last change to its clock or to its state as a whole.
 *
 * @param to another point to return to
 * @throws Refusal `nothing_to_undo`, or any of `momentOf`
 */
export async function undoing(past: Past, to: string | undefined): Promise<Undoing> {
  const { world } = past.context
  const { lastUndoable, beforeReset } = world.history
  const point = to ?? lastUndoable?.id
  if (point !== undefined) {
    const moment = momentOf(point, world)
    const copy = await copyAt(past, moment)
    return { undone: point, requests: requestsSince(moment.index, world), copy }
  }
  if (beforeReset !== undefined) {
    return { undone: 'reset', requests: requestsSince(world.history.oldest, world), copy: beforeReset }
  }
  const reason = 'there is no clock move, import, restore or reset to undo'
  throw new Refusal('nothing_to_undo', reason, { hint: 'choose another moment, e.g. with {"to": "r41"}' })
}

function requestsSince(index: number, { history }: World): number {
  let count = 0
  for (const command of history.list(index)) {
    if (command.kind === 'request' && command.holdEnd === undefined) count++
  }
  return count
}
