/**
 * How often a header was sent. Node's own table of repeated headers would be made anew for every request.
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
  const index = headers.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === wanted)
  return index < 0 ? undefined : headers[index + 1]
}
