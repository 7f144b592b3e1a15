import type { StoreInfo } from '../../../src/services/config/admin.js'
import type { NamespaceInfo } from '../../../src/services/kv/admin.js'
import { at } from '../../api.js'
import { byText, orderBy, type RankedOrder } from '../../lib/sort.js'
import { largestShare } from '../../lib/usage.js'

/** A namespace or a config store, as GET /_admin/namespaces and /_admin/stores answer it. */
export interface Holder
  extends Pick<StoreInfo, 'id' | 'owner' | 'keys'>,
    Partial<Pick<NamespaceInfo, 'usage' | 'limits' | 'limitsInForce' | 'monthKey'>> {
  /** `expired` is there for namespaces only: config entries do not expire. */
  readonly entries: StoreInfo['entries'] & Partial<NamespaceInfo['entries']>
}

/** The differences between namespaces and config stores on the page. */
export interface HolderKind {
  readonly title: string
  readonly noun: 'namespace' | 'store'
  /** The part of a world that admin calls on them change, and their path in the admin interface. */
  readonly area: 'namespaces' | 'stores'
  /** The path in the services: '/v1/kv'. */
  readonly service: string
  /** The parameter of the page's address that says which is open. */
  readonly parameter: 'ns' | 'store'
  readonly expires: boolean
  /** What each scope allows: whether a key of a namespace may list depends on the profile. */
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
    ['admin', 'admin: all of it'],
  ],
}

/** The path of one in the admin interface. */
export const pathOf = ({ area }: HolderKind, { id }: Holder): string => `/${area}${at`/${id}`}`

/** Its entries, with those that are expired and not yet removed. */
export const sizeOf = ({ entries: { live, expired = 0 } }: Holder): number => live + expired

/** The orders in which a list of them can be, beside that of their making. */
export const ORDERS: readonly RankedOrder<Holder>[] = [
  byText('id', ({ id }) => id),
  { order: orderBy('-entries', 'most entries', 'fewest entries'), rankOf: sizeOf },
  { order: orderBy('-limit', 'nearest limit', 'farthest limit'), rankOf: shareOfLimit },
]

/** The largest part of a limit that is used, 0 to 1 and above. */
function shareOfLimit({ usage, limitsInForce }: Holder): number {
  return usage === undefined || limitsInForce === undefined ? 0 : largestShare({ usage, limitsInForce })
}
