import { describe, expect, test } from 'vitest'
import { NOW, startDatabase } from '../../api/clients.js'

const MINUTE = 60_000
const start = (requests: number, per = '1m', profile = {}) =>
  startDatabase(
    { rateLimit: { requests, per }, keys: [{ key: 'second' }], documents: [{ id: 1, title: 't' }] },
    profile,
  )

test('the last allowed request succeeds, the next is 429 with its code', async () => {
  const { send } = await start(2)
  const answers = [await send('GET /documents'), await send('POST /projects'), await send('GET /documents')]
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 429])
  expect(answers[2]?.json).toEqual({
    error: 'rate_limited',
    message: 'Too many requests; try again later.',
  })
  expect(answers[2]?.header('x-emulator-reason')).toContain('2 of 2 requests')
})

test('windows begin at UTC multiples of their length, to the millisecond', async () => {
  const { send, service } = await start(1, '7m')
  const length = 7 * MINUTE
  const begin = Math.floor(NOW / length) * length + length
  const at = async (now: number) => {
    service.world.clock.set(now)
    return (await send('GET /documents')).status
  }
  expect(await at(begin - 1)).toBe(200)
  expect(await at(begin - 1)).toBe(429)
  expect(await at(begin)).toBe(200)
  expect(await at(begin + length - 1)).toBe(429)
  expect(await at(begin + length)).toBe(200)
})

test('going back, a window that was used up is used up', async () => {
  const { send, service } = await start(1)
  const first = service.world.clock.now()
  expect((await send('GET /documents')).status).toBe(200)
  service.world.clock.set(first + MINUTE)
  expect((await send('GET /documents')).status).toBe(200)
  service.world.clock.set(first)
  expect((await send('GET /documents')).status).toBe(429)
})

test('each key has its own', async () => {
  const { send } = await start(1)
  expect((await send('GET /documents')).status).toBe(200)
  expect((await send('GET /documents')).status).toBe(429)
  expect((await send('GET /documents', 'second')).status).toBe(200)
})

test('documents and projects, reads and writes, rejected ones too, share it; 401 and 429 are not counted', async () => {
  const { send, service } = await start(5)
  const used = () =>
    [...service.world.state.rateWindows.entries()].map(([key, window]) => [
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

test('what the contract does not show is not counted', async () => {
  const { send, service } = await start(5)
  expect((await send('DELETE /documents/1')).status).toBe(501)
  expect([...service.world.state.rateWindows.entries()]).toEqual([])
})

test('a limit of 0 allows nothing', async () => {
  const { send } = await start(0)
  expect((await send('GET /documents')).status).toBe(429)
})

describe('Retry-After is the seconds to the window’s end, rounded up', () => {
  test.each([
    [0, '60'],
    [1, '60'],
    [999, '60'],
    [1000, '59'],
    [58_999, '2'],
    [59_000, '1'],
    [59_999, '1'],
  ])('%d ms into the window it is %s', async (offset, seconds) => {
    const { send, service } = await start(0)
    service.world.clock.set(NOW + offset)
    const answer = await send('GET /documents')
    expect(answer.header('retry-after')).toBe(seconds)
    service.advance(Number(seconds) * 1000)
    expect(Math.floor(service.world.clock.now() / MINUTE)).toBe(NOW / MINUTE + 1)
  })

  test('and left out where the profile says so', async () => {
    const { send } = await start(0, '1m', { database: { rateLimitRetryAfter: false } })
    expect((await send('GET /documents')).header('retry-after')).toBeUndefined()
  })
})

describe('the reason', () => {
  test('on a frozen clock says how far to advance it', async () => {
    const { send, service } = await start(0)
    service.world.clock.set(NOW + 12_500)
    expect((await send('GET /documents')).header('x-emulator-reason')).toBe(
      '0 of 0 requests used in this window of 1m; the virtual clock is frozen: advance it by 47s500ms',
    )
  })

  test('on a running clock does not', async () => {
    const { send, service } = await start(0)
    service.world.clock.run()
    expect((await send('GET /documents')).header('x-emulator-reason')).toBe(
      '0 of 0 requests used in this window of 1m',
    )
  })
})

test('a forced step back begins the earlier window anew', async () => {
  const { send, service } = await start(1)
  service.world.clock.set(NOW + MINUTE)
  expect((await send('GET /documents')).status).toBe(200)
  service.world.clock.set(NOW)
  expect((await send('GET /documents')).status).toBe(200)
  expect((await send('GET /documents')).status).toBe(429)
})

test('without one nothing is held back', async () => {
  const { send } = await startDatabase()
  for (let i = 0; i < 200; i++) expect((await send('GET /documents')).status).toBe(200)
})
