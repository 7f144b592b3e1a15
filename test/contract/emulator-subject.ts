/** The emulator as the subject of the statements: over HTTP, on a seed that meets every need. */

import { randomBytes } from 'node:crypto'
import { sendByFetch } from '../../src/contract/client.js'
import type { LimitedNamespace, ServiceTime, Subject } from '../../src/contract/statements.js'
import type { ProfilePatch } from '../../src/domain/profile.js'
import { startEmulator } from '../../src/emulator.js'

const OWNER = 'user_owner'
const STRANGER = 'user_stranger'
const LIMITS = { reads: 4, writes: 3, lists: 2, storageBytes: 400 }
const RATE_LIMIT = { requests: 5, perMs: 60_000 }

/** Scoped keys by their text, for a namespace or store of this name; the random parts differ, as real ones do. */
const keysOf = (name: string) => ({
  read: `kv_read_${name}r`,
  write: `kv_write_${name}w`,
  admin: `kv_admin_${name}a`,
})

const seededKeys = (name: string) => Object.entries(keysOf(name)).map(([scope, key]) => ({ key, scope }))

const seed = {
  version: 1,
  clock: { now: '2026-03-14T09:26:53.589Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_k3v9x2',
      owner: OWNER,
      keys: [...seededKeys('shop1'), { key: 'kv_admin_misnamed', scope: 'read' }],
      entries: [{ key: 'here-before', value: { count: 1 }, ttlSeconds: 86_400 }],
    },
    { id: 'ns_other_p7q1r5', owner: STRANGER, keys: seededKeys('other2') },
    { id: 'ns_small_a1b2c3', owner: OWNER, limits: LIMITS, keys: seededKeys('small3') },
  ],
  stores: [
    {
      id: 'ec_web_89daefd4',
      owner: OWNER,
      keys: seededKeys('web4'),
      entries: [{ key: 'here-before', value: 1 }],
    },
    { id: 'ec_other_77aabbcc', owner: STRANGER, keys: seededKeys('other5') },
  ],
  database: {
    keys: [
      { key: 'db_all' },
      { key: 'db_scoped', documents: [1, 2], outOfScope: 'empty' },
      { key: 'db_blind_empty', projects: [10], documents: [], outOfScope: 'empty' },
      { key: 'db_blind_forbidden', documents: [], outOfScope: 'forbidden' },
    ],
    projects: Array.from({ length: 7 }, (_, index) => ({ id: index + 10, name: `Project ${index}` })),
    documents: Array.from({ length: 9 }, (_, index) => ({
      id: index + 1,
      title: `Document ${index}`,
      ...(index % 2 === 0 ? { content: 'text' } : {}),
    })),
  },
}

/** The same with a rate limit, which holds for every call on the database and so is for its statements alone. */
const rateLimitedSeed = {
  ...seed,
  database: { ...seed.database, rateLimit: { requests: RATE_LIMIT.requests, per: '1m' } },
}

/** Calls the admin interface and gives its answer's body; a refusal is an error of the test set-up. */
async function admin(url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** A member of an admin answer that must be of this type. */
function memberOf(answer: unknown, name: string): unknown {
  return answer !== null && typeof answer === 'object' ? Reflect.get(answer, name) : undefined
}

async function tokenFor(adminUrl: string, sub: string): Promise<string> {
  return String(memberOf(await admin(`${adminUrl}/tokens`, { sub }), 'token'))
}

/** The frozen virtual clock: exact, and turned as far as wanted. */
function virtualTime(adminUrl: string): ServiceTime {
  const now = async () => Number(memberOf(await admin(`${adminUrl}/clock`), 'now'))
  return {
    now,
    skewMs: 0,
    reachMs: Number.POSITIVE_INFINITY,
    async pass(ms) {
      await admin(`${adminUrl}/clock`, { set: (await now()) + ms })
    },
  }
}

/** Where an emulator, or one of its worlds, is reached. */
export interface Addresses {
  readonly baseUrl: string
  readonly dbBaseUrl: string
  readonly adminUrl: string
}

/** Starts an emulator of its own, lets `use` visit it, and closes it. */
export async function withEmulator(
  options: { readonly rateLimited: boolean; readonly profile: ProfilePatch },
  use: (subject: Subject) => Promise<void>,
): Promise<void> {
  const { rateLimited, profile } = options
  const emulator = await startEmulator({ seed: seedFor(rateLimited), port: 0, profile })
  try {
    await use(await subjectAt(emulator, rateLimited))
  } finally {
    await emulator.close()
  }
}

/** The seed that meets every need of the statements that take a rate limit, or of all others. */
export const seedFor = (rateLimited: boolean): object => (rateLimited ? rateLimitedSeed : seed)

/** The subject on an emulator or a world that holds `seedFor(rateLimited)`, good for one visit. */
export async function subjectAt(
  { adminUrl, baseUrl, dbBaseUrl }: Addresses,
  rateLimited: boolean,
): Promise<Subject> {
  const bearer = await tokenFor(adminUrl, OWNER)
  const fresh: LimitedNamespace[] = [
    { id: 'ns_small_a1b2c3', keys: keysOf('small3'), bearer, limits: LIMITS },
  ]
  return {
    send: sendByFetch(),
    prefix: `visit${randomBytes(4).toString('hex')}`,
    baseUrl,
    dbBaseUrl,
    namespace: { id: 'ns_shop_k3v9x2', keys: keysOf('shop1') },
    foreignNamespace: { id: 'ns_other_p7q1r5', keys: keysOf('other2') },
    misnamedKey: 'kv_admin_misnamed',
    bearer,
    strangerBearer: await tokenFor(adminUrl, STRANGER),
    store: { id: 'ec_web_89daefd4', keys: keysOf('web4') },
    foreignStore: { id: 'ec_other_77aabbcc', keys: keysOf('other5') },
    database: {
      key: 'db_all',
      mayCreate: true,
      scoped: { key: 'db_scoped', seen: '1', hidden: '5' },
      blindKeys: ['db_blind_empty', 'db_blind_forbidden'],
      ...(rateLimited ? { rateLimit: RATE_LIMIT } : {}),
    },
    time: virtualTime(adminUrl),
    async limited() {
      const namespace = fresh.pop()
      if (namespace === undefined) throw new Error('the seed has one small namespace a visit')
      return namespace
    },
    async provoke(status) {
      await admin(`${adminUrl}/faults`, { status, times: 1 })
    },
  }
}
