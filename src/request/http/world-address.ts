import type { IncomingMessage } from 'node:http'
import { ABSOLUTE_TARGET } from '../../web/origin.js'

export interface WorldAddress {
  /** Undefined for the default world. */
  readonly world: string | undefined
  /** Comes before the path in the client's URLs. Either empty or `/_worlds/<id>`. */
  readonly prefix: string
  /** Path and query without the prefix. In a request to a proxy, the scheme and host stay in front. */
  readonly target: string
}

const PREFIX = '/_worlds/'
const HEADER = 'x-emulator-world'

/**
 * Finds the world named by the path's prefix or the X-Emulator-World header.
 *
 * @returns a sentence explaining the conflict if they name different worlds
 */
export function worldAddress({
  url = '/',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): WorldAddress | string {
  const header = headers[HEADER]
  const byHeader = Array.isArray(header) ? header.join(', ') : header
  const origin = url.startsWith('/') ? '' : (ABSOLUTE_TARGET.exec(url)?.[0] ?? '')
  if (!url.startsWith(PREFIX, origin.length)) return { world: byHeader, prefix: '', target: url }
  const [world = ''] = url.slice(origin.length + PREFIX.length).split(/[/?]/, 1)
  if (byHeader !== undefined && byHeader !== world) {
    return `the path names the world ${world}, but the X-Emulator-World header names ${byHeader}`
  }
  const prefix = PREFIX + world
  const target = url.slice(origin.length + prefix.length)
  return { world, prefix, target: origin + (target.startsWith('/') ? target : `/${target}`) }
}
