import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { signToken } from '../../src/identity/provider.js'
import { type Answer, type Sent, Service, type ServicePorts } from '../support/service.js'

/** Clients of the three services, each with its own small seed. */

export const NS = 'ns_shop_k3v9x2'
export const STORE = 'ec_web_89daefd4'
export const OWNER = 'user_alice'
/** The virtual time in these seeds. */
export const NOW = Date.UTC(2026, 0, 15, 12)
export const FROZEN = { now: '2026-01-15T12:00:00Z', freeze: true }

export const kvKey = (key: string) => ({ 'X-KV-Key': key })
export const dbKey = (key: string) => ({ 'X-API-Key': key })

/** A header with a bearer token of the built-in provider. */
export async function bearer(subject = OWNER, claims: Record<string, unknown> = {}) {
  return { Authorization: `Bearer ${await signToken({ subject, issuedAt: NOW, claims })}` }
}

/** One key per scope: kv_read_shop, kv_write_shop, kv_admin_shop. */
export const keysOf = (name: string) =>
  ['read', 'write', 'admin'].map((scope) => ({ key: `kv_${scope}_${name}`, scope }))

/** A namespace, a store and a key of the database. */
export const ALL_SERVICES = {
  clock: FROZEN,
  namespaces: [{ id: NS, keys: keysOf('shop') }],
  stores: [{ id: STORE, keys: keysOf('web') }],
  database: { keys: [{ key: 'db' }] },
}

const textOf = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

/** Starts a namespace with these fields, whose owner calls. `rest` is the remainder of the seed. */
export async function startShop(
  namespace: object = {},
  profile: ProfilePatch = {},
  rest: object = {},
  ports: ServicePorts = {},
) {
  const shop = { id: NS, owner: OWNER, keys: keysOf('shop'), ...namespace }
  const service = await Service.start({ clock: FROZEN, namespaces: [shop], ...rest }, profile, ports)
  const headers = kvKey('kv_admin_shop')
  const owner = await bearer()
  const send = (line: string, sent: Sent = {}) => service.send(line, { headers, ...sent })
  return {
    service,
    /** Bodies other than text are sent as JSON. The key goes into the path unchanged. */
    put: (key: string, body: unknown, sent: Sent = {}) =>
      send(`PUT /v1/kv/${NS}/${key}`, { body: textOf(body), ...sent }),
    get: (key: string, sent?: Sent) => send(`GET /v1/kv/${NS}/${key}`, sent),
    remove: (key: string, sent?: Sent) => send(`DELETE /v1/kv/${NS}/${key}`, sent),
    list: (sent: Sent = { headers: owner }) => send(`GET /v1/kv/${NS}`, sent),
    usage: (sent: Sent = { headers: owner }) => send(`GET /v1/usage/${NS}`, sent),
  }
}

export async function startStore(store: object = {}, profile: ProfilePatch = {}) {
  const web = { id: STORE, owner: OWNER, keys: keysOf('web'), ...store }
  const service = await Service.start({ clock: FROZEN, stores: [web] }, profile)
  const headers = kvKey('kv_admin_web')
  const send = (line: string, sent: Sent = {}) => service.send(line, { headers, ...sent })
  return {
    service,
    put: (key: string, body: unknown, sent: Sent = {}) =>
      send(`PUT /v1/ec/${STORE}/${key}`, { body: textOf(body), ...sent }),
    get: (key: string, sent?: Sent) => send(`GET /v1/ec/${STORE}/${key}`, sent),
    remove: (key: string, sent?: Sent) => send(`DELETE /v1/ec/${STORE}/${key}`, sent),
    list: (sent?: Sent) => send(`GET /v1/ec/${STORE}`, sent),
  }
}

/** Starts a database with these fields and a key "db" that sees everything. */
export async function startDatabase(
  { keys = [], ...database }: DatabaseSeed = {},
  profile: ProfilePatch = {},
) {
  const seed = { clock: FROZEN, database: { keys: [{ key: 'db' }, ...keys], ...database } }
  const service = await Service.start(seed, profile)
  const send = (line: string, key = 'db', sent: Sent = {}) =>
    service.send(line, { ...sent, headers: { ...dbKey(key), ...sent.headers } })
  return {
    service,
    send,
    create: (path: string, body: unknown, key?: string) => send(`POST ${path}`, key, { body: textOf(body) }),
  }
}

interface DatabaseSeed {
  readonly keys?: readonly object[]
  readonly [field: string]: unknown
}

export function member(answer: Answer, name: string): unknown {
  const body = answer.json
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}

/** One member of each element of an array, which is the body itself or its member `list`. */
export function column(answer: Answer, name: string, list?: string): unknown[] {
  const found = list === undefined ? answer.json : member(answer, list)
  return Array.isArray(found) ? found.map((element: object) => Reflect.get(element, name)) : []
}
