import { describe, expect, test } from 'vitest'
import { rebase, rebaser } from '../../src/client/rebase.js'

const BASES = ['http://127.0.0.1:4600', 'http://127.0.0.1:4600/_worlds/w1']
const addressesOf = (baseUrl: string, dbBaseUrl = baseUrl) => ({
  baseUrl,
  dbBaseUrl,
  adminUrl: `${baseUrl}/_admin`,
})
const PATHS = [
  '/documents',
  '/documents?limit=10&after=2',
  '/',
  '/?',
  '/a?b?c',
  '/v1/kv/ns/a%2Fb',
  '/v1/kv/ns/a%zz',
  '/v1/kv/ns/flag:on',
  '/v1/kv/ns/a b',
  '/v1/kv/ns/€',
  '/v1/kv/ns/../x',
  '/v1/kv/ns/%2E%2e/x',
  '/v1/kv/ns/.a',
  '/v1/kv/ns/a.b',
  '//other/documents',
  '/a//b',
  '/a\\b',
  '/a#b',
  '/_worlds/w2/documents',
  '/_admin/clock',
  'documents',
]

/** The parts that are asked for. */
function partsOf({ href, origin, host, pathname, search }: ReturnType<ReturnType<typeof rebaser>>) {
  return { href, origin, host, pathname, search }
}

describe.each(BASES)('below %s', (base) => {
  const whole = PATHS.filter((path) => path.startsWith('/'))
  test.each([
    ...PATHS,
    ...[base, 'http://example.com'].flatMap((at) => [at, ...whole.map((path) => at + path)]),
  ])('the address of %s that is put together is the one that is parsed', (input) => {
    const addresses = addressesOf(base)
    expect(partsOf(rebaser(addresses)(input))).toEqual(partsOf(rebase(input, addresses)))
  })
})

test('each interface has its port', () => {
  const targetOf = rebaser(addressesOf('http://127.0.0.1:4600', 'http://127.0.0.1:4601'))
  expect(targetOf('/documents').host).toBe('127.0.0.1:4601')
  expect(targetOf('/v1/kv/ns/a').host).toBe('127.0.0.1:4600')
})
