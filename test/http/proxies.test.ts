import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { NO_HOSTS } from '../web/requests.js'
import { isWell, talk, WIRE_SEED } from '../web/wire.js'

/** Addresses in answers, behind a proxy that reports what it changed. */

let trusting: Emulator
let plain: Emulator

beforeAll(async () => {
  trusting = await startEmulator({ seed: WIRE_SEED, trustProxy: true })
  plain = await startEmulator({ seed: WIRE_SEED })
})
afterAll(() => Promise.all([trusting.close(), plain.close()]))

const KEY = { 'X-API-Key': 'db_wire' }
const PROXY = {
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'kv.example.com:8443',
  'X-Forwarded-Prefix': '/emulator/',
}

/** The x-next of a list, up to its query. */
async function nextOf(base: string, headers: Record<string, string>): Promise<string | undefined> {
  const answer = await fetch(`${base}/documents?limit=1`, { headers: { ...KEY, ...headers } })
  return answer.headers.get('x-next')?.replace(/\?.*/, '')
}

test.each<[headers: Record<string, string>, origin: string]>([
  [PROXY, 'https://kv.example.com:8443/emulator'],
  [
    { 'X-Forwarded-Proto': 'HTTPS, http', 'X-Forwarded-Host': 'first.example, second' },
    'https://first.example',
  ],
  [
    { Forwarded: 'for=192.0.2.1;Proto=https; host="kv.example.com:8443", host=other' },
    'https://kv.example.com:8443',
  ],
  [{ Forwarded: 'host=one;proto=http', 'X-Forwarded-Host': 'two' }, 'http://two'],
  [{ 'X-Forwarded-Host': '[2001:db8::1]:80' }, 'http://[2001:db8::1]:80'],
])('x-next follows the forwarding headers %j', async (headers, origin) => {
  expect(await nextOf(trusting.baseUrl, headers)).toBe(`${origin}/documents`)
  expect(await nextOf(plain.baseUrl, headers)).toBe(`${plain.baseUrl}/documents`)
})

test.each([
  { 'X-Forwarded-Proto': 'javascript' },
  { 'X-Forwarded-Host': 'a/b' },
  { 'X-Forwarded-Host': '' },
  { 'X-Forwarded-Host': 'user@host' },
  ...NO_HOSTS.map((host) => ({ 'X-Forwarded-Host': host })),
  ...NO_HOSTS.map((host) => ({ Forwarded: `host="${host}"` })),
  { 'X-Forwarded-Prefix': '//other.example' },
  { 'X-Forwarded-Prefix': 'no-slash' },
  { 'X-Forwarded-Prefix': '/a?b' },
  { 'X-Forwarded-Prefix': '/' },
  { Forwarded: 'host="a b";proto=ftp;;=;host' },
])('x-next ignores the malformed header %j', async (headers) => {
  expect(await nextOf(trusting.baseUrl, headers)).toBe(`${trusting.baseUrl}/documents`)
})

test('x-next follows forwarding headers as a path, too, and for a world', async () => {
  await using world = await trusting.world({ id: 'behind' })
  expect(await nextOf(world.baseUrl, PROXY)).toBe(
    'https://kv.example.com:8443/emulator/_worlds/behind/documents',
  )
  await world.profile.patch({ database: { next: 'path' } })
  expect(await nextOf(world.baseUrl, PROXY)).toBe('/emulator/_worlds/behind/documents')
})

describe('a Host that no URL may have', () => {
  const paths = ['/', '/documents', '/v1/kv/ns_wire_a1/greeting', '/_admin/clock', '/_admin/health']
  const others = ['/_dashboard/', '/nowhere', '/_worlds/nowhere/documents']

  test.each(NO_HOSTS)(
    'the Host %s, which no URL may have, gets a 400, and the emulator goes on',
    async (host) => {
      for (const path of [...paths, ...others]) {
        const { answers } = await talk(trusting.baseUrl, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
        expect(answers.map(({ status }) => status)).toEqual([400])
      }
      expect(await isWell(trusting.baseUrl)).toBe(true)
    },
  )
})

test('x-next follows a target that is a whole URL, unless a proxy says more', async () => {
  const next = async (lines: string) => {
    const head = `GET https://db.test:81/documents?limit=1 HTTP/1.1\r\nHost: a.test\r\nX-API-Key: db_wire\r\n${lines}\r\n`
    return (await talk(trusting.baseUrl, head)).answers[0]?.headers.get('x-next')?.replace(/\?.*/, '')
  }
  expect(await next('')).toBe('https://db.test:81/documents')
  expect(await next('X-Forwarded-Host: b.test\r\nX-Forwarded-Proto: http\r\n')).toBe(
    'http://b.test/documents',
  )
})

describe('the admin interface', () => {
  const makeWorld = async (emulator: Emulator, headers: Record<string, string>) => {
    const answer = await fetch(`${emulator.adminUrl}/worlds`, { method: 'POST', headers })
    const body = (await answer.json()) as { id: string; baseUrl: string }
    return { status: answer.status, body }
  }

  test('the admin interface gives the addresses of a world as the client reaches them', async () => {
    const { status, body } = await makeWorld(trusting, PROXY)
    const base = `https://kv.example.com:8443/emulator/_worlds/${body.id}`
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { baseUrl: base, dbBaseUrl: base, adminUrl: `${base}/_admin` },
    })
    const direct = await makeWorld(plain, PROXY)
    expect(direct.body.baseUrl).toBe(`${plain.baseUrl}/_worlds/${direct.body.id}`)
  })

  test('the admin interface is not opened to pages of the host that a header names', async () => {
    const headers = { ...PROXY, Origin: 'https://kv.example.com:8443' }
    expect((await makeWorld(trusting, headers)).status).toBe(403)
  })
})
