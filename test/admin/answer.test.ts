import { expect, it } from 'vitest'
import type { AdminReply } from '../../src/admin/call.js'
import { type AdminRequest, adminCalls, answer } from '../../src/admin/router.js'
import { CONTRACT_SHA256 } from '../../src/contract/written.js'
import { startEmulator } from '../../src/emulator.js'
import { SEED } from '../client/emulators.js'
import { contextOf } from '../support/admin-calls.js'
import { REAL_NOW, Service } from '../support/service.js'

/** A call of the admin interface without a socket, on a world of its own. */
async function caller(): Promise<(line: string, more?: Partial<AdminRequest>) => Promise<AdminReply>> {
  const context = contextOf(await Service.start(SEED))
  return (line, more = {}) => {
    const [method = '', path = ''] = line.split(' ')
    return answer(context, { method, path: `/_admin${path}`, origin: 'http://emulator.test:4600', ...more })
  }
}

it('answers as text', async () => {
  const call = await caller()
  expect(await call('GET /health')).toEqual({
    status: 200,
    body: `{"status":"ok","version":"1.2.3","contractSha256":"${CONTRACT_SHA256}"}\n`,
    type: 'application/json',
  })
  expect(await call('DELETE /faults')).toEqual({ status: 204 })
  expect(REAL_NOW).toBeGreaterThan(0)
})

it('hands on query, Accept, body and origin', async () => {
  const call = await caller()
  expect(await call('GET /state', { query: 'format=yaml' })).toMatchObject({ type: 'application/yaml' })
  expect(await call('GET /state', { accept: 'application/yaml' })).toMatchObject({ type: 'application/yaml' })
  expect(await call('POST /clock', { body: '{"advance": 60}' })).toMatchObject({
    body: expect.stringContaining('2026-02-01T00:00:00.000Z'),
  })
  expect(await call('POST /worlds')).toMatchObject({
    status: 201,
    body: expect.stringContaining('http://emulator.test:4600/_worlds/w1'),
  })
})

it('decodes each segment', async () => {
  const call = await caller()
  const path = '/stores/ec_web_89daefd4/entries/a%2Fb%20%E2%82%AC'
  expect(await call(`PUT ${path}`, { body: '{"value": 1}' })).toMatchObject({
    status: 200,
    body: expect.stringContaining('"a/b €"'),
  })
})

/** The same call both ways; what they answer must be the same to the letter. */
it.each([
  ['GET', ''],
  ['GET', '/'],
  ['GET', '/clock/'],
  ['GET', '/nothing'],
  ['PATCH', '/clock'],
  ['GET', '/faults/f_9'],
  ['GET', '/requests.har'],
  ['GET', '/stores/ec_web_89daefd4/entries/banner'],
  ['GET', '/namespaces/ns_shop_k3v9x2/entries', 'limit=0'],
  ['POST', '/clock', '', '{"advance": }'],
  ['POST', '/clock', '', '{"advance": "1h", "nothing": 1}'],
  ['POST', '/faults', '', '[{"status": 503}, {"status": 99}]'],
  ['PUT', '/state', '', 'namespaces: 1'],
  ['PUT', '/state', '', ''],
  ['POST', '/clock', '', '{"set": "2020-01-01"}'],
  ['POST', '/clock', '', `${'['.repeat(100_000)}`],
])('answers %s %s (%s) %.40s as over HTTP', async (method, path, query = '', body = '') => {
  await using emulator = await startEmulator({ seed: SEED })
  const address = `${emulator.adminUrl}${path}${query === '' ? '' : `?${query}`}`
  const response = await fetch(address, { method, ...(body === '' ? {} : { body }) })
  const reply = await (await caller())(`${method} ${path}`, { query, body })
  const text = await response.text()
  expect(reply.status).toBe(response.status)
  expect(reply.type).toBe(response.headers.get('content-type'))
  expect(String(reply.body).replaceAll('1.2.3', '0.1.0')).toBe(text)
})

it('knows every route', async () => {
  const call = await caller()
  for (const { method, path } of adminCalls) {
    const reply = await call(`${method} ${path.replaceAll(/:\w+/g, 'x')}`)
    expect(String(reply.body), `${method} ${path}`).not.toContain('the admin interface has no')
  }
})

it('refuses what HTTP would refuse', async () => {
  const call = await caller()
  expect(await call('GET /stores/%E0%A4%A/entries')).toMatchObject({
    status: 400,
    body: expect.stringContaining('percent-encoding'),
  })
  expect(await call('GET /faults//')).toMatchObject({ status: 404 })
})
