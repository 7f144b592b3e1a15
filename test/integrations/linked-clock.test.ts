import { describe, expect, vi } from 'vitest'
import { conduct } from '../../lab/index.js'
import { connectEmulator } from '../../src/client/connect.js'
import { createTest, linkClock } from '../../src/integrations/vitest.js'

const test = createTest({
  seed: {
    clock: { now: '2026-01-31T12:00:00Z' },
    namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }],
  },
})

const START = Date.UTC(2026, 0, 31, 12)
const MINUTE = 60_000

/** An app that caches sessions to save requests. */
class CachingApp {
  readonly #until = new Map<string, number>()
  readonly #url: string

  constructor({ baseUrl }: { readonly baseUrl: string }) {
    this.#url = `${baseUrl}/v1/kv/ns_a_1/`
  }

  async login(user: string): Promise<void> {
    const body = '{"value":1,"ttlSeconds":900}'
    await fetch(this.#url + user, { method: 'PUT', headers: { 'X-KV-Key': 'k' }, body })
    this.#until.set(user, Date.now() + 15 * MINUTE)
  }

  remembers(user: string): boolean {
    return Date.now() < (this.#until.get(user) ?? 0)
  }

  async isKnown(user: string): Promise<boolean> {
    const response = await fetch(this.#url + user, { headers: { 'X-KV-Key': 'k' } })
    await response.arrayBuffer()
    return response.ok
  }
}

describe('linkClock', () => {
  test("the app's own cache and the service expire together", async ({ world }) => {
    using clock = await linkClock(vi, world)
    const app = new CachingApp(world)
    const states = async () => [app.remembers('anna'), await app.isKnown('anna')]
    await app.login('anna')
    await clock.advance('14m59s')
    await clock.advance('999ms')
    expect(await states()).toEqual([true, true])
    await clock.advance('1ms')
    expect(await states()).toEqual([false, false])
  })

  test('linkClock moves to instants and to the next month', async ({ world }) => {
    await world.clock.freeze()
    await world.clock.set(START, { force: true })
    using clock = await linkClock(vi, world)
    expect(new Date().toISOString()).toBe('2026-01-31T12:00:00.000Z')
    await clock.set('2026-01-31T13:00:00Z')
    expect(Date.now()).toBe(START + 60 * MINUTE)
    const { now } = await clock.to('next-month', { plus: '-1ms' })
    expect(new Date().toISOString()).toBe('2026-01-31T23:59:59.999Z')
    expect(Date.now()).toBe(now)
    await world.fetch('/documents')
    await expect(clock.set('2020-01-01')).rejects.toMatchObject({ code: 'clock_backwards' })
    expect(Date.now()).toBe(now)
  })

  test('linking freezes a running clock, and each move happens once', async ({ world }) => {
    expect(await world.clock.get()).toMatchObject({ mode: 'running' })
    using clock = await linkClock(vi, world)
    const { now } = await world.clock.get()
    expect(Date.now()).toBe(now)
    await clock.advance('1h')
    expect((await world.clock.get()).now).toBe(now + 60 * MINUTE)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect((await world.clock.get()).now).toBe(now + 60 * MINUTE)
    // If only the faked clock was moved, the next move brings both back into step.
    await clock.advance('30s')
    expect(Date.now()).toBe(now + 60 * MINUTE + MINUTE / 2)
  })

  test('the real timers are back at the end of its scope, or after unlink()', async ({ world }) => {
    {
      using clock = await linkClock(vi, world)
      expect(vi.isFakeTimers()).toBe(true)
      await clock.advance('1d')
    }
    expect(vi.isFakeTimers()).toBe(false)
    const clock = await linkClock(vi, world)
    clock.unlink()
    clock.unlink()
    expect(vi.isFakeTimers()).toBe(false)
    const [before, now, after] = [vi.getRealSystemTime(), Date.now(), vi.getRealSystemTime()]
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(after)
  })

  test('an injected delay passes in real time', async ({ world }) => {
    await world.faults.add({ delay: '5ms' })
    using clock = await linkClock(vi, world)
    const { now } = await world.clock.get()
    const answer = await world.fetch('/v1/kv/ns_a_1/a', { headers: { 'X-KV-Key': 'k' } })
    expect([answer.status, Date.now()]).toEqual([404, now])
    await clock.advance('1m')
  })

  test('a client that waits in the middle of one long move has time to retry', async ({ world }) => {
    await world.faults.add({ status: 429, retryAfter: 30, times: 4 })
    using clock = await linkClock(vi, world)
    // These timers split the move into many steps, so that responses arrive during it.
    setInterval(() => {}, 1000)
    let status = 429
    const ask = async () => {
      const answer = await world.fetch('/v1/kv/ns_a_1/a', { headers: { 'X-KV-Key': 'k' } })
      status = answer.status
      if (status === 429) setTimeout(ask, Number(answer.headers.get('Retry-After')) * 1000)
    }
    setTimeout(ask, MINUTE)
    for (let moves = 0; status === 429 && moves < 20; moves++) await clock.advance('5m')
    expect(status).toBe(404)
    const { duties } = await conduct(world)
    const verdicts = new Map(duties.map(({ id, verdict, wrong }) => [id, [verdict, wrong]]))
    expect(verdicts.get('retry-after')).toEqual(['kept', []])
    expect(verdicts.get('retry-pause')).toEqual(['kept', []])
  })

  test('requests of timers arrive at the time of the timer', async ({ world }) => {
    using clock = await linkClock(vi, world)
    const start = Date.now()
    const sent: Promise<Response>[] = []
    for (const minutes of [1, 2, 3]) setTimeout(() => sent.push(world.fetch('/documents')), minutes * MINUTE)
    await clock.set(start + 150_000)
    await clock.advance('1h')
    await Promise.all(sent)
    const arrivals = (await world.requests()).map(({ at }) => at - start)
    expect(arrivals.toSorted((a, b) => a - b)).toEqual([MINUTE, 2 * MINUTE, 3 * MINUTE])
  })

  test('a move fires all timers, even more than it has steps', async ({ world }) => {
    using clock = await linkClock(vi, world)
    const start = Date.now()
    let ticks = 0
    setInterval(() => ticks++, 100)
    await clock.advance('3m')
    expect([ticks, Date.now() - start, (await world.clock.get()).now - start]).toEqual([
      1800,
      3 * MINUTE,
      3 * MINUTE,
    ])
  })

  test('linkClock moves back if forced to, and timers wait for as long as before', async ({ world }) => {
    using clock = await linkClock(vi, world)
    let fired = 0
    setTimeout(() => fired++, MINUTE)
    const { now } = await clock.set('2020-01-01', { force: true })
    expect([now, Date.now(), fired]).toEqual([Date.UTC(2020, 0, 1), now, 0])
    await clock.advance('1m')
    expect(fired).toBe(1)
  })

  test('linkClock works with an emulator in another process', async ({ world }) => {
    const remote = connectEmulator(world.baseUrl)
    using clock = await linkClock(vi, remote)
    const app = new CachingApp(remote)
    await app.login('anna')
    await clock.advance('15m')
    expect([app.remembers('anna'), await app.isKnown('anna')]).toEqual([false, false])
  })
})
