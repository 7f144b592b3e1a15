/** What a dropped file is. */
export type Content =
  | { readonly kind: 'seed'; readonly text: string }
  | { readonly kind: 'bundle'; readonly text: string }
  | { readonly kind: 'har'; readonly requests: readonly HarRequest[]; readonly left: number }
  | { readonly kind: 'none'; readonly reason: string; readonly hint: string }

/** A request of a HAR, as far as it is sent again. */
export interface HarRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
  /** What it was answered; 0 if it was not. */
  readonly status: number
}

const HINT =
  'A seed or an exported state (YAML or JSON), a HAR, or a bundle (*.tristore.json) can be dropped here.'

/** Reads the text of a file. @throws Error if it is not UTF-8 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  // `contentOf` refuses a picture or an archive.
  const fatal = !new Uint8Array(bytes).includes(0)
  try {
    return new TextDecoder('utf-8', { fatal }).decode(bytes)
  } catch {
    throw new Error('this file is not UTF-8: save it as UTF-8')
  }
}

/** Finds out what a file is by its text, and if that says nothing by its name. */
export function contentOf(name: string, text: string): Content {
  if (text.includes('\0')) return { kind: 'none', reason: 'This is not text.', hint: HINT }
  if (text.trim() === '') return { kind: 'none', reason: 'This file is empty.', hint: HINT }
  const data = parsed(text)
  const log = memberOf(data, 'log')
  if (Array.isArray(memberOf(log, 'entries'))) return harOf(memberOf(log, 'entries') as readonly unknown[])
  if (name.endsWith('.har')) {
    const isCut = data === undefined && !text.trimEnd().endsWith('}')
    const reason = isCut
      ? 'This HAR ends in the middle: only its beginning was written or copied.'
      : 'This is not a HAR: it has no log.entries.'
    return { kind: 'none', reason, hint: 'GET /_admin/requests.har writes one, as browsers do.' }
  }
  const isBundle = /^\s*\{\s*"format"\s*:\s*"tristore-bundle\//.test(text)
  if (isBundle || String(memberOf(data, 'format')).startsWith('tristore-bundle/'))
    return { kind: 'bundle', text }
  return name.endsWith('.tristore.json') ? { kind: 'bundle', text } : { kind: 'seed', text }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Paths of the emulator itself, which are not requests of an application. */
const OWN_PATH = /^\/_(?:admin|dashboard)(?:\/|$)/

function harOf(entries: readonly unknown[]): Content {
  const requests = entries.map(requestOf).filter((request) => request !== undefined)
  if (requests.length === 0) {
    const reason = 'This HAR has no request to the services.'
    return { kind: 'none', reason, hint: 'Requests to the dashboard and the admin interface are left out.' }
  }
  return { kind: 'har', requests, left: entries.length - requests.length }
}

function requestOf(entry: unknown): HarRequest | undefined {
  const request = memberOf(entry, 'request')
  const url = urlOf(String(memberOf(request, 'url')))
  // It is sent to the world of this page, whichever it was for.
  const path = url?.pathname.replace(/^\/_worlds\/[^/]+/, '') ?? ''
  if (url === undefined || OWN_PATH.test(path)) return undefined
  const body = memberOf(memberOf(request, 'postData'), 'text')
  const status = memberOf(memberOf(entry, 'response'), 'status')
  return {
    method: String(memberOf(request, 'method')).toUpperCase(),
    target: path + url.search,
    headers: headersOf(memberOf(request, 'headers')),
    body: typeof body === 'string' && body !== '' ? body : undefined,
    status: typeof status === 'number' ? status : 0,
  }
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Headers that the browser sets by itself, and those that would select another world. */
const LEFT_OUT =
  /^(?::|sec-|proxy-|(?:host|connection|content-length|transfer-encoding|accept-encoding|user-agent|origin|referer|cookie|keep-alive|te|upgrade|via|date|expect|x-emulator-world|baggage|traceparent|tracestate)$)/i

function headersOf(headers: unknown): HarRequest['headers'] {
  if (!Array.isArray(headers)) return []
  return headers
    .map((header) => [String(memberOf(header, 'name')), String(memberOf(header, 'value'))] as const)
    .filter(([name]) => !LEFT_OUT.test(name))
}
