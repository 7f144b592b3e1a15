/**
 * Counts how often a header was sent. Node's own table of repeated headers would be built anew for every request.
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

/**
 * The first value of a header in a list of name, value, name, value, …; undefined where it is not there.
 *
 * @param wanted its name in lower case
 */
export function headerOf(headers: readonly string[], wanted: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]
    if (name?.length === wanted.length && name.toLowerCase() === wanted) return headers[index + 1]
  }
  return undefined
}
