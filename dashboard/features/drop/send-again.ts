import type { ConnectionInfo } from '../../../src/admin/calls/worlds.js'
import { operations } from '../../../src/contract/operations.js'
import { baseUrl } from '../../address.js'
import { ApiError, run } from '../../api.js'
import { claimsOf, isMasked, isWithoutSignature } from '../../lib/masked-token.js'
import type { HarRequest } from './read.js'

/** A recorded request as it can be sent again. */
export interface Prepared extends HarRequest {
  /** The claims of its token, whose signature was left out: it is signed again. */
  readonly claims: object | undefined
  /** Headers that are useless without the signatures that were left out of them, and are not sent. */
  readonly unsent: readonly string[]
}

/** Takes out of a request what cannot be sent as it was recorded. */
export function prepared(request: HarRequest): Prepared {
  const whole = request.headers.filter((header) => !isWithoutSignature(header))
  const cut = request.headers.filter(isWithoutSignature)
  const token = cut.find(isMasked)
  const claims = token === undefined ? undefined : claimsOf(token)
  const unsent = cut.filter((header) => claims === undefined || header !== token).map(([name]) => name)
  return { ...request, headers: whole, claims, unsent }
}

/** The first segments of the paths of the database. */
const DATABASE_PATHS = new Set(
  operations.filter((operation) => operation.interface === 'documents').map(({ path }) => path.split('/')[1]),
)

/** Whether a path and query is one of the database, which may have a port of its own. */
export const isOfDatabase = (target: string): boolean => DATABASE_PATHS.has(target.split(/[/?]/)[1])

/** Where the database is reached from this page: by the name that the page was, at the database's port. */
export function databaseAddress({ baseUrl: main, dbBaseUrl }: ConnectionInfo): string {
  if (dbBaseUrl === main) return baseUrl
  const address = new URL(dbBaseUrl)
  address.hostname = location.hostname
  return address.href.replace(/\/$/, '')
}

/**
 * Sends a request to the address of its service.
 *
 * @returns the status; undefined if a fault left no answer
 * @throws ApiError if a browser cannot send it
 */
export async function sendAgain(
  { method, target, headers, body, claims }: Prepared,
  connection: ConnectionInfo,
): Promise<number | undefined> {
  const init: RequestInit = { method, redirect: 'manual', cache: 'no-store' }
  if (body !== undefined && method !== 'GET' && method !== 'HEAD') init.body = body
  const all = claims === undefined ? headers : [...headers, ['Authorization', await signed(claims)] as const]
  const base = isOfDatabase(target) ? databaseAddress(connection) : baseUrl
  const request = requestTo(base + target, init, all)
  try {
    return (await fetch(request)).status
  } catch {
    return undefined
  }
}

const signed = async (claims: object): Promise<string> =>
  `Bearer ${(await run.send<{ token: string }>('POST', '/tokens', { claims })).token}`

function requestTo(url: string, init: RequestInit, headers: HarRequest['headers']): Request {
  try {
    return new Request(url, { ...init, headers: headers.map(([name, value]) => [name, value]) })
  } catch (error) {
    throw new ApiError({
      status: 0,
      message: `A browser cannot send ${init.method} ${url}.`,
      hint: String(error),
    })
  }
}
