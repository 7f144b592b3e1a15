import { beforeAll, describe, expect, test } from 'vitest'
import { adminCalls } from '../../src/admin/router.js'
import { operations } from '../../src/contract/operations.js'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { startEmulator } from '../../src/emulator.js'
import { GAP_PROFILES } from '../conformance/gaps/gap-profiles.js'
import { type Document, documentOf, type Media, type Method, operationsOf, type Placed } from './document.js'

/** What is in the OpenAPI document, and that it follows how the emulator is set. */

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
  test.each(operations)('$id', ({ id, method, path, summary }) => {
    const found = placed.find(({ operation }) => operation.operationId === id)
    expect([found?.method, found?.path, found?.operation.summary]).toEqual([method, path, summary])
  })

  test.each(adminCalls.map((call) => [`${call.method} /_admin${call.path}`, call.help]))(
    '%s',
    (line, help) => {
      const path = line.replace(/:(\w+)/g, '{$1}')
      const found = placed.find((one) => `${one.method} ${one.path}` === path)
      expect(found?.operation.description).toBe(help)
      expect(found?.operation).toHaveProperty('tags')
    },
  )

  test('and nothing else, under ids of its own', () => {
    expect(placed).toHaveLength(operations.length + adminCalls.length)
    expect(new Set(placed.map(({ operation }) => operation.operationId)).size).toBe(placed.length)
  })

  test('with an example of each body and of each success', () => {
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

function examplesOf({ example, examples = {} }: Media): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples)]
}

describe('errors of the services', () => {
  test.each<[string, Method, string[]]>([
    ['/v1/kv/{namespaceId}/{key}', 'put', ['200', '400', '401', '403', '404', '413', '415', '429', '5XX']],
    ['/v1/kv/{namespaceId}/{key}', 'delete', ['200', '400', '401', '403', '404', '5XX']],
    ['/v1/kv/{namespaceId}', 'get', ['200', '400', '401', '403', '404', '429', '5XX']],
    ['/v1/ec/{storeId}', 'get', ['200', '400', '401', '403', '404', '5XX']],
    ['/documents', 'post', ['201', '400', '401', '409', '413', '415', '429', '5XX']],
    ['/documents/{documentId}', 'get', ['200', '400', '401', '403', '404', '409', '429', '5XX']],
  ])('%s %s', (path, method, statuses) => {
    expect(statusesOf(document, path, method)).toEqual(statuses)
  })

  test('name the code that the contract has, and tell why', () => {
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

  test('in statuses and bodies', async () => {
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

  test('to the third values', async () => {
    const other = await documentUnder(third)
    expect(other.components.schemas.Error).toMatchObject({
      required: ['ok', 'message'],
      properties: { code: { type: 'string' } },
    })
    const deleted = other.paths['/v1/kv/{namespaceId}/{key}']?.delete?.responses['200']
    expect(deleted?.content?.['application/json']?.example).toEqual({ ok: true })
    expect(other.paths['/v1/kv/{namespaceId}']?.get?.security).toEqual([{ bearer: [] }, { scopedKey: [] }])
  })

  test('as it is changed, world by world', async () => {
    await using emulator = await startEmulator()
    const world = await emulator.world()
    await world.profile.patch({ config: { putStatus: 201 } })
    const path = '/v1/ec/{storeId}/{key}'
    expect(statusesOf(await documentOf(world), path, 'put')).toContain('201')
    expect(statusesOf(await documentOf(emulator), path, 'put')).toContain('200')
  })
})

describe('addresses', () => {
  test('are those by which it was asked, with the prefix of the world', async () => {
    await using emulator = await startEmulator()
    const world = await emulator.world()
    expect((await documentOf(emulator)).servers).toMatchObject([{ url: emulator.baseUrl }])
    expect((await documentOf(world)).servers).toMatchObject([{ url: world.baseUrl }])
    const byName = emulator.adminUrl.replace('127.0.0.1', 'localhost')
    const asked = await documentOf({ adminUrl: byName })
    expect(asked.servers[0]?.url).toContain('http://localhost:')
  })

  test('of the database are its own, where it has a port of its own', async () => {
    await using emulator = await startEmulator({ dbPort: 0 })
    const world = await emulator.world()
    const { paths } = await documentOf(world)
    expect(paths['/documents']?.servers).toMatchObject([{ url: world.dbBaseUrl }])
    expect(paths['/projects']?.servers).toMatchObject([{ url: world.dbBaseUrl }])
    expect(paths['/v1/kv/{namespaceId}']).not.toHaveProperty('servers')
  })
})
