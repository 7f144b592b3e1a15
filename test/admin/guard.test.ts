import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { talk, type WireAnswer } from '../web/wire.js'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ allowHosts: ['emulator.example.com', 'Upper.Example.com'] })
})
afterAll(() => emulator.close())

/** Sends a request to the admin interface with exactly these header lines. */
async function ask(
  lines: readonly string[],
  call = 'GET /_admin/clock',
  version = '1.1',
): Promise<WireAnswer> {
  const head = [`${call} HTTP/${version}`, ...lines, '', ''].join('\r\n')
  const { answers } = await talk(emulator.baseUrl, head, { isHead: call.startsWith('HEAD') })
  if (answers[0] === undefined) throw new Error('no answer came')
  return answers[0]
}

describe('Sec-Fetch-Site', () => {
  test.each([
    ['same-origin', 'cors'],
    ['none', 'navigate'],
    ['cross-site', 'navigate'],
  ])('a request with Sec-Fetch-Site %s to %s is answered', async (site, mode) => {
    const lines = ['Host: localhost', `Sec-Fetch-Site: ${site}`, `Sec-Fetch-Mode: ${mode}`]
    expect((await ask(lines)).status).toBe(200)
  })

  test.each([
    ['cross-site', 'no-cors'],
    ['same-site', 'no-cors'],
    ['cross-site', 'cors'],
  ])('a request with Sec-Fetch-Site %s to %s is refused', async (site, mode) => {
    const lines = ['Host: localhost', `Sec-Fetch-Site: ${site}`, `Sec-Fetch-Mode: ${mode}`]
    const { status, body } = await ask(lines)
    expect([status, JSON.parse(body ?? '{}').error]).toEqual([403, 'forbidden_origin'])
  })
})

describe('Sec-Fetch headers as browsers write them', () => {
  test.each([
    ['values in capitals', ['Sec-Fetch-Site: Cross-Site', 'Sec-Fetch-Mode: No-Cors']],
    ['sent twice', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: cross-site']],
    ['sent twice, the first its own', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
    ['an invalid value', ['Sec-Fetch-Site: elsewhere']],
    ['a site alone', ['Sec-Fetch-Site: cross-site']],
    ...['iframe', 'frame', 'object', 'embed', 'Document, iframe'].map((place): [string, string[]] => [
      `a navigation to ${place}`,
      ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', `Sec-Fetch-Dest: ${place}`],
    ]),
  ])('a request with Sec-Fetch headers is refused: %s', async (_what, lines) => {
    expect((await ask(['Host: localhost', ...lines])).status).toBe(403)
  })

  test.each(['POST /_admin/reset', 'PATCH /_admin/profile', 'DELETE /_admin/requests', 'PUT /_admin/seed'])(
    'a request with Sec-Fetch headers is refused even as a navigation without an Origin: %s',
    async (call) => {
      const navigation = [
        'Sec-Fetch-Site: cross-site',
        'Sec-Fetch-Mode: navigate',
        'Sec-Fetch-Dest: document',
      ]
      expect((await ask(['Host: localhost', ...navigation], call)).status).toBe(403)
    },
  )

  test.each([
    ['same-origin in capitals', ['Sec-Fetch-Site: Same-Origin']],
    [
      'a link that is followed',
      ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: Navigate', 'Sec-Fetch-Dest: document'],
    ],
  ])('a request with Sec-Fetch headers is answered: %s', async (_what, lines) => {
    expect((await ask(['Host: localhost', ...lines])).status).toBe(200)
  })
})

describe('an answer', () => {
  test.each(['GET /_admin/clock', 'DELETE /_admin/requests', 'GET /_admin/nowhere', 'GET /_admin/events'])(
    '%s cannot be framed, loaded by others or taken for something else',
    async (call) => {
      const { headers } = await ask(['Host: localhost'], call)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )
})

describe('Host', () => {
  test.each([
    '127.0.0.1:4600',
    '8.8.8.8',
    '[::1]:4600',
    '[::ffff:127.0.0.1]',
    'LOCALHOST:4600',
    'emulator:4600',
    'my_service',
    'a.b.localhost',
    'HOST.DOCKER.INTERNAL',
    'shop.emulator.test',
    'emulator.shop.svc',
    'emulator.shop.svc.cluster.local:4600',
    'EMULATOR.example.com',
    'upper.example.com',
  ])('Host %s is a name of this machine', async (host) => {
    expect((await ask([`Host: ${host}`])).status).toBe(200)
  })

  const strange = [
    'evil.com',
    '127.0.0.1.nip.io:4600',
    'localhost.evil.com',
    'localhost.',
    'evil.com.',
    'internal.evil.com',
    'eviltest.com',
    'test.evil.com',
    'svc.cluster.local.evil.com',
    'emulator.local',
    'evil.pod.cluster.local',
    'sub.emulator.example.com',
    'example.com',
    'x.notinternal',
    'notinternal.x',
    'x.notlocalhost',
    'emulator.example.com.evil.com',
    '0x7f.0.0.1',
    'évil',
    '',
  ]
  test.each(strange)('the Host "%s" is refused', async (host) => {
    const answer = await ask([`Host: ${host}`])
    expect(answer.status).toBe(403)
    const body = JSON.parse(answer.body)
    expect(body).toEqual({ error: 'forbidden_host', message: expect.any(String), hint: expect.any(String) })
  })

  test.each(['1.2.3.4.5', '256.256.256.256', '[evil.com]:80', 'localhost:4600:evil', '::1'])(
    'the Host "%s" is refused as malformed, since no URL may have it',
    async (host) => {
      expect((await ask([`Host: ${host}`])).status).toBe(400)
      expect((await ask([`Host: ${host}`], 'GET /_admin/health')).status).toBe(400)
    },
  )

  test('the hint about a refused Host names the option that allows it', async () => {
    const { body } = await ask(['Host: Emu.Example.org:4600'])
    expect(JSON.parse(body).hint).toContain('--allow-host emu.example.org')
  })

  test.each(['GET /_admin/health', 'HEAD /_admin/health', 'GET /_admin/jwks.json'])(
    'a call without secrets, such as a health check of a cluster, may have any Host: %s',
    async (call) => {
      for (const host of ['emulator.default.svc.cluster.local', 'evil.com']) {
        expect((await ask([`Host: ${host}`], call)).status).toBe(200)
      }
      expect((await ask(['Host: localhost', 'Origin: http://evil.com'], call)).status).toBe(403)
    },
  )

  test('a request over HTTP/1.0 may come without a Host, since no browser leaves it out', async () => {
    expect((await ask([], 'GET /_admin/clock', '1.0')).status).toBe(200)
    expect((await ask([])).status).toBe(400)
  })

  test.each([
    ['Host: localhost', 'Host: evil.com'],
    ['Host: evil.com', 'Host: localhost'],
  ])('a Host may not be sent twice: %s, %s', async (...lines) => {
    expect((await ask(lines)).status).toBe(400)
  })

  test('the services answer to any Host', async () => {
    const answer = await ask(['Host: evil.com', 'X-API-Key: db_demo'], 'GET /documents')
    expect(answer.status).toBe(200)
  })
})

describe('Origin', () => {
  test.each([
    ['localhost:4600', 'http://localhost:4600'],
    ['127.0.0.1:4600', 'http://127.0.0.1:4600'],
    ['[::1]:4600', 'http://[::1]:4600'],
    ['app.localhost', 'http://app.localhost'],
  ])('requests from its own origin are accepted: Host %s, Origin %s', async (host, origin) => {
    expect((await ask([`Host: ${host}`, `Origin: ${origin}`])).status).toBe(200)
    expect((await ask([`Host: ${host}`, `Origin: ${origin}`], 'DELETE /_admin/requests')).status).toBe(204)
  })

  test.each([
    'null',
    'http://evil.com',
    'http://localhost',
    'http://localhost:4601',
    'http://127.0.0.1:4600',
    'https://localhost:4600',
    'http://localhost:4600.evil.com',
    'http://localhost:4600/',
    'chrome-extension://abcdef',
    'file://',
    '',
  ])('a request from the Origin %s is refused', async (origin) => {
    const answer = await ask(['Host: localhost:4600', `Origin: ${origin}`])
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'forbidden_origin', message: expect.any(String) })
  })

  test('the services answer pages of any origin', async () => {
    const lines = ['Host: localhost', 'Origin: http://evil.com', 'X-API-Key: db_demo']
    expect((await ask(lines, 'GET /documents')).status).toBe(200)
  })
})
