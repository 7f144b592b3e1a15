import type { RequestDetails } from 'tristore-emulator'
import { grouped } from '../grouped.js'
import { monthKey } from '../months.js'

/**
 * The share of a monthly quota that a run used (docs/CONTRACT.md L-3).
 *
 * @example
 * const { quotas } = await conduct(emulator)
 * quotas.find(({ quantity }) => quantity === 'writes')?.share // 0.25: four such runs use up the month
 */
export interface QuotaShare {
  readonly namespaceId: string
  /** The month on the virtual clock, e.g. "2026-01". */
  readonly monthKey: string
  readonly quantity: 'reads' | 'writes' | 'lists'
  /** The number of the run's requests that counted, excluding usage in the seed. */
  readonly used: number
  /** The limit when the last of them arrived. */
  readonly limit: number
  /** `used` divided by `limit`. */
  readonly share: number
}

/** @param records oldest first */
export function quotaShares(records: readonly RequestDetails[]): QuotaShare[] {
  const inQuota = records.flatMap(({ at, counted }) =>
    counted === undefined ? [] : [{ ...counted, monthKey: monthKey(at) }],
  )
  const quotas = grouped(inQuota, (one) => JSON.stringify([one.namespaceId, one.monthKey, one.quantity]))
  return [...quotas.values()].flatMap((counted) => {
    const last = counted.at(-1)
    if (last === undefined) return []
    const { namespaceId, monthKey, quantity, limit } = last
    const used = counted.length
    return [{ namespaceId, monthKey, quantity, used, limit, share: used / limit }]
  })
}
