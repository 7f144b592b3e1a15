import type { IncomingMessage } from 'node:http'

/** Which world a request is for. */
export interface WorldAddress {
  /** undefined for the default world. */
  readonly world: string | undefined
  /** Comes before the path in the client's URLs: empty, or `/_worlds/<id>`. */
  readonly prefix: string
  /** Path and query without it. */
  readonly target: string
}

const PREFIX = '/_worlds/'
const HEADER = 'x-emulator-world'

/**
 * Finds the world of a request, by the prefix of its path or by its X-Emulator-World header.
 *
 * @returns a sentence on why, if the two differ
 */
export function worldAddress({
  url = '/',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): WorldAddress | string {
  const header = headers[HEADER]
  const byHeader = Array.isArray(header) ? header.join(', ') : header
  if (!url.startsWith(PREFIX)) return { world: byHeader, prefix: '', target: url }
  const [world = ''] = url.slice(PREFIX.length).split(/[/?]/, 1)
  if (byHeader !== undefined && byHeader !== world) {
    return `the path names the world ${world}, the X-Emulator-World header ${byHeader}`
  }
  const prefix = PREFIX + world
  const target = url.slice(prefix.length)
  return { world, prefix, target: target.startsWith('/') ? target : `/${target}` }
}
