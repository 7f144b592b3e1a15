import type { RequestRecord } from '../../api/record.js'
import { operations } from '../../contract/operations.js'
import { monthKey } from '../../core/instants.js'
import type { Limited } from '../../domain/quotas.js'

/**
 * The part of one monthly quota that a run used (docs/CONTRACT.md L-3).
 *
 * @example
 * const { quotas } = await emulator.conduct()
 * quotas.find(({ quantity }) => quantity === 'writes')?.share // 0.25: four such runs use up the month
 */
export interface QuotaShare {
  readonly namespaceId: string
  /** The month of the virtual clock: "2026-01". */
  readonly monthKey: string
  readonly quantity: Limited
  /** How many of the run's requests counted, without the usage that the seed began with. */
  readonly used: number
  /** The limit at the last of them. */
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
 * @param records oldest first
 */
export function quotaShares(records: Iterable<RequestRecord>): QuotaShare[] {
  const counted = new Map<string, Counted>()
  for (const record of records) {
    const quantity = QUANTITIES.get(record.operation)
    const limit = record.decision.quotaLimit
    const { countedBy } = record.decision
    if (quantity === undefined || limit === undefined || countedBy === undefined) continue
    const quota = JSON.stringify([countedBy, monthKey(record.at), quantity])
    const used = (counted.get(quota)?.used ?? 0) + 1
    counted.set(quota, { used, limit })
  }
  return Array.from(counted, (item) => shareOf(item))
}

function shareOf([quota, { used, limit }]: readonly [string, Counted]): QuotaShare {
  const [namespaceId, month, quantity] = JSON.parse(quota) as [string, string, Limited]
  return { namespaceId, monthKey: month, quantity, used, limit, share: used / limit }
}
