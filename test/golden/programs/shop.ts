/** The seed of most programs: two owners, keys of each scope, and records of every kind. */

export const NS = '/v1/kv/ns_shop_aaa111'
export const BLOG = '/v1/kv/ns_blog_bbb222'
export const USAGE = '/v1/usage/ns_shop_aaa111'
export const EC = '/v1/ec/ec_web_ccc333'
export const OTHER_EC = '/v1/ec/ec_app_ddd444'

export const READ = { 'x-kv-key': 'kv_read_shop' }
export const WRITE = { 'x-kv-key': 'kv_write_shop' }
export const ADMIN = { 'x-kv-key': 'kv_admin_shop' }
export const BLOG_KEY = { 'x-kv-key': 'kv_admin_blog' }
export const EC_READ = { 'x-kv-key': 'kv_read_web' }
export const EC_WRITE = { 'x-kv-key': 'kv_write_web' }
export const EC_ADMIN = { 'x-kv-key': 'kv_admin_web' }
export const DB = { 'x-api-key': 'db_all' }
export const SCOPED = { 'x-api-key': 'db_scoped' }
export const NOTHING = { 'x-api-key': 'db_nothing' }
export const ALICE = { authorization: 'Bearer <alice>' }

export const SHOP = {
  clock: { now: '2026-01-31T23:58:00Z', freeze: true },
  random: 7,
  namespaces: [
    {
      id: 'ns_shop_aaa111',
      owner: 'user_alice',
      limits: { reads: 1000, writes: 1000, lists: 100, storageBytes: 2000 },
      usage: { reads: 3, writes: 2 },
      keys: [
        { key: 'kv_read_shop', scope: 'read' },
        { key: 'kv_write_shop', scope: 'write' },
        { key: 'kv_admin_shop', scope: 'admin' },
      ],
      entries: [
        { key: 'cart', value: { items: 2 }, ttlSeconds: 60 },
        { key: 'flag:checkout', json: '1.0', ttlSeconds: 3600 },
        { key: 'old', value: 'gone', expiresAt: '-10s', createdAt: '-1h' },
      ],
    },
    {
      id: 'ns_blog_bbb222',
      owner: 'user_bob',
      keys: [{ key: 'kv_admin_blog', scope: 'admin' }],
      entries: [{ key: 'post', value: null, expiresAt: '+90s' }],
    },
  ],
  stores: [
    {
      id: 'ec_web_ccc333',
      owner: 'user_alice',
      keys: [
        { key: 'kv_read_web', scope: 'read' },
        { key: 'kv_write_web', scope: 'write' },
        { key: 'kv_admin_web', scope: 'admin' },
      ],
      entries: [{ key: 'banner', value: { theme: 'dark' } }],
    },
    { id: 'ec_app_ddd444', owner: 'user_bob', keys: [{ key: 'kv_admin_app', scope: 'admin' }] },
  ],
  database: {
    keys: [
      { key: 'db_all' },
      { key: 'db_scoped', projects: [10], documents: [2] },
      { key: 'db_nothing', projects: [], outOfScope: 'forbidden' },
    ],
    projects: [{ id: 10, name: 'Onboarding', description: 'Scripts' }, { name: 'Later' }],
    documents: [
      { id: 1, title: 'One', content: '1' },
      { id: 2, title: 'Two' },
      { title: 'Three', project: 10 },
      { title: 'Four', project: 11 },
      { id: '9007199254740995', title: 'Large' },
    ],
  },
}
