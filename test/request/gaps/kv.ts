import { column, kvKey, member, NS } from '../clients.js'
import { defaultLimit } from './default-limits.js'
import { type Gap, statuses } from './gap.js'
import { admin, BODY, get, list, put, remove, used } from './kv-calls.js'

export const kvGaps: readonly Gap[] = [
  {
    option: 'kv.putStatus',
    seen: [
      [200, [200, 200, 200, 200]],
      [201, [201, 201, 201, 201]],
      ['201 or 200', [200, 201, 201, 200]],
    ],
    async observe(service) {
      const answers = []
      for (const key of ['live', 'gone', 'new', 'new']) {
        answers.push(await service.send(`PUT /v1/kv/${NS}/${key}`, { headers: admin, body: BODY }))
      }
      return statuses(answers)
    },
  },
  {
    option: 'kv.deleteStatus',
    seen: [
      [200, [200, '{"ok":true,"key":"live"}']],
      [204, [204, '']],
    ],
    async observe(service) {
      const { status, text } = await remove(service)
      return [status, text]
    },
  },
  {
    option: 'kv.deleteMissing',
    seen: [
      [404, [404, 404]],
      ['ok', [200, 200]],
    ],
    observe: async (service) => statuses([await remove(service, 'never'), await remove(service, 'gone')]),
  },
  {
    option: 'kv.deleteBody',
    seen: [
      ['ok+key', '{"ok":true,"key":"live"}'],
      ['ok', '{"ok":true}'],
    ],
    observe: async (service) => (await remove(service)).text,
  },
  {
    option: 'kv.unknownMembers',
    seen: [
      ['ignore', [200, 200]],
      ['reject', [400, 200]],
    ],
    observe: async (service) =>
      statuses([await put(service, '{"value":1,"ttlSeconds":90,"other":1}'), await put(service)]),
  },
  {
    option: 'kv.valueMissing',
    seen: [
      ['reject', [400, 'x']],
      ['null', [200, null]],
    ],
    async observe(service) {
      const { status } = await put(service, '{"ttlSeconds":90}')
      return [status, member(await get(service), 'value')]
    },
  },
  {
    option: 'kv.ttlMissing',
    seen: [
      ['reject', [400, undefined]],
      [90, [200, 90]],
      [1, [200, 60]],
    ],
    async observe(service) {
      const answer = await put(service, '{"value":1}')
      return [answer.status, member(answer, 'ttlSeconds')]
    },
  },
  {
    option: 'kv.ttlInvalid',
    seen: [
      ['reject', [undefined, 2 ** 53 - 1, 60, undefined]],
      ['truncate', [90, 2 ** 53 - 1, 60, undefined]],
    ],
    async observe(service) {
      const ttls = []
      for (const ttl of ['90.9', '9007199254740992', '-1e400', '"90"']) {
        ttls.push(member(await put(service, `{"value":1,"ttlSeconds":${ttl}}`), 'ttlSeconds'))
      }
      return ttls
    },
  },
  {
    option: 'kv.ttlEcho',
    seen: [
      ['clamped', [60, 60]],
      ['requested', [5, 60]],
    ],
    async observe(service) {
      const answer = await put(service, '{"value":1,"ttlSeconds":5}')
      return [member(answer, 'ttlSeconds'), member(await get(service), 'ttlSeconds')]
    },
  },
  {
    option: 'kv.readTtl',
    seen: [
      ['original', [7200, [7200]]],
      ['remaining', [3600, [3600]]],
      ['remaining-floor', [3599, [3599]]],
    ],
    async observe(service) {
      service.advance(1)
      return [member(await get(service), 'ttlSeconds'), column(await list(service), 'ttlSeconds', 'keys')]
    },
  },
  {
    option: 'kv.createdAtOnUpsert',
    seen: [
      ['kept', ['2026-01-15T11:00:00.000Z']],
      ['renewed', ['2026-01-15T12:00:00.000Z']],
    ],
    async observe(service) {
      await put(service)
      return column(await list(service), 'createdAt', 'keys')
    },
  },
  {
    option: 'kv.createdAtPrecision',
    seen: [
      ['milliseconds', ['2026-01-15T11:00:00.000Z']],
      ['seconds', ['2026-01-15T11:00:00Z']],
    ],
    observe: async (service) => column(await list(service), 'createdAt', 'keys'),
  },
  {
    option: 'kv.countMisses',
    seen: [
      [true, 3],
      [false, 1],
    ],
    async observe(service) {
      for (const key of ['live', 'never', 'gone']) await get(service, key)
      return used(service, 'reads')
    },
  },
  {
    option: 'kv.countRefusedPuts',
    // Room for the existing entries, and no more.
    profile: { kv: { defaultLimits: { writes: 3, storageBytes: 20 } } },
    seen: [
      [false, [[400, 403, 403, 403, 401], 0]],
      [true, [[400, 403, 403, 429, 401], 3]],
    ],
    async observe(service) {
      const answers = [await put(service, '{"value"')]
      for (let times = 0; times < 3; times++) {
        answers.push(await put(service, '{"value":"far too long for it","ttlSeconds":60}'))
      }
      answers.push(await service.send(`PUT /v1/kv/${NS}/live`, { body: BODY }))
      return [statuses(answers), await used(service, 'writes')]
    },
  },
  {
    option: 'kv.countMissingDeletes',
    seen: [
      [false, 1],
      [true, 3],
    ],
    async observe(service) {
      for (const key of ['live', 'never', 'gone']) await remove(service, key)
      return used(service, 'deletes')
    },
  },
  {
    option: 'kv.storageOf',
    seen: [
      // "live" and its value "x" in quotes; "gone" and "expired" in quotes.
      ['key+value', 4 + 3 + 4 + 9],
      ['value', 3 + 9],
    ],
    observe: (service) => used(service, 'storageBytes'),
  },
  {
    option: 'kv.expiredStorage',
    seen: [
      ['counted', 4 + 3 + 4 + 9],
      ['freed', 4 + 3],
    ],
    observe: (service) => used(service, 'storageBytes'),
  },
  ...['reads', 'writes', 'lists', 'storageBytes'].map(defaultLimit),
  {
    option: 'kv.listWithScopedKey',
    seen: [
      [401, [401, 401, 401]],
      [403, [403, 403, 403]],
      ['allow', [200, 403, 200]],
    ],
    async observe(service) {
      const answers = []
      for (const scope of ['read', 'write', 'admin']) {
        answers.push(await service.send(`GET /v1/kv/${NS}`, { headers: kvKey(`kv_${scope}_shop`) }))
      }
      return statuses(answers)
    },
  },
  {
    option: 'kv.invalidStatus',
    seen: [
      [400, [400, 400, 400]],
      [422, [422, 422, 422]],
    ],
    observe: async (service) =>
      statuses([await put(service, '{"value"'), await put(service, '[]'), await put(service, '{"value":1}')]),
  },
  {
    option: 'kv.checkOrder',
    profile: { limits: { keyBytes: 4 } },
    seen: [
      ['quota-first', [429, 429, 429, 429]],
      ['request-first', [400, 413, 429, 413]],
    ],
    async observe(service) {
      const send = (line: string, body = '') =>
        service.send(line.replace(' ', ' /v1/kv/ns_full_a1b2c3/'), { headers: kvKey('kv_admin_full'), body })
      return statuses([
        await send('PUT k', '{"value"'),
        await send('PUT longer', BODY),
        await send('PUT k', BODY),
        await send('GET longer'),
      ])
    },
  },
  {
    option: 'kv.quotaRetryAfter',
    seen: [
      [false, [429, undefined]],
      // From noon of 15 January to February.
      [true, [429, String(16.5 * 86_400)]],
    ],
    async observe(service) {
      const answer = await service.send('GET /v1/kv/ns_full_a1b2c3/k', { headers: kvKey('kv_admin_full') })
      return [answer.status, answer.header('retry-after')]
    },
  },
]
