import type { Answer, Service } from '../../support/service.js'
import { member } from '../clients.js'
import type { Gap } from './gap.js'
import { get, list, put, usage } from './kv-calls.js'

/** The limit of a namespace that sets none itself. 0 allows nothing. */
export function defaultLimit(name: string): Gap {
  const usual: Record<string, number> = {
    reads: 1_000_000,
    writes: 100_000,
    lists: 10_000,
    storageBytes: 104_857_600,
  }
  const none = { limits: { ...usual, [name]: 0 }, status: name === 'storageBytes' ? 403 : 429 }
  const calls: Record<string, (service: Service) => Promise<Answer>> = {
    reads: get,
    writes: put,
    lists: list,
  }
  return {
    option: `kv.defaultLimits.${name}`,
    seen: [
      [usual[name], { limits: usual, status: 200 }],
      [0, none],
    ],
    async observe(service) {
      const limits = member(await usage(service), 'limits')
      const call = calls[name] ?? ((it) => put(it, '{"value":"longer","ttlSeconds":60}'))
      return { limits, status: (await call(service)).status }
    },
  }
}
