import type { ServerResponse } from 'node:http'
import type { MemoryAccount, MemoryBudget } from '../../core/memory.js'
import { type Rejection, rejectRequest } from '../../web/reject.js'
import { boundOptions, MORE_MEMORY } from '../../wording/bound-options.js'

/** An answer that is held back, besides its text: an estimate. */
const HELD_BYTES = 4000

/** Why a request is refused for which there is no memory left. */
export const NO_ROOM: Rejection = {
  status: 503,
  code: 'out_of_memory',
  reason: `there is no memory left for this request: others under way take all of it (--${boundOptions.memory})`,
  hint: 'try again once they are done, or let go of them',
}

/** Why there is no memory left for a request that takes so many bytes while it is read. */
export function noRoomFor(bytes: number, { contents, bytesMax }: MemoryBudget): Rejection {
  if (contents.bytes + bytes <= bytesMax) return NO_ROOM
  const held = `the worlds and their snapshots hold ${contents.bytes} of ${bytesMax} (--${boundOptions.memory})`
  return {
    ...NO_ROOM,
    reason: `there is no memory left for this request: it takes ${bytes} bytes while it is read, and ${held}`,
    hint: `send it in parts, let go of worlds, snapshots or entries, or ${MORE_MEMORY}`,
  }
}

/** Refuses an admin call for which there is no memory left; requests to the services have shapes of their own. */
export function refuseForRoom(response: ServerResponse, why = NO_ROOM): void {
  const { status, code, reason, hint } = why
  const body = JSON.stringify({ error: code, message: reason, hint })
  const headers = [
    ...['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))],
    ...['X-Emulator-Reason', reason],
  ]
  rejectRequest(response, { status }, { headers, body })
}

/** Holds bytes until an answer is written or its client is gone; false: there is no room for them. */
export function holdUntilClosed(response: ServerResponse, bytes: number, memory: MemoryAccount): boolean {
  if (!memory.take(bytes)) return false
  response.once('close', () => memory.add(-bytes))
  return true
}

/** The bytes that an answer of so many characters takes while it is held back; its connection holds the request's head. */
export const heldBytes = (characters: number): number => HELD_BYTES + 2 * characters
