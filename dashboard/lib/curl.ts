import type { RequestDetails } from '../../src/admin/request-json.js'
import { isMasked } from './masked-token.js'

/** A request to repeat, as text or by sending it. */
export type Sent = Pick<
  RequestDetails,
  | 'id'
  | 'method'
  | 'target'
  | 'status'
  | 'atIso'
  | 'credential'
  | 'requestHeaders'
  | 'requestBody'
  | 'responseBody'
>

/** A request to the services, as it is to be sent. */
export interface ToSend {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Empty: none. */
  readonly body: string
}

/** Headers that a client adds by itself, or that only a browser has. */
const OWN =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|pragma|cache-control|dnt|priority|sec-.*)$/i

/** A header that was made for the request: what clients say by themselves is left out. */
export function ownHeaders({
  requestHeaders,
}: Pick<Sent, 'requestHeaders'>): RequestDetails['requestHeaders'] {
  return requestHeaders.filter(([name, value]) => !OWN.test(name) && !isAnything(name, value))
}

const isAnything = (name: string, value: string): boolean =>
  (/^accept$/i.test(name) && value === '*/*') || (/^content-type$/i.test(name) && /^text\/plain/i.test(value))

/**
 * The request as a command for a shell.
 *
 * @param base the address of the services
 */
export function curlOf(request: Sent, base: string): string {
  const { method, target, requestBody } = request
  const headers = ownHeaders(request).map((header) =>
    isMasked(header) ? tokenForShell(request) : quoted(header.join(': ')),
  )
  return curlText(method, base + target, headers, requestBody?.text)
}

/** A command for a shell. Its headers are words of the shell; an empty body is left out. */
export function curlText(method: string, url: string, headers: readonly string[], body = ''): string {
  return [
    `curl -i${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...headers.map((header) => `-H ${header}`),
    ...(body === '' ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}

const tokenForShell = ({ credential }: Sent): string =>
  `"Authorization: Bearer $(npx tristore-emulator token --sub ${quoted(credential ?? '')})"`

/** One word for a POSIX shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
