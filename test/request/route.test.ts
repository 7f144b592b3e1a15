import { describe, expect, test } from 'vitest'
import { operations } from '../../src/contract/operations.js'
import { decodeSegment, Routes } from '../../src/request/route.js'

const routes = new Routes(operations)

const found = (method: string, path: string) => {
  const { operation, path: _path, query: _query, ...rest } = routes.find(method, path)
  return 'segments' in rest ? { id: operation?.id, segments: rest.segments } : rest
}

describe('a request finds its operation', () => {
  test.each([
    ['PUT', '/v1/kv/ns/k', 'kv.put', ['ns', 'k']],
    ['GET', '/v1/kv/ns/k%2Fl', 'kv.get', ['ns', 'k%2Fl']],
    ['DELETE', '/v1/kv/ns/k', 'kv.delete', ['ns', 'k']],
    ['GET', '/v1/kv/ns', 'kv.list', ['ns']],
    ['GET', '/v1/usage/ns', 'usage.get', ['ns']],
    ['PUT', '/v1/ec/ec/k', 'config.put', ['ec', 'k']],
    ['GET', '/v1/ec/ec', 'config.list', ['ec']],
    ['GET', '/documents', 'documents.list', []],
    ['GET', '/documents/7', 'documents.get', ['7']],
    ['POST', '/projects', 'projects.create', []],
  ])('%s %s is the operation %s', (method, path, id, segments) => {
    expect(found(method, path)).toEqual({ id, segments })
  })
})

describe('a path that is not shown has a hint', () => {
  test.each([
    [
      'POST',
      '/v1/kv/ns/k',
      'kv',
      ['PUT', 'GET', 'DELETE'],
      'PUT and GET and DELETE would be emulated here, POST is not',
    ],
    [
      'OPTIONS',
      '/projects',
      'documents',
      ['GET', 'POST'],
      /^GET and POST would .* is not; --cors, in code cors, lets web pages call$/,
    ],
    ['GET', '/v1/kv/ns/a/b', 'kv', [], 'a slash inside a key is written %2F'],
    ['GET', '/v1/kv/ns/a/b/c', 'kv', [], 'a slash inside a key is written %2F'],
    ['GET', '/v1/kv/ns/', 'kv', [], 'did you mean this path without the slash at its end?'],
    ['GET', '/documents/', 'documents', [], 'did you mean this path without the slash at its end?'],
    ['GET', '//documents/1', undefined, [], 'did you mean /documents/1?'],
    [
      'GET',
      '/v1/kv',
      'kv',
      [],
      'a path under /v1/kv has the form /v1/kv/{namespaceId}/{key} or /v1/kv/{namespaceId}',
    ],
    ['GET', '/v1/kv//k', 'kv', [], /^a path under \/v1\/kv has the form /],
    ['GET', '/v1/kv', 'kv', [], /^a path under \/v1\/kv has the form /],
    [
      'GET',
      '/documents/7/8',
      'documents',
      [],
      'a path under /documents has the form /documents or /documents/{documentId}',
    ],
    [
      'GET',
      '/v1/other',
      'kv',
      [],
      'the paths of the three services begin with /v1/kv, /v1/usage, /v1/ec, /documents, /projects; those of the emulator with /_admin',
    ],
    ['GET', '/health', undefined, [], 'did you mean /_admin/health?'],
    ['POST', '/admin/clock', undefined, [], 'did you mean /_admin/clock?'],
    ['GET', '/admin', undefined, [], 'did you mean /_admin?'],
    ['GET', '/kv/ns/v1/k', undefined, [], 'did you mean /v1/kv/ns/v1/k?'],
    ['GET', '/x/health', undefined, [], /^the paths of the three services/],
    ['GET', '/healthy', undefined, [], /^the paths of the three services/],
    ['GET', '/x/admin/clock', undefined, [], /^the paths of the three services/],
    ['GET', '/documentsx', undefined, [], /^the paths of the three services/],
  ])('a hint is given for %s %s, which the contract does not show', (method, path, service, allow, hint) => {
    expect(found(method, path)).toEqual({
      service,
      allow,
      hint: typeof hint === 'string' ? hint : expect.stringMatching(hint),
    })
  })
})

test('the service of a path follows from its beginning; all other paths under /v1 belong to the key-value store', () => {
  const paths = [
    '/v1/kv',
    '/v1/ec/x',
    '/documents',
    '/projects/1',
    '/v1',
    '/v1/x',
    '/v1x',
    '/x/v1/',
    '/documentsx',
  ]
  expect(paths.map((path) => routes.serviceOf(path))).toEqual([
    'kv',
    'config',
    'documents',
    'documents',
    'kv',
    'kv',
    undefined,
    undefined,
    undefined,
  ])
})

test('a path under /v1 belongs to no service if none has such paths', () => {
  const withoutStores = new Routes(operations.filter(({ service }) => service === 'documents'))
  expect(withoutStores.serviceOf('/v1/x')).toBeUndefined()
})

test('a segment is decoded if its percent-encoding is complete', () => {
  expect(['a', 'a%2Fb', '%C3%BC', '%', '%zz', undefined].map(decodeSegment)).toEqual([
    'a',
    'a/b',
    'ü',
    undefined,
    undefined,
    undefined,
  ])
})
