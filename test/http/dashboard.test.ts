import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import type { LaunchOptions } from '../../src/server/options/emulator-options.js'
import { services } from '../../src/services/index.js'
import { talk, type WireAnswer } from '../web/wire.js'

/** Tests how the dashboard's files are served. Browser tests check their contents. */

const SCRIPT = 'dashboard-ABCD1234.js'

let parent: string
let folder: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'emulator-dashboard-'))
  folder = join(parent, 'dashboard')
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>')
  writeFileSync(join(folder, SCRIPT), 'script()')
  writeFileSync(join(folder, `${SCRIPT}.gz`), 'compressed')
})
afterAll(() => rmSync(parent, { recursive: true }))

let emulator: LaunchedEmulator
const start = async (options: LaunchOptions = {}, dashboardFolder = folder) => {
  emulator = await launch({ services, ...options }, { dashboardFolder })
}
beforeEach(() => start())
afterEach(() => emulator.close())

/** Sends a request line and header lines exactly as given. */
async function ask(line: string, ...lines: string[]): Promise<WireAnswer> {
  const head = [`${line} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n')
  const { answers } = await talk(emulator.baseUrl, head, { isHead: line.startsWith('HEAD') })
  if (answers[0] === undefined) throw new Error('no answer came')
  return answers[0]
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(emulator.baseUrl + path, { headers, redirect: 'manual' })

const PERSON = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test("the dashboard's page comes with a strict policy, and is not cached", async () => {
  const answer = await get('/_dashboard/')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('<title>page</title>')
  const policy = answer.headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html;charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
})

test("the dashboard's page may call the database at its own port, by the name that the page has; other pages may not", async () => {
  await emulator.close()
  await start({ dbPort: 0, seed: { database: { keys: [{ key: 'db' }] } } })
  const [main, database] = [emulator.baseUrl, emulator.dbBaseUrl].map((url) => new URL(url).port)
  const policy = (await get('/_dashboard/')).headers.get('content-security-policy')
  expect(policy).toContain(`connect-src 'self' http://127.0.0.1:${database};`)
  const allowed = async (origin: string) => {
    const headers = { origin, 'x-api-key': 'db' }
    const answer = await fetch(`${emulator.dbBaseUrl}/documents`, { headers })
    return answer.headers.get('access-control-allow-origin')
  }
  expect(await allowed(`http://127.0.0.1:${main}`)).toBe(`http://127.0.0.1:${main}`)
  for (const origin of [`http://127.0.0.1:${database}1`, `http://10.1.2.3:${main}`, 'http://127.0.0.1'])
    expect([origin, await allowed(origin)]).toEqual([origin, null])
  // The main port trusts no page of another port.
  const answer = await get('/v1/kv/ns_a_1/x', { origin: `http://127.0.0.1:${main}` })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test("the dashboard's page names no address in its policy if the Host could end the policy", async () => {
  await emulator.close()
  await start({ dbPort: 0 })
  const lines = ['GET /_dashboard/ HTTP/1.1', 'Host: a;script-src *.localhost', 'Connection: close', '', '']
  const { answers } = await talk(emulator.baseUrl, lines.join('\r\n'))
  expect([...(answers[0]?.headers.values() ?? [])].join()).not.toContain('a;script-src')
})

test("the dashboard's page has files that are cached for ever, and compressed if the client accepts that", async () => {
  const answer = await ask(`GET /_dashboard/${SCRIPT}`, 'Accept-Encoding: gzip')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.body).toBe('compressed')
  expect((await ask(`GET /_dashboard/${SCRIPT}`)).body).toBe('script()')
})

test("the dashboard's page exists below every existing world", async () => {
  await fetch(`${emulator.adminUrl}/worlds`, { method: 'POST', body: '{"id": "w1"}' })
  expect((await get('/_worlds/w1/_dashboard/')).status).toBe(200)
  expect((await get(`/_worlds/w1/_dashboard/${SCRIPT}`)).status).toBe(200)
  expect((await get('/_worlds/w2/_dashboard/')).status).toBe(404)
})

test("the dashboard's page needs no admin token, since it holds no data", async () => {
  await emulator.close()
  await start({ adminToken: 'secret' })
  expect((await get('/_dashboard/')).status).toBe(200)
  expect((await get('/_admin/clock')).status).toBe(401)
})

test('the dashboard’s page answers HEAD', async () => {
  const answer = await ask('HEAD /_dashboard/')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
})

test("the dashboard's page is not in the journal", async () => {
  await get('/_dashboard/')
  await get('/', PERSON)
  const answer = await fetch(`${emulator.adminUrl}/requests?count=true`)
  expect(await answer.json()).toEqual({ count: 0 })
})

test("the dashboard's page is on the main port only", async () => {
  await emulator.close()
  await start({ dbPort: 0 })
  expect((await get('/_dashboard/')).status).toBe(200)
  expect((await fetch(`${emulator.dbBaseUrl}/_dashboard/`)).status).toBe(501)
  expect((await fetch(`${emulator.dbBaseUrl}/`, { headers: PERSON, redirect: 'manual' })).status).toBe(200)
})

describe('the page refuses', () => {
  test('the dashboard’s page refuses another method than GET', async () => {
    const answer = await ask('POST /_dashboard/', 'Content-Length: 0')
    expect([answer.status, answer.body]).toEqual([404, expect.stringContaining('read with GET, not POST')])
  })

  test('the dashboard’s page refuses a foreign Host, and a foreign Origin', async () => {
    const head = 'GET /_dashboard/ HTTP/1.1\r\nHost: evil.example\r\n\r\n'
    const { answers } = await talk(emulator.baseUrl, head)
    expect(answers[0]?.body).toContain('forbidden_host')
    const foreign = await ask('GET /_dashboard/', 'Origin: http://evil.example')
    expect(foreign.body).toContain('forbidden_origin')
  })

  test.each(['bytes=5-2', 'bytes=999999-', 'bytes=x-y', 'bytes=-', 'bytes=0-4'])(
    'a part of a file (%s): it is sent whole',
    async (range) => {
      const answer = await ask('GET /_dashboard/', `Range: ${range}`)
      expect([answer.status, answer.body]).toEqual([200, '<!doctype html><title>page</title>'])
    },
  )

  test('every request if it was not built, which affects nothing else', async () => {
    await emulator.close()
    const nowhere = join(parent, 'nowhere')
    expect(existsSync(nowhere)).toBe(false)
    await start({}, nowhere)
    const answer = await get('/_dashboard/')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ hint: 'run npm run build to create its files' })
    expect((await get('/_admin/health')).status).toBe(200)
  })
})

describe('the redirect to the page', () => {
  test.each([
    ['/', '/_dashboard/'],
    ['/_worlds/w1', '/_worlds/w1/_dashboard/'],
    ['/_worlds/w1/', '/_worlds/w1/_dashboard/'],
    ['/_dashboard', '_dashboard/'],
    ['/_dashboard?a=b', '_dashboard/?a=b'],
  ])('leads a person from %s to %s', async (path, location) => {
    await fetch(`${emulator.adminUrl}/worlds`, { method: 'POST', body: '{"id": "w1"}' })
    const answer = await get(path, PERSON)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location])
  })

  test('leads a person there even if requests have to name a world', async () => {
    await emulator.close()
    await start({ requireWorld: true })
    expect((await get('/', PERSON)).status).toBe(302)
  })

  test('the redirect to the dashboard is not for programs, nor for other methods and paths', async () => {
    expect((await get('/')).status).toBe(200)
    expect((await get('/', { accept: 'application/json' })).status).toBe(200)
    expect((await get('/documents', PERSON)).status).toBe(401)
    expect((await ask('POST /', 'Accept: text/html', 'Content-Length: 0')).status).toBe(501)
  })
})

describe('the page of a missing world', () => {
  const gone = (path: string, headers = PERSON) => get(`/_worlds/${path}`, headers)

  test.each(['gone/_dashboard/', 'gone/_dashboard', 'gone/_dashboard/?a=b'])(
    'the page of a missing world explains that to a person at %s',
    async (path) => {
      const answer = await gone(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      const text = await answer.text()
      expect(text).toContain('There is no world gone')
      expect(text).toContain('href="../../../_dashboard/"')
    },
  )

  test('the page of a missing world shows the name in the address as text', async () => {
    const answer = await ask('GET /_worlds/<b>&"x"/_dashboard/', 'Accept: text/html')
    expect(answer.body.toString()).toContain('There is no world &lt;b&gt;&amp;&quot;x&quot;')
  })

  test('the page of a missing world is not for programs, nor for addresses other than pages', async () => {
    for (const answer of [
      await gone('gone/_dashboard/', { accept: '*/*' }),
      await gone('gone/_admin/clock'),
      await gone('gone/v1/kv/ns_a_1'),
    ]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
    }
  })
})
