export const NAMESPACE = 'ns_bench_k3v9x2'
export const API_KEY = 'kv_admin_bench'
export const ENTRIES = 100

/** Entries are numbered from 1. */
export const entryKey = (index: number): string => `k:${index}`

export const entryPath = (index: number): string => `/v1/kv/${NAMESPACE}/${entryKey(index)}`

export const BY_KEY = { 'X-KV-Key': API_KEY } as const

export const PUT_BODY = JSON.stringify({ value: { user: 'user_alice', items: 3 }, ttlSeconds: 86_400 })

/** Read by another client while something happens in the main namespace. */
const NEIGHBOUR = 'ns_near_p8w2m4'
const NEIGHBOUR_KEY = 'kv_admin_near'
export const NEIGHBOUR_PATH = `/v1/kv/${NEIGHBOUR}/k`
export const BY_NEIGHBOUR_KEY = { 'X-KV-Key': NEIGHBOUR_KEY } as const

const UNLIMITED = { reads: 1e15, writes: 1e15, lists: 1e15, storageBytes: 1e15 }

/**
 * Returns a seed in which each request passes every check: keys, limits that are never reached, and a fault that never
 * matches. If there are expired entries, the first PUT removes them.
 */
export function benchSeed({ entries = ENTRIES, documents = 1000, expired = 0 } = {}): object {
  const keys = [{ key: API_KEY, scope: 'admin' }]
  const entry = { value: { n: 1 }, ttlSeconds: 86_400 }
  return {
    version: 1,
    ...(expired === 0 ? {} : { profile: { kv: { expiredStorage: 'freed' } } }),
    namespaces: [
      {
        id: NAMESPACE,
        limits: UNLIMITED,
        keys,
        entries: [
          { ...entry, key: 'k:{{index}}', repeat: entries },
          ...(expired === 0 ? [] : [{ key: 'gone:{{index}}', value: 1, expiresAt: '-1s', repeat: expired }]),
        ],
      },
      {
        id: NEIGHBOUR,
        limits: UNLIMITED,
        keys: [{ key: NEIGHBOUR_KEY, scope: 'admin' }],
        entries: [{ key: 'k', value: 1, ttlSeconds: 10_000_000 }],
      },
    ],
    database: {
      keys: [{ key: 'db_bench' }],
      documents: [{ repeat: documents, title: 'Document {{index}}' }],
    },
    faults: [{ match: { operation: 'config.*', key: 'never' }, status: 503 }],
  }
}
