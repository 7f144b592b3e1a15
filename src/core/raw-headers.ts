/**
 * Returns how often a header was sent. Node's `headersDistinct` would build a table for every request.
 *
 * @param rawHeaders name, value, name, value, … as sent
 * @param name in lower case
 */
export function timesSent(rawHeaders: readonly string[], name: string): number {
  let times = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]
    if (sent?.length === name.length && sent.toLowerCase() === name) times++
  }
  return times
}

/** Returns the first value in a flat list of names and values. @param wanted in lower case */
export function headerOf(headers: readonly string[], wanted: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]
    if (name?.length === wanted.length && name.toLowerCase() === wanted) return headers[index + 1]
  }
  return undefined
}

/**
 * @param headers names and values in turn
 * @param wanted in lower case, and in the list exactly once
 */
export function replaceHeader(headers: string[], wanted: string, value: string): void {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === wanted) headers[index + 1] = value
  }
}

/** For these headers, Node only keeps the first value. */
const FIRST_ALONE: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
])

/**
 * Reads a flat list of names and values. Like Node, joins a header's values if there are several.
 *
 * @param wanted in lower case
 */
export function joinedHeader(headers: readonly string[], wanted: string): string | undefined {
  const first = headerOf(headers, wanted)
  if (first === undefined || FIRST_ALONE.has(wanted) || timesSent(headers, wanted) === 1) return first
  const values = headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === wanted)
  return values.join(wanted === 'cookie' ? '; ' : ', ')
}
