import type { Service } from '../../support/service.js'
import { dbKey, kvKey, NS, STORE } from '../clients.js'
import { type Gap, statuses } from './gap.js'

const put = (service: Service, path: string, body: string, key: string, type?: string) =>
  service.send(`PUT ${path}`, {
    headers: { ...kvKey(key), ...(type === undefined ? {} : { 'Content-Type': type }) },
    body,
  })

async function both(service: Service, key: string, value: string, type?: string) {
  const body = `{"value":${value},"ttlSeconds":60}`
  return statuses([
    await put(service, `/v1/kv/${NS}/${key}`, body, 'kv_admin_shop', type),
    await put(service, `/v1/ec/${STORE}/${key}`, body, 'kv_admin_web', type),
  ])
}

export const limitAndHttpGaps: readonly Gap[] = [
  {
    option: 'limits.keyBytes',
    seen: [
      [null, [200, 200, 200, 200]],
      // Two bytes in UTF-8, one character.
      [3, [200, 200, 413, 413]],
    ],
    observe: async (service) => [
      ...(await both(service, 'abc', '1')),
      ...(await both(service, '%C3%A9%C3%A9', '1')),
    ],
  },
  {
    option: 'limits.keyCharacters',
    seen: [
      [null, [200, 200, 404, 404]],
      ['a-z', [200, 200, 404, 413]],
      ['a-z~', [200, 200, 404, 404]],
    ],
    observe: async (service) => [
      ...(await both(service, 'abc', '1')),
      ...statuses([
        await service.send(`GET /v1/kv/${NS}/none`, { headers: kvKey('kv_admin_shop') }),
        await service.send(`DELETE /v1/ec/${STORE}/no~ne`, { headers: kvKey('kv_admin_web') }),
      ]),
    ],
  },
  {
    option: 'limits.keyStatus',
    profile: { limits: { keyBytes: 3 } },
    seen: [
      [413, [413, 413, 413, 413, 413, 413]],
      [400, [400, 400, 400, 400, 400, 400]],
      [404, [404, 404, 404, 404, 404, 404]],
      [414, [414, 414, 414, 414, 414, 414]],
    ],
    async observe(service) {
      const seen = await both(service, 'four', '1')
      for (const method of ['GET', 'DELETE']) {
        const a = await service.send(`${method} /v1/kv/${NS}/live`, { headers: kvKey('kv_admin_shop') })
        const b = await service.send(`${method} /v1/ec/${STORE}/banner`, { headers: kvKey('kv_admin_web') })
        seen.push(a.status, b.status)
      }
      return seen
    },
  },
  {
    option: 'limits.valueBytes',
    seen: [
      [null, [200, 200, 200, 200]],
      [4, [200, 200, 413, 413]],
    ],
    observe: async (service) => [
      ...(await both(service, 'k', '"é"')),
      ...(await both(service, 'k', '"ab "')),
    ],
  },
  {
    option: 'limits.bodyBytes',
    seen: [
      [10_485_760, [200, 413]],
      [10_485_761, [200, 200]],
      [39, [413, 413]],
      [40, [200, 413]],
      [null, [200, 200]],
    ],
    async observe(service) {
      const body = (bytes: number) => `{"ttlSeconds":60,"value":"${'x'.repeat(bytes - 28)}"}`
      const answers = []
      for (const bytes of [40, 10_485_761]) {
        answers.push(await put(service, `/v1/kv/${NS}/k`, body(bytes), 'kv_admin_shop'))
      }
      return statuses(answers)
    },
  },
  {
    option: 'http.notShown',
    seen: [
      [501, ['501 not_emulated undefined', '501 not_emulated undefined']],
      [404, ['404 undefined undefined', '404 not_found undefined']],
      [405, ['405 method_not_allowed PUT, GET, DELETE', '405 method_not_allowed GET, POST']],
    ],
    async observe(service) {
      const answers = [
        await service.send(`PATCH /v1/kv/${NS}/live`),
        await service.send('DELETE /documents', { headers: dbKey('db') }),
      ]
      return answers.map((answer) => {
        const code = Reflect.get(Object(answer.json), 'error')
        return `${answer.status} ${code} ${answer.header('allow')}`
      })
    },
  },
  {
    option: 'http.charset',
    seen: [
      [false, ['application/json', 'application/json']],
      [true, ['application/json; charset=utf-8', 'application/json; charset=utf-8']],
    ],
    observe: async (service) => [
      (await service.send('GET /documents', { headers: dbKey('db') })).header('content-type'),
      (await service.send('GET /documents')).header('content-type'),
    ],
  },
  {
    option: 'http.contentType',
    seen: [
      ['any', [200, 200, 200, 200, 200, 200, 201]],
      ['require', [415, 415, 415, 415, 200, 200, 415]],
    ],
    observe: async (service) => [
      ...(await both(service, 'k', '1')),
      ...(await both(service, 'k', '1', 'text/plain')),
      ...(await both(service, 'k', '1', 'application/json; charset=utf-8')),
      (await service.send('POST /documents', { headers: dbKey('db'), body: '{"title":"t"}' })).status,
    ],
  },
]
