import { inProcessClient } from '../../src/in-process/client.js'
import type { EmulatorClient } from '../../src/index.js'
import { launch } from '../../src/server/launch.js'
import type { ModelSeed } from './model/seed.js'

/** The emulator under simulation: in this process, with a machine's clock that the simulation moves. */

/** The start of the machine's clock. */
export const REAL_START = Date.UTC(2026, 0, 15, 12)

/** The seed that every run begins with. Its limits are small, so that they are reached. */
export const SEED: ModelSeed = {
  clock: { now: '2026-01-31T23:58:30.000Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_aaa111',
      owner: 'user_alice',
      limits: { reads: 12, writes: 12, lists: 4, storageBytes: 26 },
      usage: { reads: 8, writes: 3 },
      keys: [
        { key: 'kv_read_shop', scope: 'read' },
        { key: 'kv_write_shop', scope: 'write' },
        { key: 'kv_admin_shop', scope: 'admin' },
      ],
      entries: [
        { key: 'cart', json: '{"n":0}', ttlSeconds: 60 },
        { key: 'x', json: '1.0', expiresAt: '-10s', createdAt: '-1h' },
      ],
    },
    {
      id: 'ns_blog_bbb222',
      owner: 'user_bob',
      // Less than is stored already.
      limits: { storageBytes: 5 },
      // Their texts say nothing about their scopes.
      keys: [
        { key: 'kv_admin_blog', scope: 'read' },
        { key: 'kv_read_blog', scope: 'admin' },
      ],
      entries: [{ key: 'flag:a', json: 'null', expiresAt: '+90s' }],
    },
  ],
  stores: [
    {
      id: 'ec_web_aaaa1111',
      owner: 'user_alice',
      keys: [
        { key: 'kv_read_web', scope: 'read' },
        { key: 'kv_write_web', scope: 'write' },
        { key: 'kv_admin_web', scope: 'admin' },
      ],
      entries: [{ key: 'cart', json: '{"theme":"dark"}' }],
    },
  ],
  database: {
    keys: [
      { key: 'db_all' },
      { key: 'db_scoped', projects: ['10'], documents: ['2', '5'], outOfScope: 'empty' },
      { key: 'db_forbidden', projects: [], outOfScope: 'forbidden' },
    ],
    projects: [{ id: '10', name: 'Onboarding', description: 'Scripts' }, { name: 'Later' }],
    documents: [
      { id: '1', title: 'One', content: '1' },
      { id: '2', title: 'Two' },
      { id: '3', title: 'Three', project: '10' },
      { title: 'Four', project: '11' },
      { id: '7', title: 'Seven', project: '10' },
    ],
  },
  // It ends at the instant at which the first key and a token expire.
  faults: [{ id: 'window', match: { credential: 'db_forbidden' }, status: 503, until: '+60s' }],
}

export interface Subject {
  readonly client: EmulatorClient
  /** The machine's time, in ms. */
  readonly machine: { now: number }
}

/** An address without a port, which would differ from run to run; no socket is involved. */
const BASE_URL = 'http://emulator.test'

/** Starts an emulator whose machine's clock does not run until it is moved. */
export async function startSubject(): Promise<Subject> {
  const machine = { now: REAL_START }
  const ports = { realNow: () => machine.now, monotonic: () => 0 }
  const { plane, home, close } = await launch({ seed: SEED }, ports)
  const addresses = { baseUrl: BASE_URL, dbBaseUrl: BASE_URL, adminUrl: `${BASE_URL}/_admin` }
  return { client: inProcessClient({ plane, home, addresses, requireWorld: false, close }), machine }
}
