/** A small shop, with something of everything that the tasks are about. */
export const SHOP = {
  clock: { now: '2026-01-20T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      owner: 'user_ann',
      limits: { reads: 1000, writes: 1000 },
      usage: { reads: 412, writes: 97 },
      keys: [
        { key: 'kv_admin_shop', scope: 'admin' as const },
        { key: 'kv_read_shop', scope: 'read' as const },
      ],
      entries: [
        { key: 'flag:checkout', value: { enabled: true }, ttlSeconds: 7200 },
        { key: 'price', json: '{"exact": 19.90, "order": 9007199254740993}', ttlSeconds: 864_000 },
      ],
    },
  ],
  database: {
    keys: [{ key: 'db_all' }],
    projects: [
      { id: 10, name: 'Onboarding' },
      { id: 11, name: 'Reports' },
    ],
    documents: [
      { id: 1, title: 'Intro', project: 10 },
      { id: 2, title: 'Weekly revenue', project: 11 },
    ],
  },
}

export const ADMIN_KEY = { 'X-KV-Key': 'kv_admin_shop' }
