import type { RequestDetails } from '../../src/admin/request-json.js'

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

export interface ToSend {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Empty if there's none. */
  readonly body: string
}

/** Clients add these on their own. */
const OWN =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|pragma|cache-control|dnt|priority|sec-.*)$/i

/** Leaves out those that clients add on their own. */
export function ownHeaders({
  requestHeaders,
}: Pick<Sent, 'requestHeaders'>): RequestDetails['requestHeaders'] {
  return requestHeaders.filter(([name, value]) => !OWN.test(name) && !isAnything(name, value))
}

const isAnything = (name: string, value: string): boolean =>
  (/^accept$/i.test(name) && value === '*/*') || (/^content-type$/i.test(name) && /^text\/plain/i.test(value))

export function curlOf(request: Sent, base: string): string {
  const { method, target, requestBody } = request
  const headers = ownHeaders(request).map((header) =>
    isMasked(header) ? tokenForShell(request) : quoted(header.join(': ')),
  )
  return curlText(method, base + target, headers, requestBody?.text)
}

/** @param headers already quoted for the shell */
export function curlText(method: string, url: string, headers: readonly string[], body = ''): string {
  return [
    `curl -i${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...headers.map((header) => `-H ${header}`),
    ...(body === '' ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}

const tokenForShell = ({ credential }: Sent): string =>
  `"Authorization: Bearer $(npx tristore-emulator token --sub ${quoted(credential ?? '')})"`

/** For a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Quoted only if the shell needs it. */
export const wordOfShell = (text: string): string => (/^[\w./:@%+,-]*$/.test(text) ? text : quoted(text))

/** Quoted only if needed, since some readers of `.env` files keep the quotes. */
export const valueOfEnv = (text: string): string =>
  /[\s#'"`$\\]/.test(text) ? (text.includes("'") ? `"${text}"` : `'${text}'`) : text

/** The journal removes the signature of bearer tokens. */
export const isMasked = ([name, value]: readonly [name: string, value: string]): boolean =>
  /^authorization$/i.test(name) && value.endsWith('.…')
