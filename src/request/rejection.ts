import { httpDate } from '../core/instants.js'
import { Gaps } from '../domain/profile/gaps.js'
import type { World } from '../domain/world.js'
import { ABSOLUTE_TARGET } from '../web/origin.js'
import { CLOSED_HEADERS, type Rejection, type RejectionAnswer } from '../web/reject.js'
import type { ServedService } from './call.js'
import { messageFor, reasonHeader } from './errors.js'
import type { ServedServices } from './served-services.js'

export interface RejectionContext {
  /** Provides the clock and profile. The default world if the request was rejected before its own was known. */
  readonly world: World
  /** As sent, or undefined if unknown. */
  readonly target: string | undefined
  readonly services: ServedServices
  /** The service for paths that don't belong to any. */
  readonly fallback: string
  /** False on a port without the admin interface. */
  readonly hasAdmin: boolean
}

/** For requests that are rejected before routing. The answer looks like an error of the service in the path. */
export function rejectionAnswer(
  { status, code, reason, hint }: Rejection,
  { world, target = '', services, fallback, hasAdmin }: RejectionContext,
): RejectionAnswer {
  const path = pathOf(target)
  const isAdmin = hasAdmin && path.startsWith('/_')
  const body = isAdmin
    ? JSON.stringify({ error: code, message: reason, hint })
    : serviceBody({ status, code }, services.named(services.routes.serviceOf(path) ?? fallback), world)
  const headers = [
    ...['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))],
    ...['X-Emulator-Reason', reasonHeader(reason), 'Date', httpDate(world.clock.now())],
    ...(isAdmin ? Object.entries(CLOSED_HEADERS).flat() : []),
  ]
  return { headers, body }
}

/** Requests outside the contract keep their own code (docs/DESIGN.md section 5, Not shown). */
function serviceBody(
  { status, code }: Pick<Rejection, 'status' | 'code'>,
  { errors }: ServedService,
  { profile }: World,
): string {
  const gaps = new Gaps(profile)
  const shown = code === 'not_emulated' ? code : errors.codeOf(status, gaps)
  return errors.body(shown, messageFor(status, errors), gaps)
}

/** Strips the origin, the world's prefix and the query. */
function pathOf(target: string): string {
  const [path = ''] = target.replace(ABSOLUTE_TARGET, '').split('?')
  return path.replace(/^\/_worlds\/[^/]*/, '')
}
