import type { Exchange } from '../../api/record.js'
import { decodeSegment, route } from '../../api/route.js'
import { operations } from '../../contract/operations.js'
import { monthKey } from '../../core/instants.js'
import type { Limited } from '../../domain/quotas.js'

/**
 * What a run used of one monthly quota (contract, Limits A.3).
 *
 * @example
 * const { quotas } = await emulator.conduct()
 * quotas.find(({ quantity }) => quantity === 'writes')?.share // 0.25: four such runs use up the month
 */
export interface QuotaShare {
  readonly namespaceId: string
  /** By the virtual clock: "2026-01". */
  readonly monthKey: string
  readonly quantity: Limited
  /** How many of the run's requests counted; what a seed began with is not in it. */
  readonly used: number
  /** As it was at the last of them. */
  readonly limit: number
  /** `used` of `limit`, 1 being all of it. */
  readonly share: number
}

interface Counted {
  readonly used: number
  readonly limit: number
}

const QUANTITIES = new Map<string | null, Limited>(
  operations.flatMap((row): [string, Limited][] =>
    'counts' in row && row.counts !== 'deletes' ? [[row.id, row.counts]] : [],
  ),
)

/**
 * The share of each month's quota that a run used.
 *
 * @param exchanges oldest first
 */
export function quotaShares(exchanges: Iterable<Exchange>): QuotaShare[] {
  const counted = new Map<string, Counted>()
  for (const exchange of exchanges) {
    const quantity = QUANTITIES.get(exchange.operation)
    const limit = exchange.decision.quotaLimit
    if (quantity === undefined || limit === undefined || !isCounted(exchange)) continue
    const quota = JSON.stringify([namespaceOf(exchange), monthKey(exchange.at), quantity])
    const used = (counted.get(quota)?.used ?? 0) + 1
    counted.set(quota, { used, limit })
  }
  return [...counted].map(([quota, { used, limit }]) => {
    const [namespaceId, month, quantity] = JSON.parse(quota) as [string, string, Limited]
    return { namespaceId, monthKey: month, quantity, used, limit, share: used / limit }
  })
}

/** A read of a missing key counts where the profile says so; nothing else that is refused does. */
function isCounted({ operation, outcome, optionsRead }: Exchange): boolean {
  if (outcome === 'ok') return true
  return operation === 'kv.get' && outcome === 'entry_missing' && optionsRead.profile.kv.countMisses
}

function namespaceOf({ method, path }: Exchange): string {
  const found = route(method, path)
  return decodeSegment(found.operation === undefined ? undefined : found.segments[0]) ?? ''
}
