import { entryBody } from '../calls/entries.js'
import { keyBody } from '../calls/keys.js'
import { namespaceChanges, newNamespace } from '../calls/namespaces.js'
import { newStore, storeChanges } from '../calls/stores.js'
import { entryBody as configEntryBody } from '../config-entries.js'
import type { CallDescription, CallGroup, RequestBody } from './call.js'
import {
  count,
  dateTime,
  described,
  list,
  literal,
  monthKey,
  namespaceId,
  object,
  oneOf,
  ref,
  type Schema,
  storeId,
  text,
} from './schema.js'

const limits = { reads: count, writes: count, lists: count, storageBytes: count }
const json = described('The value as exact JSON text, where value could not hold it.', text)
const instant = described('ISO 8601; ms beyond the year 9999.', {
  anyOf: [dateTime, { type: 'integer', format: 'int64' }],
})

/** Components of the answers here. */
export const resourceSchemas: Readonly<Record<string, Schema>> = {
  ScopedKey: object({ key: text, scope: oneOf('read', 'write', 'admin') }),
  Namespace: object({
    id: namespaceId,
    namespaceId,
    owner: text,
    limits: described('Its own limits.', object({}, limits)),
    limitsInForce: described('With those that the profile gives.', object(limits)),
    monthKey,
    usage: object({ ...limits, deletes: count }),
    keys: list(ref('ScopedKey')),
    entries: object({ live: count, expired: count }),
  }),
  Store: object({
    id: storeId,
    storeId,
    owner: text,
    keys: list(ref('ScopedKey')),
    entries: object({ live: count }),
  }),
  StoredEntry: object(
    {
      key: text,
      ttlSeconds: count,
      createdAt: instant,
      expiresAt: instant,
      state: oneOf('live', 'expired'),
    },
    { value: {}, json, literal },
  ),
  StoredConfigEntry: object({ key: text, updatedAt: instant }, { value: {}, json, literal }),
}

/** What a long list is asked for with. */
export const page = {
  limit: described('The most of a page.', { type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
  after: described('The "next" of the page before.', { type: 'string', pattern: '^\\d{1,15}$' }),
}

/** The end of a page behind which there is more. */
export const next = described('Where the next page begins; left out at the end.', text)

const scopedKey = { key: 'kv_read_demo', scope: 'read' }
const used = { reads: 998, writes: 12, deletes: 1, lists: 3, storageBytes: 4096 }
const inForce = { reads: 1000, writes: 100_000, lists: 10_000, storageBytes: 104_857_600 }
const CREATED_AT = '2026-01-31T23:00:00.000Z'

interface Resource {
  readonly base: '/namespaces' | '/stores'
  readonly many: string
  readonly one: Schema
  readonly example: object
  readonly added: RequestBody
  readonly changed: RequestBody
  readonly entry: Schema
  readonly entryExample: object
  readonly entryBody: RequestBody
}

/** Namespaces and stores have the same calls. */
function callsOf(resource: Resource): Readonly<Record<string, CallDescription>> {
  const { base, many, one, example, entry, entryExample } = resource
  const answer = { schema: one, example }
  const entryAnswer = { schema: entry, example: entryExample }
  return {
    [`GET ${base}`]: { answer: { schema: object({ [many]: list(one) }), example: { [many]: [example] } } },
    [`POST ${base}`]: {
      body: resource.added,
      answer: { status: 201, ...answer },
      refusals: ['invalid_seed'],
    },
    [`GET ${base}/:id`]: { answer },
    [`PATCH ${base}/:id`]: { body: resource.changed, answer, refusals: ['invalid_seed'] },
    [`DELETE ${base}/:id`]: {},
    [`POST ${base}/:id/keys`]: {
      body: { schema: keyBody, example: { scope: 'read' }, isNeeded: true, isYaml: true },
      answer: { status: 201, schema: ref('ScopedKey'), example: scopedKey },
      refusals: ['invalid_seed', 'conflict'],
    },
    [`DELETE ${base}/:id/keys/:key`]: {},
    [`GET ${base}/:id/entries`]: {
      query: { ...page, prefix: described('What keys are to begin with.', text) },
      answer: { schema: object({ entries: list(entry) }, { next }), example: { entries: [entryExample] } },
    },
    [`GET ${base}/:id/entries/:key`]: { answer: entryAnswer },
    [`PUT ${base}/:id/entries/:key`]: {
      body: resource.entryBody,
      answer: entryAnswer,
      refusals: ['invalid_seed'],
    },
    [`DELETE ${base}/:id/entries/:key`]: {},
  }
}

/** Bodies that are parts of a seed are read as JSON or YAML. */
const part = (schema: RequestBody['schema'], example: object): RequestBody => ({
  schema,
  example,
  isNeeded: true,
  isYaml: true,
})

export const namespaceCalls: CallGroup = {
  tag: 'Namespaces',
  description: 'The namespaces of the key-value store, their keys and entries.',
  calls: callsOf({
    base: '/namespaces',
    many: 'namespaces',
    one: ref('Namespace'),
    example: {
      id: 'ns_shop_k3v9x2',
      namespaceId: 'ns_shop_k3v9x2',
      owner: 'user_local',
      limits: { reads: 1000 },
      limitsInForce: inForce,
      monthKey: '2026-01',
      usage: used,
      keys: [scopedKey],
      entries: { live: 1, expired: 0 },
    },
    added: part(newNamespace, { name: 'shop', owner: 'user_local', limits: { reads: 1000 } }),
    changed: part(namespaceChanges, { limits: { reads: 500 }, usage: { reads: 499 } }),
    entry: ref('StoredEntry'),
    entryExample: {
      key: 'flag:checkout',
      value: { enabled: true },
      ttlSeconds: 3600,
      createdAt: CREATED_AT,
      expiresAt: '2026-02-01T00:00:00.000Z',
      state: 'live',
    },
    entryBody: part(entryBody, { value: { enabled: true }, ttlSeconds: 3600 }),
  }),
}

export const storeCalls: CallGroup = {
  tag: 'Stores',
  description: 'The stores of the config store, their keys and entries.',
  calls: callsOf({
    base: '/stores',
    many: 'stores',
    one: ref('Store'),
    example: {
      id: 'ec_web_89daefd4',
      storeId: 'ec_web_89daefd4',
      owner: 'user_local',
      keys: [scopedKey],
      entries: { live: 1 },
    },
    added: part(newStore, { name: 'web' }),
    changed: part(storeChanges, { owner: 'user_alice' }),
    entry: ref('StoredConfigEntry'),
    entryExample: { key: 'banner', value: { text: 'hello' }, updatedAt: CREATED_AT },
    entryBody: part(configEntryBody, { value: { text: 'hello' } }),
  }),
}
