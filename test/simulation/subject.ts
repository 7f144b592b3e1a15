import type { Addresses, Transport } from '../../src/client/admin-client.js'
import { emulatorClient } from '../../src/client/emulator-client.js'
import { inProcessClient } from '../../src/client/in-process/client.js'
import { rebase } from '../../src/client/rebase.js'
import type { EmulatorClient } from '../../src/index.js'
import { launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import type { ModelSeed } from './model/seed.js'

/** The emulator to test. Its machine's clock is controlled by the simulation. */

export const REAL_START = Date.UTC(2026, 0, 15, 12)

/** Every run starts with this seed. Its limits are small, so that they're reached. */
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
      // Less than what's already stored.
      limits: { storageBytes: 5 },
      // These don't contain their scopes.
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
  // Ends at the same time as the first key and a token.
  faults: [{ id: 'window', match: { credential: 'db_forbidden' }, status: 503, until: '+60s' }],
}

export interface Subject {
  readonly client: EmulatorClient
  /** In ms. */
  readonly machine: { now: number }
  close(): Promise<void>
}

/** Has no port, since that would vary between runs, and no socket is used. */
const BASE_URL = 'http://emulator.test'

/** A machine's clock that only moves when it's told to. */
function stillMachine() {
  const machine = { now: REAL_START }
  return { machine, ports: { realNow: () => machine.now, monotonic: () => 0 } }
}

export async function startSubject(): Promise<Subject> {
  const { machine, ports } = stillMachine()
  const { plane, home, admin, close } = await launch({ services, seed: SEED }, ports)
  const addresses = { baseUrl: BASE_URL, dbBaseUrl: BASE_URL, adminUrl: `${BASE_URL}/_admin` }
  return {
    client: inProcessClient({ plane, home, admin, ...addresses, requireWorld: false, close }),
    machine,
    close,
  }
}

const ADMIN_TOKEN = 'simulated'

/** Starts an emulator with sockets and all switches turned on. One of them requires the client to use a world. */
export async function startWithEverySwitch(): Promise<Subject> {
  const { machine, ports } = stillMachine()
  const switches = { trustProxy: true, cors: '*', dbPort: 0, requireWorld: true, adminToken: ADMIN_TOKEN }
  const emulator = await launch({ services, seed: SEED, ...switches }, ports)
  const client = await emulatorClient(transportTo(emulator), async () => {}).world()
  return { client, machine, close: () => emulator.close() }
}

/** Sends everything over sockets. Admin calls get the admin token. */
function transportTo(addresses: Addresses): Transport {
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` }
  return {
    addresses,
    async ask({ method, path, query = '', body }) {
      const url = `${addresses.adminUrl}${path}${query === '' ? '' : `?${query}`}`
      const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      const type = response.headers.get('content-type') ?? ''
      return { status: response.status, text: await response.text(), type }
    },
    fetch(input, init) {
      const url = rebase(input, addresses)
      return fetch(url, url.pathname.includes('/_admin/') ? { ...init, headers } : init)
    },
    toWorld: ({ baseUrl, dbBaseUrl, adminUrl }) => transportTo({ baseUrl, dbBaseUrl, adminUrl }),
  }
}
