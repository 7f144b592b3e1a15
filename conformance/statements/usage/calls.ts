import { expectSuccess } from '../../check.js'
import type { Headers, HttpExchange } from '../../http-client.js'
import type { KvEntries, Session } from '../../session.js'

export const BODY = { value: 'counted', ttlSeconds: 600 }

/** Longer than any month, so that entries still exist after the counters are reset. */
const LASTING_S = 100 * 86_400

/** Returns a key that has an entry, or one that doesn't. */
export async function keyFor(session: Session, { onLive }: { readonly onLive: boolean }): Promise<string> {
  const key = session.newKey()
  if (onLive) expectSuccess(await session.kv.put(key, BODY))
  return key
}

/** Puts an entry that lasts beyond the end of the month. */
export const putLasting = (kv: KvEntries, key: string, value: unknown = 1, headers?: Headers) =>
  kv.put(key, { value, ttlSeconds: LASTING_S }, headers)

type Call = (kv: KvEntries, key: string, credential?: Headers) => Promise<HttpExchange>

/** The call that each counter counts. It uses the narrowest credential that's sufficient. */
export const CALL: Readonly<Record<'reads' | 'writes' | 'deletes' | 'lists', Call>> = {
  reads: (kv, key, credential) => kv.get(key, credential),
  writes: (kv, key, credential) => putLasting(kv, key, 1, credential),
  deletes: (kv, key, credential) => kv.delete(key, credential),
  lists: (kv, _key, credential) => kv.list(credential),
}

export const LIMITED = ['reads', 'writes', 'lists'] as const

/** Returns a new namespace that has an entry and whose quota for this counter is exhausted. */
export async function usedUp(session: Session, quantity: (typeof LIMITED)[number]) {
  const { kv, limits } = await session.limited()
  const key = session.newKey()
  expectSuccess(await putLasting(kv, key))
  const left = limits[quantity] - (quantity === 'writes' ? 1 : 0)
  for (let used = 0; used < left; used += 1) expectSuccess(await CALL[quantity](kv, key))
  return { kv, limits, key }
}
