/** Two namespaces: one with entries and limits, one that is nearly empty. */
export const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      owner: 'user_alice',
      limits: { reads: 100 },
      usage: { reads: 7, writes: 3 },
      keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }],
      entries: [
        { key: 'flag:a', value: { on: true }, ttlSeconds: 3600 },
        { key: 'flag:b', value: 'two', ttlSeconds: 90 },
        { key: 'price', json: '{"exact": 19.90, "order": 9007199254740993}', ttlSeconds: 7200 },
      ],
    },
    { id: 'ns_blog_2', keys: [{ key: 'kv_admin_blog', scope: 'admin' as const }] },
  ],
}
export const ADMIN = { 'X-KV-Key': 'kv_admin_shop' }
