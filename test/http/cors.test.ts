import { afterEach, describe, expect, test } from 'vitest'
import { launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { isWell, WIRE_SEED } from '../web/wire.js'

const PAGE = 'http://localhost:5173'
const KEY = { 'X-API-Key': 'db_wire' }

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function start(cors?: string) {
  let preflights = 0
  const emulator = await launch(
    { services, seed: WIRE_SEED, ...(cors === undefined ? {} : { cors }) },
    {
      onPreflight: () => {
        preflights++
      },
    },
  )
  running.push(emulator)
  return { ...emulator, preflights: () => preflights }
}

const preflight = (url: string, origin = PAGE): Promise<Response> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'x-kv-key, content-type',
    },
  })

const corsOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

describe('with cors', () => {
  test.each(['*', PAGE])('%s a page may ask, with the headers it wants', async (cors) => {
    const { baseUrl, preflights } = await start(cors)
    const answer = await preflight(`${baseUrl}/v1/kv/ns_wire_a1/k`)
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(corsOf(answer)).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'GET, PUT, POST, DELETE',
      'access-control-allow-headers': 'x-kv-key, content-type',
    })
    expect(answer.headers.get('vary')).toBe('Origin')
    expect(preflights()).toBe(0)
  })

  test('a page may read x-next, retry-after and the reason', async () => {
    const { dbBaseUrl } = await start('*')
    const answer = await fetch(`${dbBaseUrl}/documents?limit=1`, { headers: { ...KEY, Origin: PAGE } })
    expect(answer.headers.has('x-next')).toBe(true)
    expect(corsOf(answer)).toEqual({
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers': 'x-next, retry-after, x-emulator-reason',
    })
  })

  test.each(['/documents', '/nowhere'])('a page may read refusals: %s', async (path) => {
    const { dbBaseUrl } = await start('*')
    const answer = await fetch(`${dbBaseUrl}${path}`, { headers: { Origin: PAGE } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(corsOf(answer)).toHaveProperty('access-control-allow-origin', PAGE)
  })

  test('pages of another origin than the allowed one may not ask', async () => {
    const { baseUrl } = await start(PAGE)
    const answer = await preflight(`${baseUrl}/v1/kv/ns_wire_a1/k`, 'http://evil.example')
    expect(corsOf(answer)).toHaveProperty('access-control-allow-origin', PAGE)
  })

  test('a client other than a page is answered as usual', async () => {
    const { dbBaseUrl } = await start('*')
    expect(corsOf(await fetch(`${dbBaseUrl}/documents`, { headers: KEY }))).toEqual({})
  })

  test('with --cors, OPTIONS is not emulated unless it is a preflight', async () => {
    const { baseUrl } = await start('*')
    expect((await fetch(`${baseUrl}/documents`, { method: 'OPTIONS' })).status).toBe(501)
  })

  test.each(['/clock', '/health', '/nowhere'])('the admin interface is not opened: %s', async (path) => {
    const { adminUrl, baseUrl } = await start('*')
    const asked = await preflight(`${adminUrl}${path}`)
    expect(asked.status).toBe(403)
    expect(corsOf(asked)).toEqual({})
    const read = await fetch(`${adminUrl}${path}`, { headers: { Origin: PAGE } })
    expect(read.status).toBe(403)
    expect(corsOf(read)).toEqual({})
    const own = await fetch(`${adminUrl}${path}`, { headers: { Origin: baseUrl } })
    expect(corsOf(own)).toEqual({})
  })
})

describe('without cors', () => {
  test('without --cors, a preflight is not emulated, and reported', async () => {
    const { baseUrl, preflights } = await start()
    const answer = await preflight(`${baseUrl}/v1/kv/ns_wire_a1/k`)
    expect(answer.status).toBe(501)
    expect(corsOf(answer)).toEqual({})
    expect(preflights()).toBe(1)
    expect(await isWell(baseUrl)).toBe(true)
  })

  test('pages get no CORS headers, and only preflights are reported', async () => {
    const { dbBaseUrl, preflights } = await start()
    expect(corsOf(await fetch(`${dbBaseUrl}/documents`, { headers: { ...KEY, Origin: PAGE } }))).toEqual({})
    await fetch(`${dbBaseUrl}/documents`, { method: 'OPTIONS' })
    expect(preflights()).toBe(0)
  })
})
