import type { Operation } from '../contract/operations.js'
import type { Gaps } from '../domain/profile/gaps.js'
import { headerOf } from '../web/raw-headers.js'
import type { Reply } from './message.js'

/** The WWW-Authenticate of each kind of credential; keys have no scheme of their own, so theirs names the header. */
const CHALLENGES: Readonly<Record<Operation['credential'], string>> = {
  bearer: 'Bearer',
  'scoped-key': 'ApiKey header="X-KV-Key"',
  'database-key': 'ApiKey header="X-API-Key"',
}

/** Adds a challenge to a 401 if the profile asks for one (RFC 9110, 11.6.1). */
export function challenged(reply: Reply, operation: Operation | undefined, gaps: Gaps): Reply {
  // An answer without a challenge does not depend on the gap.
  if (reply.status !== 401 || operation === undefined || !gaps.profile.auth.challenge) return reply
  // A fault's own header wins.
  if (headerOf(reply.headers, 'www-authenticate') !== undefined) return reply
  gaps.note('auth.challenge')
  return { ...reply, headers: reply.headers.concat('WWW-Authenticate', CHALLENGES[operation.credential]) }
}
