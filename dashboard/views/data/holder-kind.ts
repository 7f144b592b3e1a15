import type { StoreInfo } from '../../../src/services/config/admin.js'
import type { NamespaceInfo } from '../../../src/services/kv/admin.js'
import { at } from '../../api.js'
import { byText, orderBy, type RankedOrder } from '../../lib/sort.js'
import { largestShare } from '../../lib/usage.js'

/** A namespace or a config store. */
export interface Holder
  extends Pick<StoreInfo, 'id' | 'owner' | 'keys'>,
    Partial<Pick<NamespaceInfo, 'usage' | 'limits' | 'limitsInForce' | 'monthKey'>> {
  /** Config entries don't expire, so stores don't have `expired`. */
  readonly entries: StoreInfo['entries'] & Partial<NamespaceInfo['entries']>
}

/** The differences between namespaces and config stores. */
export interface HolderKind {
  readonly title: string
  readonly noun: 'namespace' | 'store'
  /** Its area of changes, and its path relative to `/_admin`. */
  readonly area: 'namespaces' | 'stores'
  /** Path of the service, e.g. `/v1/kv`. */
  readonly service: string
  /** The URL parameter for the open one. */
  readonly parameter: 'ns' | 'store'
  readonly expires: boolean
  /** The profile decides whether a namespace's keys may list its entries. */
  readonly scopes: readonly (readonly [scope: string, label: string])[]
}

export const NAMESPACES: HolderKind = {
  title: 'Namespaces',
  noun: 'namespace',
  area: 'namespaces',
  service: '/v1/kv',
  parameter: 'ns',
  expires: true,
  scopes: [
    ['read', 'read: get'],
    ['write', 'write: put and delete'],
    ['admin', 'admin: get, put and delete'],
  ],
}

export const STORES: HolderKind = {
  title: 'Config stores',
  noun: 'store',
  area: 'stores',
  service: '/v1/ec',
  parameter: 'store',
  expires: false,
  scopes: [
    ['read', 'read: get and list'],
    ['write', 'write: put and delete'],
    ['admin', 'admin: everything'],
  ],
}

/** Relative to `/_admin`. */
export const pathOf = ({ area }: HolderKind, { id }: Holder): string => `/${area}${at`/${id}`}`

/** Counts entries that have expired but haven't been removed yet. */
export const sizeOf = ({ entries: { live, expired = 0 } }: Holder): number => live + expired

export const ORDERS: readonly RankedOrder<Holder>[] = [
  byText('id', ({ id }) => id),
  { order: orderBy('-entries', 'most entries', 'fewest entries'), rankOf: sizeOf },
  { order: orderBy('-limit', 'nearest limit', 'farthest limit'), rankOf: shareOfLimit },
]

function shareOfLimit({ usage, limitsInForce }: Holder): number {
  return usage === undefined || limitsInForce === undefined ? 0 : largestShare({ usage, limitsInForce })
}
