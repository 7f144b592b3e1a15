import type { OperationId } from '../../contract/operations.js'
import { INT32_MAX } from '../../contract/values.js'
import { KEY_LENGTH_MAX } from '../../domain/bounds.js'
import { encodeCursor } from '../../domain/cursor.js'
import type { CollectionName } from '../../domain/database.js'
import { patternOf, strangeCharacter } from '../../domain/profile/key-characters.js'
import type { Profile } from '../../domain/profile/profile.js'
import {
  described,
  int64,
  type JsonSchema,
  list,
  namespaceId,
  object,
  type Parameter,
  ref,
  storeId,
  text,
  yes,
} from '../schema.js'

/** A parameter as OpenAPI has it. */
interface PlacedParameter extends Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
}

/** One operation over the wire, as far as the contract or the profile shows it. */
export interface DataOperation {
  readonly parameters: readonly PlacedParameter[]
  readonly body?: { readonly schema: JsonSchema; readonly example: unknown }
  /** The statuses of success; several if the answer depends on what was there. */
  readonly statuses: readonly number[]
  /** Left out: the answer has no body. */
  readonly answer?: { readonly schema: JsonSchema; readonly example: unknown }
  /** The answer has x-next if a further page exists. */
  readonly isPaged?: boolean
}

const KEY = 'flag:checkout'
const CONFIG_KEY = 'banner'
const EXPIRES_AT = Date.UTC(2026, 1, 1)
const VALUE = { enabled: true }
const UPDATED_AT = '2026-01-31T23:00:00.000Z'

const inPath = (
  name: string,
  description: string,
  schema: JsonSchema,
  example: unknown,
): PlacedParameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
})

const namespace = inPath('namespaceId', 'The namespace.', namespaceId, 'ns_shop_k3v9x2')
const store = inPath('storeId', 'The config store.', storeId, 'ec_web_89daefd4')

/**
 * The fourteen operations, their gaps as the profile says. What examples name is there under
 * fixtures/demo.yaml.
 *
 * @param cursorName seals the examples of x-next, so that the world takes them
 */
export function dataOperations(
  profile: Profile,
  cursorName: string,
): Readonly<Record<OperationId, DataOperation>> {
  const { kv, config, database, limits } = profile
  const key = keyIn(limits, KEY)
  const configKey = keyIn(limits, CONFIG_KEY)
  const record = { key: KEY, ttlSeconds: 3600, expiresAt: EXPIRES_AT }
  const used = { reads: 998, writes: 12, deletes: 1, lists: 3, storageBytes: 4096 }
  const document = { title: 'Intro script', content: "print('hi')" }
  const project = { name: 'Onboarding', description: 'Example scripts' }
  const paging = (collection: CollectionName) => pagingParameters(database, collection, cursorName)
  return {
    'kv.put': {
      parameters: [namespace, key],
      body: { schema: ref('KvWrite'), example: { value: VALUE, ttlSeconds: 3600 } },
      statuses: putStatuses(kv),
      answer: { schema: ref('KvWritten'), example: { ok: true, ...record } },
    },
    'kv.get': {
      parameters: [namespace, key],
      statuses: [200],
      answer: { schema: ref('KvValue'), example: { ok: true, ...record, value: VALUE } },
    },
    'kv.list': {
      parameters: [namespace],
      statuses: [200],
      answer: {
        schema: ref('KvKeys'),
        example: {
          ok: true,
          keys: [{ ...record, expiresAtIso: '2026-02-01T00:00:00.000Z', createdAt: UPDATED_AT }],
        },
      },
    },
    'kv.delete': { parameters: [namespace, key], ...deleted(kv, KEY) },
    'usage.get': {
      parameters: [namespace],
      statuses: [200],
      answer: {
        schema: ref('UsageRecord'),
        example: {
          ok: true,
          namespaceId: 'ns_shop_k3v9x2',
          monthKey: '2026-01',
          limits: kv.defaultLimits,
          usage: used,
        },
      },
    },
    'config.put': {
      parameters: [store, configKey],
      body: { schema: ref('ConfigWrite'), example: { value: VALUE } },
      statuses: putStatuses(config),
      answer: { schema: ref('ConfigWritten'), example: { ok: true, key: CONFIG_KEY, updatedAt: UPDATED_AT } },
    },
    'config.get': {
      parameters: [store, configKey],
      statuses: [200],
      answer: {
        schema: ref('ConfigValue'),
        example: { ok: true, key: CONFIG_KEY, value: VALUE, updatedAt: UPDATED_AT },
      },
    },
    'config.list': {
      parameters: [store],
      statuses: [200],
      answer: {
        schema: ref('ConfigValues'),
        example: { ok: true, configs: [{ key: CONFIG_KEY, value: VALUE, updatedAt: UPDATED_AT }] },
      },
    },
    'config.delete': { parameters: [store, configKey], ...deleted(config, CONFIG_KEY) },
    'documents.list': {
      parameters: paging('documents'),
      statuses: [200],
      answer: { schema: list(ref('Document')), example: [{ id: 1, ...document }] },
      isPaged: true,
    },
    'documents.create': {
      parameters: [],
      body: { schema: ref('NewDocument'), example: document },
      // The one success status that the contract shows (Endpoints C).
      statuses: [201],
      answer: { schema: ref('Document'), example: { id: 1, ...document } },
    },
    'documents.get': {
      parameters: [inPath('documentId', 'The id of the document.', int64, 1)],
      statuses: [200],
      answer: { schema: ref('Document'), example: { id: 1, ...document } },
    },
    'projects.list': {
      parameters: paging('projects'),
      statuses: [200],
      answer: { schema: list(ref('Project')), example: [{ id: 10, ...project }] },
      isPaged: true,
    },
    'projects.create': {
      parameters: [],
      body: { schema: ref('NewProject'), example: project },
      statuses: [database.createProjectStatus],
      answer: { schema: ref('Project'), example: { id: 10, ...project } },
    },
  }
}

/** The key of a path, as far as the profile bounds keys: in bytes, of which a character has one or more. */
function keyIn({ keyBytes, keyCharacters }: Profile['limits'], example: string): PlacedParameter {
  const schema: JsonSchema = {
    type: 'string',
    minLength: 1,
    maxLength: Math.min(Math.max(keyBytes ?? KEY_LENGTH_MAX, 1), KEY_LENGTH_MAX),
    ...(keyCharacters === null ? {} : { pattern: patternOf(keyCharacters) }),
  }
  const bytes = keyBytes === null ? '' : ` It has up to ${keyBytes} bytes of UTF-8.`
  const isShort = keyBytes === null || Buffer.byteLength(example) <= keyBytes
  const fits = isShort && (keyCharacters === null || strangeCharacter(example, keyCharacters) === undefined)
  const [anyOther = 'a'] = keyCharacters ?? ''
  return inPath('key', `The key; a slash in it is written %2F.${bytes}`, schema, fits ? example : anyOther)
}

const putStatuses = ({ putStatus }: Profile['kv'] | Profile['config']): readonly number[] =>
  putStatus === '201 or 200' ? [201, 200] : [putStatus]

function deleted({ deleteStatus, deleteBody }: Profile['kv'] | Profile['config'], key: string) {
  if (deleteStatus === 204) return { statuses: [204] }
  const answer =
    deleteBody === 'ok'
      ? { schema: object({ ok: yes }), example: { ok: true } }
      : { schema: object({ ok: yes, key: text }), example: { ok: true, key } }
  return { statuses: [deleteStatus], answer }
}

function pagingParameters(
  { defaultPageSize, maxPageSize, overMax, limitZero }: Profile['database'],
  collection: CollectionName,
  cursorName: string,
) {
  const limit: JsonSchema = {
    type: 'integer',
    format: 'int32',
    minimum: limitZero === 'empty' ? 0 : 1,
    maximum: overMax === 'reject' ? Math.min(maxPageSize, INT32_MAX) : INT32_MAX,
    default: Math.min(defaultPageSize, maxPageSize),
  }
  const next = described('Opaque.', text)
  const start = encodeCursor({ collection, after: -1, limit: 2 }, cursorName)
  const most = overMax === 'reject' ? '' : `; more than ${maxPageSize} are cut to that`
  return [
    optional('limit', 'query', `The most items of the page${most}.`, limit, 2),
    optional('next', 'query', 'The x-next of the page before, as it was received.', next, start),
    optional('x-next', 'header', 'The reason, as a header.', next, start),
  ]
}

function optional(
  name: string,
  place: 'query' | 'header',
  description: string,
  schema: JsonSchema,
  example: unknown,
): PlacedParameter {
  return { name, in: place, required: false, description, schema, example }
}
