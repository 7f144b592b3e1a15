import type { WorldInfo } from '../../../src/admin/calls/worlds.js'
import { operations } from '../../../src/contract/operations.js'
import { baseUrlOf } from '../../address.js'
import { run } from '../../api.js'
import { claimsOf, isMasked, isWithoutSignature } from '../../lib/masked-token.js'
import { sendRequest } from '../../lib/send.js'
import type { HarRequest } from './read.js'

/** The first segments of the paths of the database, which may have its own port. */
const DATABASE_PATHS = new Set(
  operations.filter((operation) => operation.service === 'documents').map(({ path }) => path.split('/')[1]),
)

/** What sending recorded requests again came to. */
export interface Sending {
  /** The world that they were sent to. */
  readonly id: string
  /** The first whose status is another one now: "GET /v1/kv/… was answered 404, and is answered 200 now". */
  readonly difference?: string
  readonly differing: number
}

/**
 * Sends recorded requests, one after the other, to a new world that begins as this one is now. A token whose signature is
 * not in the file is signed by the emulator's own provider; other headers that were cut are left out.
 *
 * @throws ApiError if a browser cannot send one of them
 */
export async function sendToNewWorld(requests: readonly HarRequest[]): Promise<Sending> {
  const made = await run.send<WorldInfo>('POST', '/worlds', { from: 'current' })
  const differences: string[] = []
  for (const request of requests) {
    const { method, target, headers, body = '' } = request
    const base = DATABASE_PATHS.has(target.split(/[/?]/)[1]) ? databaseAddress(made) : baseUrlOf(made.id)
    const sent = { method, base, target, headers: await whole(headers), body }
    const status = (await sendRequest(sent)) ?? 0
    const [before, now] = [request.status, status].map((one) =>
      one === 0 ? 'not answered' : `answered ${one}`,
    )
    if (status !== request.status) {
      differences.push(`${method} ${target} was ${before}, and is ${now} now`)
    }
  }
  const [difference] = differences
  return { id: made.id, differing: differences.length, ...(difference === undefined ? {} : { difference }) }
}

async function whole(headers: HarRequest['headers']): Promise<HarRequest['headers']> {
  const sent = headers.filter((header) => !isWithoutSignature(header))
  const masked = headers.find(isMasked)
  const claims = masked === undefined ? undefined : claimsOf(masked)
  if (claims === undefined) return sent
  const { token } = await run.send<{ token: string }>('POST', '/tokens', { claims })
  return [...sent, ['Authorization', `Bearer ${token}`]]
}

/** Where the database is reached from this page: by the name that the page was, at the database's port. */
function databaseAddress({ id, baseUrl, dbBaseUrl }: WorldInfo): string {
  if (new URL(dbBaseUrl).origin === new URL(baseUrl).origin) return baseUrlOf(id)
  const address = new URL(dbBaseUrl)
  address.hostname = location.hostname
  return address.href.replace(/\/$/, '')
}
