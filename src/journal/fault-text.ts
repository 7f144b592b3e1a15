import type { FaultAction } from '../api/message.js'
import type { RequestRecord } from '../api/record.js'
import { connectionFaults } from '../domain/faults/connection-faults.js'
import { inMs } from './conduct/measures.js'

/** What a fault did to a request: "it held the request for 800 ms; the client was answered 200". */
export function faultText({ status, lostStatus }: RequestRecord, action: FaultAction): string {
  const parts = [
    waitText(action),
    endText(status, action),
    lostStatus !== undefined && `the answer ${lostStatus} was made, and lost`,
  ]
  return parts.filter((part) => part !== false).join('; ')
}

function waitText({ wait }: FaultAction): string | false {
  if (wait === undefined) return false
  const length = inMs(wait.heldMs)
  return wait.ended === 'waiting'
    ? `it has held the request for ${length} so far`
    : `it held the request for ${length}`
}

function endText(status: number | null, { connection, wait }: FaultAction): string {
  if (wait?.ended === 'aborted') return 'the client left without an answer'
  if (wait?.ended === 'waiting') return 'the client is waiting'
  if (connection !== undefined) return connectionFaults[connection].did
  return `the client was answered ${status}`
}
