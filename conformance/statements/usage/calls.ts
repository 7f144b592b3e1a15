/** The entries that statements on counters make their calls on. */

import { expectSuccess } from '../../check.js'
import type { Session } from '../../session.js'

export const BODY = { value: 'counted', ttlSeconds: 600 }

/** A key, live or absent as the kind wants it. */
export async function keyFor(session: Session, { onLive }: { readonly onLive: boolean }): Promise<string> {
  const key = session.newKey()
  if (onLive) expectSuccess(await session.kv.put(key, BODY))
  return key
}
