import type { Service } from '../../support/service.js'
import { kvKey, STORE } from '../clients.js'
import { type Gap, statuses } from './gap.js'

const headers = kvKey('kv_admin_web')
const remove = (service: Service, key = 'banner') =>
  service.send(`DELETE /v1/ec/${STORE}/${key}`, { headers })

export const configGaps: readonly Gap[] = [
  {
    option: 'config.putStatus',
    seen: [
      [200, [200, 200, 200]],
      [201, [201, 201, 201]],
      ['201 or 200', [200, 201, 200]],
    ],
    async observe(service) {
      const answers = []
      for (const key of ['banner', 'new', 'new']) {
        answers.push(await service.send(`PUT /v1/ec/${STORE}/${key}`, { headers, body: '{"value":1}' }))
      }
      return statuses(answers)
    },
  },
  {
    option: 'config.unknownMembers',
    seen: [
      ['ignore', [200, 200]],
      ['reject', [400, 200]],
    ],
    async observe(service) {
      const answers = []
      for (const body of ['{"value":1,"ttlSeconds":90}', '{"value":1}']) {
        answers.push(await service.send(`PUT /v1/ec/${STORE}/banner`, { headers, body }))
      }
      return statuses(answers)
    },
  },
  {
    option: 'config.deleteStatus',
    seen: [
      [200, [200, '{"ok":true,"key":"banner"}']],
      [204, [204, '']],
    ],
    async observe(service) {
      const { status, text } = await remove(service)
      return [status, text]
    },
  },
  {
    option: 'config.deleteMissing',
    seen: [
      [404, 404],
      ['ok', 200],
    ],
    observe: async (service) => (await remove(service, 'never')).status,
  },
  {
    option: 'config.deleteBody',
    seen: [
      ['ok+key', '{"ok":true,"key":"banner"}'],
      ['ok', '{"ok":true}'],
    ],
    observe: async (service) => (await remove(service)).text,
  },
]
