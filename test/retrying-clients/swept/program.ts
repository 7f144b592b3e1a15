import type { EmulatorClient } from 'tristore-emulator'
import type { SweepOptions, Swept } from '../../../lab/sweep/options.js'

export const NAMESPACE = 'ns_shop_1'
export const STORE = 'ec_shop_1'

export const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: NAMESPACE,
      limits: { reads: 100 },
      keys: [{ key: 'kv', scope: 'admin' }],
      // Unused by the programs: their expiry between two runs must not be a finding.
      entries: [
        { key: 'untouched:1', value: 1, expiresAt: '+15m' },
        { key: 'untouched:2', value: 1, expiresAt: '2026-01-31T18:00:00Z' },
      ],
    },
  ],
  stores: [{ id: STORE, keys: [{ key: 'ec', scope: 'admin' }] }],
  database: {
    keys: [{ key: 'db' }],
    documents: [{ repeat: 5, title: 'Page {{index}}' }],
  },
} as const

/** A small program with one mistake, and a fixed version. */
export interface Program {
  /** The library that it calls the services with. */
  readonly client: string
  readonly mistake: string
  /** The finding that a sweep of the mistaken program makes: its point and outcome. */
  readonly found: string
  readonly options: SweepOptions
  readonly mistaken: Swept
  readonly mended: Swept
  /** It needs sockets, which faked time doesn't reach. */
  readonly isOverSockets?: boolean
}

export const kvUrl = (world: EmulatorClient, key: string) => `${world.baseUrl}/v1/kv/${NAMESPACE}/${key}`
export const configUrl = (world: EmulatorClient, key: string) => `${world.baseUrl}/v1/ec/${STORE}/${key}`
export const documentsUrl = (world: EmulatorClient) => `${world.dbBaseUrl}/documents`

export const KV = { 'X-KV-Key': 'kv' }
export const CONFIG = { 'X-KV-Key': 'ec' }
export const DATABASE = { 'X-API-Key': 'db' }

/** The address of the next page, for each form of x-next. */
export function nextPage(world: EmulatorClient, next: string | null | undefined): string | undefined {
  if (next === null || next === undefined) return undefined
  if (/^https?:/.test(next)) return next
  return next.startsWith('/')
    ? new URL(next, world.dbBaseUrl).href
    : `${documentsUrl(world)}?next=${encodeURIComponent(next)}`
}
