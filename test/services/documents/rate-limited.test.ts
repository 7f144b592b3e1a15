import { expect, test } from 'vitest'
import { DOCUMENTS } from '../../../src/services/documents/contents.js'
import { startDatabase } from '../../request/clients.js'

const start = (requests: number, per = '1m', profile = {}) =>
  startDatabase(
    { rateLimit: { requests, per }, keys: [{ key: 'second' }], documents: [{ id: 1, title: 't' }] },
    profile,
  )

test('the last allowed request succeeds, the next is 429 with its code', async () => {
  const { send, service } = await start(2)
  const answers = [await send('GET /documents'), await send('POST /projects'), await send('GET /documents')]
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 429])
  expect(answers[2]?.json).toEqual({
    error: 'rate_limited',
    message: 'Too many requests; try again later.',
  })
  expect(answers[2]?.header('x-emulator-reason')).toMatch(/2 of 2 requests.*; the virtual clock is frozen/)
  service.world.clock.run()
  expect((await send('GET /documents')).header('x-emulator-reason')).not.toContain('frozen')
})

test('documents and projects, reads and writes, rejected ones too, share it; 401 and 429 are not counted', async () => {
  const { send, service } = await start(5)
  const used = () =>
    [...service.world.state.of(DOCUMENTS).rateWindows.entries()].map(([key, window]) => [
      key,
      'used' in window && window.used,
    ])
  for (let i = 0; i < 9; i++) await send('GET /documents', 'unknown')
  await service.send('GET /documents')
  await service.send('GET /nowhere')
  expect(used()).toEqual([])
  for (const line of [
    'GET /documents',
    'GET /projects',
    'GET /documents/1',
    'GET /documents/99',
    'POST /documents',
  ]) {
    expect((await send(line)).status).not.toBe(429)
  }
  expect(used()).toEqual([['db', 5]])
  expect((await send('GET /documents')).status).toBe(429)
  expect(used()).toEqual([['db', 5]])
})

test('a request that the contract does not show is not counted', async () => {
  const { send, service } = await start(5)
  expect((await send('DELETE /documents/1')).status).toBe(501)
  expect([...service.world.state.of(DOCUMENTS).rateWindows.entries()]).toEqual([])
})
