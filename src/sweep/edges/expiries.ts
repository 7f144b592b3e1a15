import type { PlacedRequest } from '../requests.js'
import type { Undisturbed } from '../undisturbed.js'
import type { TouchedInstant } from './boundary.js'

/** When an entry expires (ms), and the moves of the clock before it was put. */
interface Expiry {
  readonly at: number
  readonly since: number
}

/** The expiries that reads, deletes and lists met. A put needs none: it replaces what is there. */
export function expiries({ requests, startState }: Undisturbed): TouchedInstant[] {
  const known = new Map<string, Map<string, Expiry>>()
  for (const { id, entries = [] } of startState.namespaces ?? []) {
    const own = entries.map(({ key, expiresAt }): [string, Expiry] => [
      key,
      { at: typeof expiresAt === 'number' ? expiresAt : Date.parse(String(expiresAt)), since: -1 },
    ])
    known.set(id, new Map(own))
  }
  return requests.flatMap((request) => {
    const entries = known.get(request.resource ?? '') ?? new Map<string, Expiry>()
    if (request.resource !== undefined) known.set(request.resource, entries)
    const met = metBy(request, entries)
    follow(request, entries)
    return met
  })
}

function metBy(request: PlacedRequest, entries: ReadonlyMap<string, Expiry>): TouchedInstant[] {
  const { operation, key = '' } = request
  if (operation === 'kv.list') return [...entries].map(([name, expiry]) => ({ request, name, ...expiry }))
  if (operation !== 'kv.get' && operation !== 'kv.delete') return []
  const expiry = entries.get(key)
  return expiry === undefined ? [] : [{ request, name: '', ...expiry }]
}

/** What a request does to the expiries. */
function follow({ operation, key, segment, details }: PlacedRequest, entries: Map<string, Expiry>): void {
  if (key === undefined || details.outcome !== 'ok') return
  if (operation === 'kv.delete') entries.delete(key)
  if (operation !== 'kv.put') return
  const at = expiresAtIn(details.responseBody?.text ?? '')
  if (at !== undefined) entries.set(key, { at, since: segment })
}

function expiresAtIn(body: string): number | undefined {
  const at = /"expiresAt":(\d+)/.exec(body)?.[1]
  return at === undefined ? undefined : Number(at)
}
