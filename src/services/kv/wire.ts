import {
  count,
  dateTime,
  described,
  int64,
  type JsonSchema,
  list,
  milliseconds,
  monthKey,
  namespaceId,
  object,
  ref,
  text,
  yes,
} from '../../contract/json-schema.js'
import type { Profile } from '../../domain/profile/profile.js'
import type { WiresOf } from '../operation.js'
import { deletion, inPath, jsonValue, keyIn, putStatuses } from '../wire.js'

/** This key exists in fixtures/demo.yaml. */
const KEY = 'flag:checkout'
const RECORD = { key: KEY, ttlSeconds: 3600, expiresAt: Date.UTC(2026, 1, 1) }
const VALUE = { enabled: true }
const NAMESPACE_ID = 'ns_shop_k3v9x2'
const USED = { reads: 998, writes: 12, deletes: 1, lists: 3, storageBytes: 4096 }

const namespace = inPath('namespaceId', 'The namespace.', namespaceId, NAMESPACE_ID)

/** See docs/CONTRACT.md section A. */
export function kvWires({ kv, limits }: Profile): WiresOf<'kv'> {
  const key = keyIn(limits, KEY)
  return {
    'kv.put': {
      parameters: [namespace, key],
      body: { schema: ref('KvWrite'), example: { value: VALUE, ttlSeconds: 3600 } },
      statuses: putStatuses(kv),
      answer: { schema: ref('KvWritten'), example: { ok: true, ...RECORD } },
    },
    'kv.get': {
      parameters: [namespace, key],
      statuses: [200],
      answer: { schema: ref('KvValue'), example: { ok: true, ...RECORD, value: VALUE } },
    },
    'kv.list': {
      parameters: [namespace],
      statuses: [200],
      answer: {
        schema: ref('KvKeys'),
        example: {
          ok: true,
          keys: [
            { ...RECORD, expiresAtIso: '2026-02-01T00:00:00.000Z', createdAt: '2026-01-31T23:00:00.000Z' },
          ],
        },
      },
    },
    'kv.delete': { parameters: [namespace, key], ...deletion(kv, KEY) },
    'usage.get': {
      parameters: [namespace],
      statuses: [200],
      answer: {
        schema: ref('UsageRecord'),
        example: {
          ok: true,
          namespaceId: NAMESPACE_ID,
          monthKey: '2026-01',
          limits: kv.defaultLimits,
          usage: USED,
        },
      },
    },
  }
}

const ttlSeconds = described('The number of seconds it lives.', int64)
const limits = { reads: count, writes: count, lists: count, storageBytes: count }

export const kvSchemas = ({ kv }: Profile): Readonly<Record<string, JsonSchema>> => ({
  KvWrite: kvWrite(kv),
  KvWritten: object({ ok: yes, key: text, ttlSeconds, expiresAt: milliseconds }),
  KvValue: object({ ok: yes, key: text, value: jsonValue, ttlSeconds, expiresAt: milliseconds }),
  KvKeys: object({ ok: yes, keys: list(ref('KvKey')) }),
  KvKey: object({
    key: text,
    ttlSeconds,
    expiresAt: milliseconds,
    expiresAtIso: dateTime,
    createdAt: dateTime,
  }),
  UsageRecord: object({
    ok: yes,
    namespaceId,
    monthKey: described('The current UTC month.', monthKey),
    limits: object(limits),
    usage: object({ ...limits, deletes: count }),
  }),
})

function kvWrite({ valueMissing, ttlMissing, ttlInvalid, unknownMembers }: Profile['kv']): JsonSchema {
  const ttl: JsonSchema = {
    type: ttlInvalid === 'truncate' ? 'number' : 'integer',
    description: 'The number of seconds it lives. Anything below 60 becomes 60.',
    ...(ttlMissing === 'reject' ? {} : { default: ttlMissing }),
  }
  const members = Object.entries({ value: jsonValue, ttlSeconds: ttl })
  const isOptional = (name: string) => (name === 'value' ? valueMissing === 'null' : ttlMissing !== 'reject')
  const write = object(
    Object.fromEntries(members.filter(([name]) => !isOptional(name))),
    Object.fromEntries(members.filter(([name]) => isOptional(name))),
  )
  return unknownMembers === 'reject' ? { ...write, additionalProperties: false } : write
}
