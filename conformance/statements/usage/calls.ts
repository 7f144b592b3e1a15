/** The entries that statements on counters make their calls on. */

import { expectSuccess } from '../../check.js'
import type { Session } from '../../session.js'
import { type Statement, type StatementDraft, statement } from '../statement.js'

export const BODY = { value: 'counted', ttlSeconds: 600 }

export const usage = (draft: Omit<StatementDraft, 'interface' | 'section'>): Statement =>
  statement({ section: 'Limits A.3', interface: 'kv', ...draft })

/** A key, live or absent as the kind wants it. */
export async function keyFor(session: Session, { onLive }: { readonly onLive: boolean }): Promise<string> {
  const key = session.newKey()
  if (onLive) expectSuccess(await session.kv.put(key, BODY))
  return key
}
