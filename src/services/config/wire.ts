import {
  dateTime,
  described,
  type JsonSchema,
  list,
  object,
  ref,
  storeId,
  text,
  yes,
} from '../../contract/json-schema.js'
import type { Profile } from '../../domain/profile/profile.js'
import type { WiresOf } from '../operation.js'
import { deletion, inPath, keyIn, putStatuses } from '../wire.js'

/** This key exists in fixtures/demo.yaml. */
const KEY = 'banner'
const VALUE = { enabled: true }
const UPDATED_AT = '2026-01-31T23:00:00.000Z'
const ENTRY = { key: KEY, value: VALUE, updatedAt: UPDATED_AT }

const store = inPath('storeId', 'The config store.', storeId, 'ec_web_89daefd4')

/** See docs/CONTRACT.md section B. */
export function configWires({ config, limits }: Profile): WiresOf<'config'> {
  const key = keyIn(limits, KEY)
  return {
    'config.put': {
      parameters: [store, key],
      body: { schema: ref('ConfigWrite'), example: { value: VALUE } },
      statuses: putStatuses(config),
      answer: { schema: ref('ConfigWritten'), example: { ok: true, key: KEY, updatedAt: UPDATED_AT } },
    },
    'config.get': {
      parameters: [store, key],
      statuses: [200],
      answer: { schema: ref('ConfigValue'), example: { ok: true, ...ENTRY } },
    },
    'config.list': {
      parameters: [store],
      statuses: [200],
      answer: { schema: ref('ConfigValues'), example: { ok: true, configs: [ENTRY] } },
    },
    'config.delete': { parameters: [store, key], ...deletion(config, KEY) },
  }
}

const value = described('Any JSON value other than null.', {
  type: ['object', 'array', 'string', 'number', 'boolean'],
  items: {},
})
const entry = { key: text, value, updatedAt: dateTime }

export const configSchemas: Readonly<Record<string, JsonSchema>> = {
  ConfigWrite: object({ value }),
  ConfigWritten: object({ ok: yes, key: text, updatedAt: dateTime }),
  ConfigValue: object({ ok: yes, ...entry }),
  ConfigValues: object({ ok: yes, configs: list(object(entry)) }),
}
