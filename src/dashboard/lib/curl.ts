import type { RequestDetails } from '../../admin/request-json.js'
import { baseUrl, worldPath } from '../address.js'

/** Headers that curl adds by itself. */
const OWN = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
])

/** The request as a command for a shell. */
export function curlOf({ method, target, requestHeaders, requestBody }: RequestDetails): string {
  const headers = requestHeaders.filter(([name]) => !OWN.has(name.toLowerCase()))
  const hasBody = requestBody !== undefined && requestBody.text !== ''
  const parts = [
    `curl -i${method === 'GET' ? '' : ` -X ${method}`} ${quoted(addressOf(requestHeaders) + target)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(hasBody ? [`--data-raw ${quoted(requestBody.text)}`] : []),
  ]
  return parts.join(' \\\n  ')
}

/** The address that the app used, if it is the same from here: the database may have its own port. */
function addressOf(headers: RequestDetails['requestHeaders']): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const isSeenFromHere = host.replace(/:\d+$/, '') === location.hostname
  return isSeenFromHere ? `http://${host}${worldPath}` : baseUrl
}

/** One word for a POSIX shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
