import { expect, test } from 'vitest'
import type { AdminReply } from '../../src/admin/call.js'
import type { AdminRequest } from '../../src/admin/router.js'
import { CONTRACT_SHA256 } from '../../src/contract/values.js'
import { SEED } from '../client/emulators.js'
import { adminRouter, contextOf } from '../support/admin-calls.js'
import { REAL_NOW, Service } from '../support/service.js'

/** Makes admin calls without a socket, in a world of its own. */
async function caller(): Promise<(line: string, more?: Partial<AdminRequest>) => Promise<AdminReply>> {
  const context = contextOf(await Service.start(SEED))
  return (line, more = {}) => {
    const [method = '', path = ''] = line.split(' ')
    return adminRouter.answer(context, {
      method,
      path: `/_admin${path}`,
      origin: 'http://emulator.test:4600',
      ...more,
    })
  }
}

test('an answer can be text in place of JSON', async () => {
  const call = await caller()
  expect(await call('GET /health')).toEqual({
    status: 200,
    body: `{"status":"ok","version":"1.2.3","contractSha256":"${CONTRACT_SHA256}"}\n`,
    type: 'application/json',
  })
  expect(await call('DELETE /faults')).toEqual({ status: 204 })
  expect(REAL_NOW).toBeGreaterThan(0)
})

test('passes on query, Accept, body and origin', async () => {
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
