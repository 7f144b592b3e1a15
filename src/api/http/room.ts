import type { ServerResponse } from 'node:http'
import type { MemoryAccount } from '../../core/memory.js'
import { type Rejection, rejectRequest } from '../../web/reject.js'

/** Why a request is refused for which there is no memory left. */
export const NO_ROOM: Rejection = {
  status: 503,
  code: 'out_of_memory',
  reason: 'there is no memory left for this request: others under way take all of it',
  hint: 'try again once they are done, or let go of them',
}

/** Refuses an admin call for which there is no memory left; requests to the services have shapes of their own. */
export function refuseForRoom(response: ServerResponse): void {
  const { status, code, reason, hint } = NO_ROOM
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
