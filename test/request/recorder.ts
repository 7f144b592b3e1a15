import { defaultBounds } from '../../src/domain/bounds.js'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import type { RequestRecord } from '../../src/domain/requests/record.js'
import type { IncomingRequest } from '../../src/domain/requests/request.js'
import { World } from '../../src/domain/world.js'
import { services } from '../../src/services/index.js'
import { dataRequest } from '../support/data-request.js'
import { REAL_NOW, Service } from '../support/service.js'
import { FROZEN, keysOf, kvKey, NS, OWNER } from './clients.js'

export const KEY = kvKey('kv_admin_shop')
const SEED = {
  clock: FROZEN,
  namespaces: [{ id: NS, owner: OWNER, keys: keysOf('shop') }],
  database: { keys: [{ key: 'db' }], documents: [{ title: 't', content: 'ü', repeat: 20 }] },
  faults: [{ match: { key: 'own' }, status: 503, headers: { Date: 'never' }, body: 'busy' }],
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly rest?: Partial<IncomingRequest>
}

/** Sends requests to a world of its own, and returns the record of each. */
export async function recorder(profile: ProfilePatch = {}) {
  const { seeds, plane } = await Service.start(SEED, profile)
  const world = new World(services, seeds.baseline, () => REAL_NOW, defaultBounds)
  return async (line: string, { headers = KEY, body = '', rest = {} }: Sent = {}): Promise<RequestRecord> => {
    const [method = '', target = ''] = line.split(' ')
    // As over a socket, names of headers are case-insensitive.
    const small = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    await plane.answer(world, { ...dataRequest(method, target, small), body: Buffer.from(body), ...rest })
    const { newest } = world.journal
    if (newest === undefined) throw new Error('nothing was recorded')
    return newest
  }
}

export const put = `PUT /v1/kv/${NS}/k`
export const get = `GET /v1/kv/${NS}/k`
export const value = (text: string): string => `{"value":"${text}","ttlSeconds":60}`
/** A body of n bytes. */
export const json = (bytes: number): string => value('x'.repeat(bytes - value('').length))
export const fault = (asked: string) => ({ headers: { ...KEY, 'X-Emulator-Fault': asked } })
