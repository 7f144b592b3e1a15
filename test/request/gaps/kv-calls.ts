import type { Service } from '../../support/service.js'
import { bearer, kvKey, member, NS } from '../clients.js'

export const admin = kvKey('kv_admin_shop')
export const BODY = '{"value":1,"ttlSeconds":90}'

export const put = (service: Service, body = BODY) =>
  service.send(`PUT /v1/kv/${NS}/live`, { headers: admin, body })
export const get = (service: Service, key = 'live') =>
  service.send(`GET /v1/kv/${NS}/${key}`, { headers: admin })
export const remove = (service: Service, key = 'live') =>
  service.send(`DELETE /v1/kv/${NS}/${key}`, { headers: admin })
export const list = async (service: Service) => service.send(`GET /v1/kv/${NS}`, { headers: await bearer() })
export const usage = async (service: Service) =>
  service.send(`GET /v1/usage/${NS}`, { headers: await bearer() })
export const used = async (service: Service, name: string) =>
  Reflect.get(Object(member(await usage(service), 'usage')), name)
