import type { ConfigEntryInfo } from '../../../src/admin/calls/config-entries.js'
import type { EntryInfo } from '../../../src/admin/calls/entries.js'
import type { NamespaceInfo } from '../../../src/admin/calls/namespaces.js'
import type { StoreInfo } from '../../../src/admin/calls/stores.js'
import { baseUrl } from '../../address.js'
import { at, get, type Query } from '../../api.js'
import { quoted } from '../../lib/curl.js'

/** A namespace or a config store, as GET /_admin/namespaces and /_admin/stores answer it. */
export interface Holder
  extends Pick<StoreInfo, 'id' | 'owner' | 'keys'>,
    Partial<Pick<NamespaceInfo, 'usage' | 'limitsInForce'>> {
  /** `expired` is there for namespaces only: config entries do not expire. */
  readonly entries: StoreInfo['entries'] & Partial<NamespaceInfo['entries']>
}

/** Its entries, with those that are expired and not yet removed. */
export const entriesOf = ({ entries: { live, expired = 0 } }: Holder): number => live + expired

/** The orders in which a list of them can be; '' is that of their making. */
export const orderNames = ({ expires }: HolderKind): readonly (readonly [order: string, label: string])[] => [
  ['', 'order of creation'],
  ['id', 'id'],
  ['entries', 'most entries'],
  ...(expires ? [['limit', 'nearest limit'] as const] : []),
]

/** Namespaces or stores in one of these orders. */
export function inOrder(holders: readonly Holder[], order: string): readonly Holder[] {
  if (order === 'id') return [...holders].sort((one, other) => (one.id < other.id ? -1 : 1))
  const rankOf = order === 'entries' ? entriesOf : order === 'limit' ? shareOfLimit : undefined
  return rankOf === undefined ? holders : [...holders].sort((one, other) => rankOf(other) - rankOf(one))
}

/** The largest part of a limit that is used, 0 to 1 and above. */
function shareOfLimit({ usage, limitsInForce }: Holder): number {
  if (usage === undefined || limitsInForce === undefined) return 0
  const names = ['reads', 'writes', 'lists', 'storageBytes'] as const
  return Math.max(...names.map((name) => (limitsInForce[name] === 0 ? 1 : usage[name] / limitsInForce[name])))
}

/** The differences between namespaces and config stores on the page. */
export interface HolderKind {
  readonly noun: 'namespace' | 'store'
  /** The part of a world that admin calls on them change. */
  readonly area: 'namespaces' | 'stores'
  /** The path in the admin interface: '/namespaces'. */
  readonly base: string
  /** The path in the services: '/v1/kv'. */
  readonly path: string
  /** The parameter of the page's address that says which is open. */
  readonly parameter: string
  readonly expires: boolean
}

/** An entry of a namespace, or of a config store: the members of one of them are missing in the other. */
export type Entry = Pick<EntryInfo, 'key' | 'value' | 'json'> & Partial<EntryInfo & ConfigEntryInfo>

/** The value of an entry as JSON text, to the digit. */
export const valueText = ({ json, value }: Entry): string => json ?? JSON.stringify(value)

/** The bytes of key and value, as the service counts them. */
export const sizeOf = (entry: Entry): number => new TextEncoder().encode(entry.key + valueText(entry)).length

/** An instant of the admin interface in ms. */
export const instantOf = (instant: string | number): number =>
  typeof instant === 'number' ? instant : Date.parse(instant)

/**
 * The path of an entry in the admin interface.
 *
 */
export const entryPath = ({ base }: HolderKind, id: string, key: string): string =>
  base + at`/${id}/entries/${key}`

/**
 * Reads an entry.
 *
 * @throws ApiError
 */
export function getEntry(kind: HolderKind, id: string, key: string, signal?: AbortSignal): Promise<Entry> {
  return get<Entry>(entryPath(kind, id, key), {}, signal)
}

/**
 * Reads a page of the entries.
 *
 * @throws ApiError
 */
export function listEntries(
  { base }: HolderKind,
  id: string,
  query: Query,
  signal?: AbortSignal,
): Promise<{ readonly entries: readonly Entry[]; readonly next?: string }> {
  return get(base + at`/${id}/entries`, query, signal)
}

/** A request that reads an entry as the app would, for a shell; undefined if no key may read. */
export function readCommand({ path }: HolderKind, { id, keys }: Holder, entry: Entry): string | undefined {
  const key = keys.find(({ scope }) => scope !== 'write')?.key
  return key === undefined
    ? undefined
    : `curl -i ${quoted(baseUrl + path + at`/${id}/${entry.key}`)} \\\n  -H ${quoted(`X-KV-Key: ${key}`)}`
}

/** A request that writes an entry as it is; undefined if no key may write. */
export function writeCommand(kind: HolderKind, { id, keys }: Holder, entry: Entry): string | undefined {
  const key = keys.find(({ scope }) => scope !== 'read')?.key
  if (key === undefined) return undefined
  const ttl = kind.expires ? `, "ttlSeconds": ${entry.ttlSeconds ?? 60}` : ''
  return [
    `curl -i -X PUT ${quoted(baseUrl + kind.path + at`/${id}/${entry.key}`)}`,
    `-H ${quoted(`X-KV-Key: ${key}`)}`,
    `--data-raw ${quoted(`{"value": ${valueText(entry)}${ttl}}`)}`,
  ].join(' \\\n  ')
}
