import type { Operation } from '../contract/operations.js'
import type { TrackedProfile } from '../domain/profile/tracked.js'
import { headerOf } from '../web/raw-headers.js'
import type { Reply } from './message.js'

/** The WWW-Authenticate of each kind of credential; keys have no scheme of their own, so theirs names the header. */
const CHALLENGES: Readonly<Record<Operation['credential'], string>> = {
  bearer: 'Bearer',
  'scoped-key': 'ApiKey header="X-KV-Key"',
  'database-key': 'ApiKey header="X-API-Key"',
}

/** The same answer, with a challenge where it is a 401 and the profile asks for one (RFC 9110, 11.6.1). */
export function challenged(
  reply: Reply,
  operation: Operation | undefined,
  { source, profile }: TrackedProfile,
): Reply {
  // Looked at unnoted first: an answer without a challenge leans on none.
  if (reply.status !== 401 || operation === undefined || !source.auth.challenge) return reply
  // A fault's own header wins.
  if (headerOf(reply.headers, 'www-authenticate') !== undefined) return reply
  void profile.auth.challenge
  return { ...reply, headers: reply.headers.concat('WWW-Authenticate', CHALLENGES[operation.credential]) }
}
