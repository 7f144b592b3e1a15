import { expect, test } from 'vitest'
import { linkClock, type PageClock } from '../../src/integrations/page-clock.js'
import { startEmulator } from '../../src/start-emulator.js'

/** A page's clock with Playwright's rules: it runs until it is paused, and can't be paused in its past. */
class StubClock implements PageClock {
  now = 0

  async install({ time }: { time?: number | string | Date } = {}) {
    this.now = Number(time) + 50
  }

  async pauseAt(time: number | string | Date) {
    if (Number(time) < this.now) throw new Error('Cannot fast-forward to the past')
    this.now = Number(time)
  }

  async setSystemTime(time: number | string | Date) {
    this.now = Number(time)
  }
}

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z' },
  namespaces: [{ id: 'ns_a_1', entries: [{ key: 'a', value: 1, ttlSeconds: 600 }] }],
}

test('the clocks of a world and of its pages freeze together, and move together', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const page = new StubClock()
  const clock = await linkClock(page, emulator)
  const began = page.now
  expect(await emulator.clock.get()).toMatchObject({ now: began, mode: 'frozen' })

  expect(await clock.advance('5m')).toMatchObject({ now: began + 300_000 })
  expect(page.now).toBe(began + 300_000)
  await clock.to('next-expiry', { plus: '-1ms' })
  expect(page.now).toBe(Date.parse('2026-01-31T12:09:59.999Z'))
  await clock.set('2026-02-01')
  expect([page.now, (await emulator.clock.get()).now]).toEqual([
    Date.parse('2026-02-01'),
    Date.parse('2026-02-01'),
  ])
})

test('a move that the world refuses does not move its pages, and a forced one moves both back', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const page = new StubClock()
  const clock = await linkClock(page, emulator)
  const began = page.now
  await emulator.fetch('/documents')
  await expect(clock.set('2020-01-01')).rejects.toThrow('clock_backwards')
  expect(page.now).toBe(began)
  const { now } = await clock.set('2020-01-01', { force: true })
  expect([page.now, now]).toEqual([Date.parse('2020-01-01'), Date.parse('2020-01-01')])
})
