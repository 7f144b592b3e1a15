import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { REAL_NOW, type Service } from '../../support/service.js'
import { bearer, kvKey, NOW, NS, OWNER, STORE } from '../clients.js'
import { type Gap, statuses } from './gap.js'

const foreign = await generateKeyPair('ES256', { extractable: true })
const keySet = JSON.stringify({ keys: [{ ...(await exportJWK(foreign.publicKey)), alg: 'ES256' }] })
const SECRET = 'a secret of thirty-two characters'

const usage = async (service: Service, token: string) =>
  (await service.send(`GET /v1/usage/${NS}`, { headers: { Authorization: `Bearer ${token}` } })).status

const token = (alg: string) => new SignJWT({ sub: OWNER }).setProtectedHeader({ alg })

/** Now, in seconds. */
const S = NOW / 1000

/** The statuses of usage reports for tokens with these claims. */
async function usages(service: Service, claims: readonly Record<string, unknown>[]): Promise<number[]> {
  const found = []
  for (const some of claims) {
    const answer = await service.send(`GET /v1/usage/${NS}`, { headers: await bearer(OWNER, some) })
    found.push(answer.status)
  }
  return found
}

export const authGaps: readonly Gap[] = [
  {
    option: 'auth.foreignKey',
    seen: [
      [403, [403, 403]],
      [401, [401, 401]],
      [404, [404, 404]],
    ],
    observe: async (service) =>
      statuses([
        await service.send(`GET /v1/kv/${NS}/live`, { headers: kvKey('kv_admin_other') }),
        await service.send(`GET /v1/ec/${STORE}/banner`, { headers: kvKey('kv_admin_otherweb') }),
      ]),
  },
  {
    option: 'auth.missingNamespace',
    seen: [
      ['first', [404, 404, 404, 404]],
      ['after-key', [401, 401, 404, 404]],
    ],
    observe: async (service) =>
      statuses([
        await service.send('GET /v1/kv/ns_none_1/live', { headers: kvKey('unknown') }),
        await service.send('PUT /v1/ec/ec_none_1/banner', { headers: kvKey('unknown'), body: '{}' }),
        await service.send('GET /v1/kv/ns_none_1/live', { headers: kvKey('kv_read_shop') }),
        await service.send('GET /v1/kv/ns_none_1', { headers: await bearer() }),
      ]),
  },
  {
    option: 'auth.notOwner',
    seen: [
      [403, [403, 403]],
      [404, [404, 404]],
    ],
    async observe(service) {
      const headers = await bearer('user_bob')
      return statuses([
        await service.send(`GET /v1/kv/${NS}`, { headers }),
        await service.send(`GET /v1/usage/${NS}`, { headers }),
      ])
    },
  },
  {
    option: 'auth.jwt',
    seen: [
      ['verify', 401],
      ['decode', 200],
    ],
    observe: async (service) => usage(service, await token('ES256').sign(foreign.privateKey)),
  },
  {
    option: 'auth.jwksFile',
    ports: { readFile: (path) => (path === 'keys.json' ? keySet : '') },
    seen: [
      [null, [401, 200]],
      ['keys.json', [200, 200]],
    ],
    async observe(service) {
      const builtIn = (await bearer()).Authorization.slice('Bearer '.length)
      return [
        await usage(service, await token('ES256').sign(foreign.privateKey)),
        await usage(service, builtIn),
      ]
    },
  },
  {
    option: 'auth.secret',
    seen: [
      [null, 401],
      [SECRET, 200],
      ['another secret', 401],
    ],
    observe: async (service) => usage(service, await token('HS256').sign(new TextEncoder().encode(SECRET))),
  },
  {
    option: 'auth.tokenTime',
    seed: { clock: { now: '2030-01-01T00:00:00Z', freeze: true } },
    seen: [
      ['virtual', [401, 200]],
      ['real', [200, 401]],
    ],
    async observe(service) {
      const hour = 3600
      const real = await bearer(OWNER, { exp: REAL_NOW / 1000 + hour })
      const virtual = await bearer(OWNER, { nbf: Date.UTC(2030) / 1000 - hour })
      return statuses([
        await service.send(`GET /v1/usage/${NS}`, { headers: real }),
        await service.send(`GET /v1/usage/${NS}`, { headers: virtual }),
      ])
    },
  },
  {
    option: 'auth.ownerClaim',
    seen: [
      ['sub', [200, 403]],
      ['uid', [403, 200]],
    ],
    observe: async (service) =>
      statuses([
        await service.send(`GET /v1/usage/${NS}`, { headers: await bearer(OWNER, { uid: 'user_bob' }) }),
        await service.send(`GET /v1/usage/${NS}`, { headers: await bearer('user_bob', { uid: OWNER }) }),
      ]),
  },
  {
    option: 'auth.challenge',
    seen: [
      [false, [undefined, undefined, undefined, undefined, undefined, undefined, undefined]],
      [
        true,
        [
          'Bearer',
          'Bearer',
          'ApiKey header="X-KV-Key"',
          'ApiKey header="X-API-Key"',
          'ApiKey header="X-API-Key"',
          undefined,
          undefined,
        ],
      ],
    ],
    async observe(service) {
      const answers = [
        await service.send(`GET /v1/kv/${NS}`),
        await service.send(`GET /v1/usage/${NS}`, { headers: { Authorization: 'Bearer none' } }),
        await service.send(`GET /v1/ec/${STORE}/banner`, { headers: kvKey('unknown') }),
        await service.send('GET /documents'),
        await service.send('GET /documents', { headers: { 'X-Emulator-Fault': '401' } }),
        // No 401.
        await service.send('GET /documents', { headers: { 'X-Emulator-Fault': '403' } }),
        await service.send(`GET /v1/kv/${NS}/live`, { headers: kvKey('kv_write_shop') }),
      ]
      return answers.map((answer) => answer.header('www-authenticate'))
    },
  },
  {
    option: 'auth.issuer',
    seen: [
      [null, [200, 200, 200]],
      ['https://id.test', [401, 200, 401]],
    ],
    observe: (service) => usages(service, [{}, { iss: 'https://id.test' }, { iss: ['https://id.test'] }]),
  },
  {
    option: 'auth.audience',
    seen: [
      [null, [200, 200, 200, 200]],
      ['kv', [401, 200, 200, 401]],
    ],
    observe: (service) => usages(service, [{}, { aud: 'kv' }, { aud: ['web', 'kv'] }, { aud: 'web' }]),
  },
  {
    option: 'auth.leeway',
    seen: [
      [0, [200, 401, 401, 200, 401, 401]],
      [30, [200, 200, 401, 200, 200, 401]],
    ],
    observe: (service) =>
      usages(service, [
        { exp: S + 1 },
        { exp: S - 29 },
        { exp: S - 30 },
        { nbf: S },
        { nbf: S + 30 },
        { nbf: S + 31 },
      ]),
  },
]
