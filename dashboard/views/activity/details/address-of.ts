import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { baseUrl, worldPath } from '../../../address.js'

/** The address that the app used, if it is the same from here: the database may have its own port. */
export function addressOf(headers: RequestDetails['requestHeaders']): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const isSeenFromHere = host.replace(/:\d+$/, '') === location.hostname
  return isSeenFromHere ? `http://${host}${worldPath}` : baseUrl
}
