import { beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { operations } from '../../src/contract/operations.js'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { startEmulator } from '../../src/start-emulator.js'
import { GAP_PROFILES } from '../conformance/gaps/gap-profiles.js'
import { adminRouter } from '../support/admin-calls.js'
import {
  type Document,
  documentOf,
  type Media,
  type Method,
  type Operation,
  operationsOf,
  type Placed,
} from './document.js'

/** The document follows the emulator's settings. */

async function documentUnder(profile: ProfilePatch): Promise<Document> {
  await using emulator = await startEmulator({ profile })
  return await documentOf(emulator)
}

let document: Document
let placed: Placed[]

beforeAll(async () => {
  document = await documentUnder({})
  placed = operationsOf(document)
})

function statusesOf({ paths }: Document, path: string, method: Method): string[] {
  return Object.keys(paths[path]?.[method]?.responses ?? {})
}

describe('everything is in it', () => {
  test('the document has every operation, by its id', () => {
    for (const { id, method, path, summary } of operations) {
      const found = placed.find(({ operation }) => operation.operationId === id)
      expect([found?.method, found?.path, found?.operation.summary]).toEqual([method, path, summary])
    }
  })

  test('the document has every admin call, with what it does', () => {
    for (const { method, path, help } of adminRouter.calls) {
      const line = `${method} /_admin${path.replace(/:(\w+)/g, '{$1}')}`
      const found = placed.find((one) => `${one.method} ${one.path}` === line)
      expect([line, found?.operation.description]).toEqual([line, help])
      expect(found?.operation).toHaveProperty('tags')
    }
  })

  test('the document has nothing but operations and admin calls, under ids of their own', () => {
    expect(placed).toHaveLength(operations.length + adminRouter.calls.length)
    expect(new Set(placed.map(({ operation }) => operation.operationId)).size).toBe(placed.length)
  })

  test('the document has an example of each body and of each success', () => {
    for (const { operation } of placed) {
      const { operationId, requestBody, responses } = operation
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const bodies = [requestBody, ...successes.map(([, response]) => response)]
      for (const media of bodies.flatMap((part) => Object.values(part?.content ?? {}))) {
        expect(examplesOf(media), operationId).not.toEqual([])
      }
    }
  })
})

describe('schemas', () => {
  interface Schema {
    readonly $ref?: string
    readonly type?: string | readonly string[]
    readonly enum?: readonly unknown[]
    readonly anyOf?: readonly Schema[]
    readonly items?: Schema
    readonly properties?: Readonly<Record<string, Schema>>
    readonly additionalProperties?: Schema | boolean
  }

  /** The paths of values in an example that its schema leaves out. */
  function undescribed(value: unknown, schema: Schema, path: string): string[] {
    const { $ref, type, anyOf, items = {}, properties, additionalProperties } = schema
    if ($ref !== undefined) {
      const name = $ref.replace('#/components/schemas/', '')
      return undescribed(value, document.components.schemas[name] ?? {}, path)
    }
    if (anyOf !== undefined) {
      const [least = [path]] = anyOf
        .map((one) => undescribed(value, one, path))
        .sort((a, b) => a.length - b.length)
      return least
    }
    const types = [type ?? []].flat()
    const isPossible = types.length === 0 || types.some((one) => (one === 'null') === (value === null))
    if (!isPossible || schema.enum?.includes(value) === false) return [path]
    if (Array.isArray(value)) return value.flatMap((item) => undescribed(item, items, `${path}[]`))
    if (typeof value !== 'object' || value === null || properties === undefined) return []
    return Object.entries(value).flatMap(([name, inner]) => {
      const described = properties[name] ?? additionalProperties
      if (described === undefined) return [`${path}.${name}`]
      return typeof described === 'object' ? undescribed(inner, described, `${path}.${name}`) : []
    })
  }

  test('the schemas describe everything that their examples have', () => {
    for (const { operation } of placed) {
      const { operationId, requestBody, responses } = operation
      for (const part of [requestBody, ...Object.values(responses)]) {
        for (const media of Object.values(part?.content ?? {})) {
          const missing = examplesOf(media).flatMap((value) => undescribed(value, media.schema, operationId))
          expect(missing).toEqual([])
        }
      }
    }
  })

  test('no summary, description or enumerated value is empty', () => {
    const texts: unknown[] = []
    JSON.stringify(document, (name, value) => {
      if (name === 'summary' || name === 'description') texts.push(value)
      if (name === 'enum') texts.push(...value, value[0])
      return value
    })
    expect(texts.length).toBeGreaterThan(500)
    expect(texts.filter((text) => text === undefined || text === '')).toEqual([])
  })
})

function examplesOf({ example, examples = {} }: Media): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
}

describe('parameters', () => {
  test('each parameter has an example, and those of paths and queries a description', () => {
    for (const { operation } of placed) {
      for (const parameter of operation.parameters ?? []) {
        expect(parameter, operation.operationId).toMatchObject({ description: expect.any(String) })
        expect(parameter.example, `${operation.operationId} ${parameter.name}`).toBeDefined()
      }
    }
  })

  test('the ids of records are int64', () => {
    for (const path of ['/_admin/documents/{id}', '/_admin/projects/{id}', '/documents/{documentId}']) {
      const [id] = document.paths[path]?.get?.parameters ?? []
      expect(id).toMatchObject({ schema: { type: 'integer', format: 'int64' } })
    }
  })

  test('the parameters name records of fixtures/demo.yaml: every GET of a service finds them', async () => {
    await using emulator = await startEmulator({ seed: 'fixtures/demo.yaml' })
    const token = await emulator.tokens.create({ sub: 'user_alice' })
    const { paths } = await documentOf(emulator)
    const keys = { 'X-API-Key': 'db_shop', Authorization: `Bearer ${token}` }
    for (const { id, path } of operations.filter(({ method }) => method === 'GET')) {
      const parameters = paths[path]?.get?.parameters ?? []
      const key = path.includes('/ec/') ? 'kv_read_web' : 'kv_read_shop'
      const headers = { ...keys, 'X-KV-Key': key, ...examplesIn('header', parameters) }
      const answer = await emulator.fetch(targetOf(path, parameters), { headers })
      expect([id, answer.status]).toEqual([id, 200])
    }
  })

  test('the examples of parameters are taken by every GET of the admin interface, whatever it finds', async () => {
    await using emulator = await startEmulator({ seed: 'fixtures/demo.yaml' })
    await emulator.snapshots.take('before')
    await emulator.fetch('/documents')
    await emulator.faults.add({ status: 503 })
    for (const { path, method, operation } of operationsOf(await documentOf(emulator))) {
      if (method !== 'GET' || !path.startsWith('/_admin') || path === '/_admin/events') continue
      const answer = await emulator.fetch(targetOf(path, operation.parameters ?? []))
      expect([path, answer.status]).toEqual([path, 200])
      await answer.arrayBuffer()
    }
  })
})

type Parameters = NonNullable<Operation['parameters']>

function examplesIn(place: string, parameters: Parameters): Record<string, string> {
  const found = parameters.filter((parameter) => parameter.in === place)
  return Object.fromEntries(found.map(({ name, example }) => [name, String(example)]))
}

/** Fills in a path and query with the examples. */
function targetOf(path: string, parameters: Parameters): string {
  const inPath = Object.entries(examplesIn('path', parameters))
  const filled = inPath.reduce(
    (text, [name, example]) => text.replace(`{${name}}`, encodeURIComponent(example)),
    path,
  )
  return `${filled}?${new URLSearchParams(examplesIn('query', parameters))}`
}

test('the document says what grease changes', async () => {
  await using plain = await startEmulator()
  await using greased = await startEmulator({ grease: 7 })
  const descriptionOf = async (emulator: EmulatorClient) => (await documentOf(emulator)).info.description
  expect(await descriptionOf(plain)).not.toContain('--grease 7')
  expect(await descriptionOf(greased)).toContain('Grease is on (--grease 7)')
})

describe('errors of the services', () => {
  test.each<[string, Method, string[]]>([
    [
      '/v1/kv/{namespaceId}/{key}',
      'put',
      ['200', '400', '401', '403', '404', '413', '415', '429', '500', '503'],
    ],
    ['/v1/kv/{namespaceId}/{key}', 'delete', ['200', '400', '401', '403', '404', '500', '503']],
    ['/v1/kv/{namespaceId}', 'get', ['200', '400', '401', '403', '404', '429', '500', '503']],
    ['/v1/ec/{storeId}', 'get', ['200', '400', '401', '403', '404', '500', '503']],
    ['/documents', 'post', ['201', '400', '401', '409', '413', '415', '429', '500', '503']],
    ['/documents/{documentId}', 'get', ['200', '400', '401', '403', '404', '409', '429', '500', '503']],
  ])('the document lists the statuses of %s %s', (path, method, statuses) => {
    expect(statusesOf(document, path, method)).toEqual(statuses)
  })

  test('errors name the code of the contract, and give the reason', () => {
    const put = document.paths['/v1/kv/{namespaceId}/{key}']?.put
    const storage = put?.responses['403']?.content?.['application/json']?.examples
    expect(storage?.namespace_storage_quota_exceeded?.value).toMatchObject({
      ok: false,
      error: 'namespace_storage_quota_exceeded',
    })
    const create = document.paths['/documents']?.post?.responses['400']
    const invalid = create?.content?.['application/json']?.examples?.body_invalid?.value
    expect(invalid).toMatchObject({ error: 'validation_error' })
    expect(Object.keys(create?.headers ?? {})).toEqual(['X-Emulator-Reason'])
    expect(document.paths['/documents']?.get?.responses['429']?.headers).toHaveProperty('Retry-After')
  })
})

describe('it follows the profile', () => {
  const [, second = {}, third = {}] = Object.values(GAP_PROFILES)

  test('the document follows the profile in statuses and bodies', async () => {
    const other = await documentUnder(second)
    const path = '/v1/kv/{namespaceId}/{key}'
    expect(statusesOf(other, path, 'put')).toContain('201')
    expect(statusesOf(other, path, 'put')).not.toContain('200')
    expect(other.paths[path]?.delete?.responses['204']).toEqual({ description: 'Done.' })
    expect(statusesOf(other, '/projects', 'post')).toContain('200')
    expect(other.components.schemas.Error).toMatchObject({ properties: { error: { type: 'object' } } })
    expect(other.components.schemas.KvWrite).not.toHaveProperty('required')
    expect(other.components.schemas.NewDocument).toMatchObject({
      properties: { content: { type: ['string', 'null'] } },
    })
  })

  test('the document follows the third value of an option as well', async () => {
    const other = await documentUnder(third)
    expect(other.components.schemas.Error).toMatchObject({
      required: ['ok', 'message'],
      properties: { code: { type: 'string' } },
    })
    const deleted = other.paths['/v1/kv/{namespaceId}/{key}']?.delete?.responses['200']
    expect(deleted?.content?.['application/json']?.example).toEqual({ ok: true })
    expect(other.paths['/v1/kv/{namespaceId}']?.get?.security).toEqual([{ bearer: [] }, { scopedKey: [] }])
  })

  test('the document follows the profile in the keys that it allows', async () => {
    const keyUnder = async (profile: ProfilePatch) =>
      (await documentUnder(profile)).paths['/v1/ec/{storeId}/{key}']?.get?.parameters?.[1]
    expect(await keyUnder({})).toMatchObject({ name: 'key', schema: { type: 'string', minLength: 1 } })
    const bounded = await keyUnder({ limits: { keyBytes: 64, keyCharacters: 'a-z^]' } })
    const schema = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[a-z\\^\\]]+$' }
    expect(bounded).toMatchObject({ schema, description: expect.stringContaining('up to 64 bytes') })
    expect((await keyUnder({ limits: { keyBytes: 6 } }))?.example).toBe('banner')
    expect((await keyUnder({ limits: { keyBytes: 5 } }))?.example).toBe('a')
    expect((await keyUnder({ limits: { keyCharacters: 'x-z' } }))?.example).toBe('x')
  })

  test('the document follows the profile after a change, world by world', async () => {
    await using emulator = await startEmulator()
    const world = await emulator.world()
    await world.profile.patch({ config: { putStatus: 201 } })
    const path = '/v1/ec/{storeId}/{key}'
    expect(statusesOf(await documentOf(world), path, 'put')).toContain('201')
    expect(statusesOf(await documentOf(emulator), path, 'put')).toContain('200')
  })
})

describe('addresses', () => {
  test('the addresses are those of the request, with the prefix of the world', async () => {
    await using emulator = await startEmulator()
    const world = await emulator.world()
    expect((await documentOf(emulator)).servers).toMatchObject([{ url: emulator.baseUrl }])
    expect((await documentOf(world)).servers).toMatchObject([{ url: world.baseUrl }])
    const byName = emulator.adminUrl.replace('127.0.0.1', 'localhost')
    const asked = await documentOf({ adminUrl: byName })
    expect(asked.servers[0]?.url).toContain('http://localhost:')
  })

  test('the addresses of the database are its own if it has its own port', async () => {
    await using emulator = await startEmulator({ dbPort: 0 })
    const world = await emulator.world()
    const { paths } = await documentOf(world)
    expect(paths['/documents']?.servers).toMatchObject([{ url: world.dbBaseUrl }])
    expect(paths['/projects']?.servers).toMatchObject([{ url: world.dbBaseUrl }])
    expect(paths['/v1/kv/{namespaceId}']).not.toHaveProperty('servers')
  })
})
