import type { ServiceName } from '../contract/operations.js'
import { Gaps } from '../domain/profile/gaps.js'
import type { World } from '../domain/world.js'
import { ABSOLUTE_TARGET } from '../web/origin.js'
import { CLOSED_HEADERS, type Rejection, type RejectionAnswer } from '../web/reject.js'
import { codeFor, errorBody, messageFor, reasonHeader } from './errors.js'
import { serviceOf } from './route.js'

/** Where a request is rejected. */
export interface RejectedAt {
  /** Its clock and profile; the default world if the request reaches none. */
  readonly world: World
  /** The target as sent; undefined if it is not known. */
  readonly target: string | undefined
  /** Answers for paths that name no service. */
  readonly fallback: ServiceName
  /** False if a port serves no admin interface. */
  readonly hasAdmin: boolean
}

/** The answer to a request that is rejected before routing, in the shape of the service that its path names. */
export function rejectionAnswer(
  { status, code, reason, hint }: Rejection,
  { world, target = '', fallback, hasAdmin }: RejectedAt,
): RejectionAnswer {
  const path = pathOf(target)
  const isAdmin = hasAdmin && path.startsWith('/_')
  const body = isAdmin
    ? JSON.stringify({ error: code, message: reason, hint })
    : serviceBody({ status, code }, serviceOf(path) ?? fallback, world)
  const headers = [
    ...['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))],
    ...['X-Emulator-Reason', reasonHeader(reason), 'Date', new Date(world.clock.now()).toUTCString()],
    ...(isAdmin ? Object.entries(CLOSED_HEADERS).flat() : []),
  ]
  return { headers, body }
}

/** What the contract does not show says so in its code (docs/DESIGN.md section 5, Not shown). */
function serviceBody(
  { status, code }: Pick<Rejection, 'status' | 'code'>,
  service: ServiceName,
  { profile }: World,
): string {
  const gaps = new Gaps(profile)
  const shown = code === 'not_emulated' ? code : codeFor(service, status, gaps)
  return errorBody(service, shown, messageFor(status, service), gaps)
}

/** The path of a target, without the prefix of a world, an origin and a query. */
function pathOf(target: string): string {
  const [path = ''] = target.replace(ABSOLUTE_TARGET, '').split('?')
  return path.replace(/^\/_worlds\/[^/]*/, '')
}
