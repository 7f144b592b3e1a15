import type { RequestSummary } from '../admin/request-json.js'
import { printable } from '../core/printable.js'
import { shorten } from '../core/shorten.js'
import type { EmulatorClient } from './emulator-client.js'

const REQUESTS_MAX = 20
const PATH_LENGTH_MAX = 99
const REASON_LENGTH_MAX = 199

/**
 * The end of a world's journal for people, oldest first, a line each: virtual time, method, path, status, and reason.
 *
 * @param title whose journal it is
 * @example
 * console.error(await journalText(world, 'the cart survives a restart'))
 * // The last 2 requests to the world of "the cart survives a restart":
 * //   2026-01-31T12:00:00.000Z  PUT /v1/kv/ns_shop_k3v9x2/cart  200
 * //   2026-01-31T13:00:00.000Z  GET /v1/kv/ns_shop_k3v9x2/cart  404  … (expired at 2026-01-31T12:30:00.000Z)
 */
export async function journalText(world: EmulatorClient, title: string): Promise<string> {
  const requests = await world.requests({ limit: REQUESTS_MAX })
  if (requests.length === 0) {
    return printable(
      `No request reached the world of "${title}": was the code under test given ${world.baseUrl}?`,
    )
  }
  const count = requests.length === 1 ? 'request' : `${requests.length} requests`
  const lines = requests.reverse().map((request) => `  ${line(request)}`)
  return [`The last ${count} to the world of "${title}":`, ...lines].map(printable).join('\n')
}

function line({ atIso, method, path, status, reason, absence, fault }: RequestSummary): string {
  const parts = [
    atIso,
    `${method} ${shorten(path, PATH_LENGTH_MAX)}`,
    status === null ? 'no answer' : `${status}`,
  ]
  if (reason !== undefined) parts.push(shorten(reason, REASON_LENGTH_MAX))
  if (absence !== undefined) parts.push(`(${shorten(absence, REASON_LENGTH_MAX)})`)
  // A reason names the fault itself.
  if (fault !== undefined && reason === undefined) parts.push(`(fault ${fault})`)
  return parts.join('  ')
}
