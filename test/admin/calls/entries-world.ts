/** A namespace with entries of every kind, and how the admin interface shows them. */
export const SEED = `
clock: { now: 2026-01-15T12:00:00Z, freeze: true }
namespaces:
  - id: ns_a_1
    limits: { storageBytes: 40, writes: 0, reads: 2 }
    keys: [{ key: kv, scope: admin }]
    entries:
      - { key: "user:1", value: { name: Ann }, ttlSeconds: 3600 }
      - { key: gone, value: 22, expiresAt: -1s, createdAt: -90s }
      - { key: a/b, json: "1.0", ttlSeconds: 60, expiresAt: +10s }
      - { key: "user:{{2}}", value: x, expiresAt: +2m, literal: true }
`

export const BASE = '/namespaces/ns_a_1/entries'
export const NOW = '2026-01-15T12:00:00.000Z'
export const IN_AN_HOUR = '2026-01-15T13:00:00.000Z'

export const ENTRIES = [
  {
    key: 'user:1',
    value: { name: 'Ann' },
    ttlSeconds: 3600,
    createdAt: NOW,
    expiresAt: IN_AN_HOUR,
    state: 'live',
  },
  {
    key: 'gone',
    value: 22,
    ttlSeconds: 89,
    createdAt: '2026-01-15T11:58:30.000Z',
    expiresAt: '2026-01-15T11:59:59.000Z',
    state: 'expired',
  },
  {
    key: 'a/b',
    json: '1.0',
    ttlSeconds: 60,
    createdAt: NOW,
    expiresAt: '2026-01-15T12:00:10.000Z',
    state: 'live',
  },
  {
    key: 'user:{{2}}',
    value: 'x',
    ttlSeconds: 120,
    createdAt: NOW,
    expiresAt: '2026-01-15T12:02:00.000Z',
    state: 'live',
    literal: true,
  },
]
