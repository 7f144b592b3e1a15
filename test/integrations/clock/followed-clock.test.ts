import { expect, test } from 'vitest'
import { VirtualClock } from '../../../src/core/clock.js'
import { LAST_INSTANT_MS } from '../../../src/core/instants.js'
import { FollowedClock } from '../../../src/integrations/clock/followed-clock.js'

const REAL_START = Date.UTC(2026, 0, 31)
const START = Date.UTC(2030, 5, 1)

/** A world's clock and one that follows it, each with its own real time. */
function clocks(skewMs = 0) {
  const real = { now: REAL_START }
  const clock = new VirtualClock(() => real.now, { now: START, frozen: true })
  const followed = new FollowedClock(() => real.now + skewMs)
  return { real, clock, followed, follow: () => followed.take(clock.sample(), skewMs) }
}

test('a followed clock shows the real time until its first sample', () => {
  const { real, followed, follow } = clocks()
  real.now += 5
  expect(followed.now()).toBe(REAL_START + 5)
  expect(follow()).toBe(0)
  expect(followed.now()).toBe(START)
})

test('a followed clock freezes, runs and jumps like the other', () => {
  const { real, clock, followed, follow } = clocks()
  follow()
  real.now += 1000
  expect(followed.now()).toBe(START)
  clock.setRate(60)
  clock.run()
  expect(follow()).toBe(0)
  real.now += 1000
  expect([followed.now(), clock.now()]).toEqual([START + 60_000, START + 60_000])
  clock.set(START + 3_600_000)
  expect(follow()).toBe(3_540_000)
  clock.set(0)
  expect(follow()).toBe(-START - 3_600_000)
})

test('a followed clock counts from the time of its sample, however late that arrives', () => {
  const { real, clock, followed } = clocks()
  clock.run()
  const sample = clock.sample()
  real.now += 700
  followed.take(sample, 0)
  expect(followed.now()).toBe(START + 700)
})

test.each([3_600_000, -3_600_000])(
  'a followed clock is right even if the clock of its machine is %s ms off',
  (skewMs) => {
    const { real, clock, followed, follow } = clocks(skewMs)
    clock.run()
    follow()
    real.now += 1234
    expect(followed.now()).toBe(START + 1234)
  },
)

test('a followed clock does not go back with the clock of its machine, and stops at the last instant', () => {
  const { real, clock, followed, follow } = clocks()
  clock.run()
  follow()
  real.now -= 1000
  expect(followed.now()).toBe(START)
  real.now += 1000
  clock.set(LAST_INSTANT_MS - 1)
  follow()
  real.now += 1000
  expect(followed.now()).toBe(LAST_INSTANT_MS)
})
