import { expect, test } from 'vitest'
import { rebase } from '../../src/client/rebase.js'

const addressesOf = (baseUrl: string, dbBaseUrl = baseUrl) => ({
  baseUrl,
  dbBaseUrl,
  adminUrl: `${baseUrl}/_admin`,
})
const WORLD = addressesOf('http://127.0.0.1:4600/_worlds/w1')

test.each([
  ['/documents?limit=10', '/_worlds/w1/documents?limit=10'],
  ['documents', '/_worlds/w1/documents'],
  ['/v1/kv/ns/a%2Fb', '/_worlds/w1/v1/kv/ns/a%2Fb'],
  ['http://example.com/documents', '/_worlds/w1/documents'],
  ['/_worlds/w2/documents', '/_worlds/w2/documents'],
  ['/_admin/clock', '/_worlds/w1/_admin/clock'],
])('a client keeps only the path of %s', (input, path) => {
  expect(rebase(input, WORLD).href).toBe(`http://127.0.0.1:4600${path}`)
})

test('each service has its port', () => {
  const addresses = addressesOf('http://127.0.0.1:4600', 'http://127.0.0.1:4601')
  expect(rebase('/documents', addresses).host).toBe('127.0.0.1:4601')
  expect(rebase('/v1/kv/ns/a', addresses).host).toBe('127.0.0.1:4600')
})
