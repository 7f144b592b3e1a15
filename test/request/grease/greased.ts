import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import type { EmulatorOptions } from '../../../src/server/options/emulator-options.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { dbKey, FROZEN, kvKey, NS, OWNER, STORE } from '../clients.js'

/** An emulator to grease, and a round that calls every operation and gets every kind of answer. */

/** Values whose text a JSON reader would change, or that look like answers. */
export const VALUES: readonly string[] = [
  '{"b":1.0,"a":[3,2,1],"keys":[{"z":1,"y":2}],"error":{"message":"m"}}',
  '{"message":"as it is","limits":{"b":1,"a":2},"a":1,"a":2}',
  '[{"b":1,"a":2},12345678901234567890]',
  '"a \\u0022}],{[ b"',
  '1e2',
]

export const SEED = {
  clock: FROZEN,
  namespaces: [
    {
      id: NS,
      owner: OWNER,
      limits: { storageBytes: 1000 },
      keys: [
        { key: 'kv_admin', scope: 'admin' },
        { key: 'kv_read', scope: 'read' },
      ],
      entries: [
        ...VALUES.map((json, index) => ({ key: `k${index}`, json, ttlSeconds: 600 })),
        { key: 'old', value: 1, ttlSeconds: 60, createdAt: '-1h' },
      ],
    },
    { id: 'ns_full_1', limits: { reads: 0 }, keys: [{ key: 'kv_full', scope: 'admin' }] },
  ],
  stores: [
    {
      id: STORE,
      keys: [{ key: 'kv_web', scope: 'admin' }],
      entries: VALUES.map((json, index) => ({ key: `c${index}`, json })),
    },
  ],
  database: {
    keys: [{ key: 'db' }],
    documents: Array.from({ length: 6 }, (_, index) => ({
      id: index + 1,
      title: `Title ${index}`,
      content: VALUES[0] ?? '',
    })),
    projects: [
      { id: 2, name: 'One' },
      { id: 5, name: 'Two' },
    ],
  },
}

export const start = (options: EmulatorOptions = {}): Promise<EmulatorClient> =>
  startEmulator({ seed: SEED, ...options })

/** A request to send: method and target, a credential, a body. */
export type Sent = readonly [line: string, headers: Record<string, string>, body?: unknown]

/** An answer as received, Date included. */
export interface Received {
  readonly line: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const KEY = kvKey('kv_admin')
const WEB = kvKey('kv_web')
const DB = dbKey('db')

/** Every operation, and every kind of error. */
export async function requestsOf({ tokens }: EmulatorClient): Promise<Sent[]> {
  const owner = { Authorization: `Bearer ${await tokens.create({ sub: OWNER })}` }
  return [
    [`PUT /v1/kv/${NS}/new`, KEY, { value: { b: 1, a: 2 }, ttlSeconds: 90 }],
    ...VALUES.map((_, index): Sent => [`GET /v1/kv/${NS}/k${index}`, KEY]),
    [`GET /v1/kv/${NS}`, owner],
    [`GET /v1/usage/${NS}`, owner],
    [`DELETE /v1/kv/${NS}/new`, KEY],
    [`PUT /v1/ec/${STORE}/new`, WEB, { value: [1] }],
    [`GET /v1/ec/${STORE}/c1`, WEB],
    [`GET /v1/ec/${STORE}`, WEB],
    [`DELETE /v1/ec/${STORE}/new`, WEB],
    ['POST /documents', DB, { title: 't', content: 'c' }],
    ['GET /documents?limit=5', DB],
    ['GET /documents/3', DB],
    ['POST /projects', DB, { name: 'n' }],
    ['GET /projects', DB],
    [`GET /v1/kv/${NS}/none`, KEY],
    [`GET /v1/kv/${NS}/none`, {}],
    [`PUT /v1/kv/${NS}/a`, kvKey('kv_read'), { value: 1, ttlSeconds: 60 }],
    [`PUT /v1/kv/${NS}/a`, KEY, { ttlSeconds: 60 }],
    [`PUT /v1/kv/${NS}/a`, KEY, { value: 'x'.repeat(2000), ttlSeconds: 60 }],
    ['GET /v1/kv/ns_full_1/a', kvKey('kv_full')],
    [`PUT /v1/ec/${STORE}/a`, WEB, { value: null }],
    [`PATCH /v1/ec/${STORE}/a`, WEB],
    ['GET /documents', {}],
    ['GET /documents/99', DB],
    ['GET /documents?limit=-1', DB],
    ['POST /documents?', DB, {}],
  ]
}

export async function ask({ fetch }: Pick<EmulatorClient, 'fetch'>, sent: Sent): Promise<Received> {
  const [line, headers, body] = sent
  const [method = '', target = ''] = line.split(' ')
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await fetch(target, init)
  return {
    line,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}

/** Sends a whole round, one request at a time. */
export async function askAll(emulator: EmulatorClient): Promise<Received[]> {
  const answers: Received[] = []
  for (const sent of await requestsOf(emulator)) answers.push(await ask(emulator, sent))
  return answers
}
