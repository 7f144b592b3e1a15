import { Gaps } from '../domain/profile/gaps.js'
import type { World } from '../domain/world.js'
import { ABSOLUTE_TARGET } from '../web/origin.js'
import { CLOSED_HEADERS, type Rejection, type RejectionAnswer } from '../web/reject.js'
import type { ServedService } from './call.js'
import { messageFor, reasonHeader } from './errors.js'
import type { ServedServices } from './served-services.js'

/** Where a request is rejected. */
export interface RejectedAt {
  /** Its clock and profile; the default world if the request reaches none. */
  readonly world: World
  /** The target as sent; undefined if it is not known. */
  readonly target: string | undefined
  readonly services: ServedServices
  /** The service that answers for paths that name none. */
  readonly fallback: string
  /** False if a port serves no admin interface. */
  readonly hasAdmin: boolean
}

/** The answer to a request that is rejected before routing, in the shape of the service that its path names. */
export function rejectionAnswer(
  { status, code, reason, hint }: Rejection,
  { world, target = '', services, fallback, hasAdmin }: RejectedAt,
): RejectionAnswer {
  const path = pathOf(target)
  const isAdmin = hasAdmin && path.startsWith('/_')
  const body = isAdmin
    ? JSON.stringify({ error: code, message: reason, hint })
    : serviceBody({ status, code }, services.named(services.routes.serviceOf(path) ?? fallback), world)
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
  { errors }: ServedService,
  { profile }: World,
): string {
  const gaps = new Gaps(profile)
  const shown = code === 'not_emulated' ? code : errors.codeOf(status, gaps)
  return errors.body(shown, messageFor(status, errors), gaps)
}

/** The path of a target, without the prefix of a world, an origin and a query. */
function pathOf(target: string): string {
  const [path = ''] = target.replace(ABSOLUTE_TARGET, '').split('?')
  return path.replace(/^\/_worlds\/[^/]*/, '')
}
