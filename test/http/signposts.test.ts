import { decodeJwt } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import type { EmulatorOptions } from '../../src/server/options/emulator-options.js'
import { startEmulator } from '../../src/start-emulator.js'
import { WAYS } from '../client/emulators.js'

/**
 * The emulator's own answers among the services' paths: the root, for tools that wait for it, and OpenID Connect
 * Discovery.
 */

const DISCOVERY = '/.well-known/openid-configuration'
const PAGE = 'http://localhost:5173'

const running: EmulatorClient[] = []
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function start(options: EmulatorOptions = {}): Promise<EmulatorClient> {
  const emulator = await startEmulator(options)
  running.push(emulator)
  return emulator
}

const textOf = async (address: string, init: RequestInit = {}) => {
  const response = await fetch(address, init)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('the root answers 200 to clients that wait for a port, and names the admin interface', async () => {
  const emulator = await start()
  const { baseUrl } = await emulator.world()
  const roots = [
    [emulator.baseUrl, emulator.adminUrl],
    [`${emulator.baseUrl}/?ready`, emulator.adminUrl],
    [baseUrl, `${baseUrl}/_admin`],
    [`${baseUrl}/`, `${baseUrl}/_admin`],
  ]
  for (const [address = '', admin] of roots) {
    const got = await textOf(address)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(JSON.parse(got.text)).toEqual({
      name: 'tristore-emulator',
      version: expect.any(String),
      admin,
      dashboard: admin?.replace('_admin', '_dashboard/'),
    })
    const head = await textOf(address, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String(got.text.length))
  }
})

test('the root answers on the port of the database too, and names the other port', async () => {
  const emulator = await start({ dbPort: 0 })
  const world = await emulator.world()
  expect(JSON.parse((await textOf(emulator.dbBaseUrl)).text)).toMatchObject({ admin: emulator.adminUrl })
  expect(JSON.parse((await textOf(world.dbBaseUrl)).text)).toMatchObject({ admin: world.adminUrl })
  expect((await textOf(emulator.dbBaseUrl, { method: 'HEAD' })).status).toBe(200)
})

test('the root answers even if requests have to name a world', async () => {
  const { baseUrl } = await start({ requireWorld: true })
  expect((await textOf(baseUrl)).status).toBe(200)
  expect((await textOf(`${baseUrl}/documents`)).status).toBe(400)
})

test('the root is not counted, and is out of reach of faults', async () => {
  const emulator = await start()
  await emulator.faults.add({ status: 503 })
  expect((await textOf(emulator.baseUrl)).status).toBe(200)
  expect(await emulator.requests()).toEqual([])
})

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('the root is not emulated for %s', async (method) => {
  const { baseUrl } = await start()
  expect((await textOf(`${baseUrl}/`, { method })).status).toBe(501)
})

describe('OpenID Connect Discovery', () => {
  interface Configuration {
    readonly issuer: string
    readonly jwks_uri: string
  }
  const configurationOf = async (base: string, init?: RequestInit): Promise<Configuration> =>
    JSON.parse((await textOf(base + DISCOVERY, init)).text)

  test('leads to the keys of the provider, by the address that was asked', async () => {
    const emulator = await start()
    const world = await emulator.world()
    const byName = emulator.baseUrl.replace('127.0.0.1', 'localhost')
    for (const base of [emulator.baseUrl, world.baseUrl, byName]) {
      const configuration = await configurationOf(base)
      expect(configuration).toMatchObject({
        issuer: base,
        jwks_uri: `${base}/_admin/jwks.json`,
        id_token_signing_alg_values_supported: ['ES256'],
      })
      const { keys } = JSON.parse((await textOf(configuration.jwks_uri)).text)
      expect(keys).toMatchObject([{ kty: 'EC', alg: 'ES256' }])
    }
  })

  test('OpenID Connect Discovery names the issuer of the tokens that are made there', async () => {
    const emulator = await start()
    const world = await emulator.world()
    for (const one of [emulator, world]) {
      const { issuer } = await configurationOf(one.baseUrl)
      expect(decodeJwt(await one.tokens.create())).toMatchObject({ iss: issuer })
      expect(decodeJwt(await one.tokens.create({ claims: { iss: 'other' } }))).toMatchObject({ iss: 'other' })
    }
  })

  test('OpenID Connect Discovery needs no admin token, nor do the keys', async () => {
    const { baseUrl } = await start({ adminToken: 'let-me-steer' })
    const { jwks_uri } = await configurationOf(baseUrl)
    expect((await textOf(jwks_uri)).status).toBe(200)
  })

  test.each([
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/openid-configuration/x'],
    ['GET', '/.well-known'],
    ['POST', DISCOVERY],
  ])('OpenID Connect Discovery has no other paths: %s %s', async (method, path) => {
    const { baseUrl } = await start()
    expect((await textOf(baseUrl + path, { method })).status).toBe(501)
  })

  test('OpenID Connect Discovery is not on the port of the database, which has no keys', async () => {
    const { dbBaseUrl } = await start({ dbPort: 0 })
    expect((await textOf(dbBaseUrl + DISCOVERY)).status).toBe(501)
  })
})

describe.each(WAYS)('fetch %s', (_, begin) => {
  test('fetch finds the root and the discovery document', async () => {
    await using emulator = await begin()
    const world = await emulator.world()
    for (const one of [emulator, world]) {
      expect(await (await one.fetch('/')).json()).toMatchObject({ admin: one.adminUrl })
      expect(await (await one.fetch(DISCOVERY)).json()).toMatchObject({ issuer: one.baseUrl })
      expect(await (await one.fetch('/', { method: 'HEAD' })).text()).toBe('')
    }
  })
})

describe('under --cors', () => {
  const corsOf = ({ headers }: { readonly headers: Headers }) => headers.get('access-control-allow-origin')
  const fromPage = { headers: { Origin: PAGE } }

  test.each(['', DISCOVERY, '/_admin/openapi.json', '/_admin/jwks.json'])(
    'pages of other origins read %j',
    async (path) => {
      for (const cors of ['*', PAGE]) {
        const { baseUrl } = await start({ cors })
        const answer = await textOf(baseUrl + path, fromPage)
        expect([answer.status, corsOf(answer)]).toEqual([200, PAGE])
      }
    },
  )

  test.each(['/_admin/openapi.json', '/_admin/jwks.json'])(
    'pages of another origin cannot read %s, and without the option no page can',
    async (path) => {
      const elsewhere = await start({ cors: 'http://other.test' })
      expect((await textOf(elsewhere.baseUrl + path, fromPage)).status).toBe(403)
      const without = await start()
      const answer = await textOf(without.baseUrl + path, fromPage)
      expect([answer.status, corsOf(answer)]).toEqual([403, null])
    },
  )

  test('a page can read that a world does not exist', async () => {
    const { baseUrl } = await start({ cors: '*' })
    const address = `${baseUrl}/_worlds/none/documents`
    const answer = await textOf(address, fromPage)
    expect([answer.status, corsOf(answer)]).toEqual([404, PAGE])
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-emulator-reason')
    const preflight = await textOf(address, {
      method: 'OPTIONS',
      headers: {
        Origin: PAGE,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-api-key',
      },
    })
    expect([preflight.status, corsOf(preflight)]).toEqual([204, PAGE])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key')
  })

  test('a page cannot read that without the option', async () => {
    const { baseUrl } = await start()
    const answer = await textOf(`${baseUrl}/_worlds/none/documents`, fromPage)
    expect([answer.status, corsOf(answer)]).toEqual([404, null])
  })
})
