import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ClockInfo } from '../src/admin/calls/clock.js'
import { systemTime } from '../src/core/clock.js'
import { get, run } from './api.js'
import { connection, listen, silent } from './live.js'
import { pastPath } from './past-path.js'

/** The world's clock, for everything on the page that shows time. */

const TICK_MS = 250

/**
 * How far the machine's clock may part from the time that the page counts, before the page reads again: it
 * slept.
 */
const SLEPT_MS = 2000

/** A clock as it was read last, and what it shows since. */
class FollowedClock {
  readonly reading = signal<ClockInfo | undefined>(undefined)
  readonly now = signal(0)
  /** When it was read, in real ms. */
  #readAt = 0

  show(taken: ClockInfo): void {
    this.#readAt = performance.now()
    batch(() => {
      this.reading.value = taken
      this.now.value = taken.now
    })
  }

  tick(): void {
    const taken = this.reading.value
    if (taken?.mode === 'running')
      this.now.value = taken.now + (performance.now() - this.#readAt) * taken.rate
  }
}

const ofRun = new FollowedClock()
const ofPast = new FollowedClock()
const shown = computed(() => (pastPath.value === undefined ? ofRun : ofPast))

/** The reading of the clock when it last moved; undefined until it is known. */
export const clock: ReadonlySignal<ClockInfo | undefined> = computed(() => shown.value.reading.value)

/** Virtual time in ms. It ticks here, once for all components. */
export const now: ReadonlySignal<number> = computed(() => shown.value.now.value)

/** The present of the run, in ms, whichever moment of it is shown; undefined until it is known. */
export const present: ReadonlySignal<number | undefined> = computed(() =>
  ofRun.reading.value === undefined ? undefined : ofRun.now.value,
)

/**
 * The instant that one looks ahead to while choosing a jump, in ms: what expires until then is marked in the
 * lists.
 */
export const foreseen = signal<number | undefined>(undefined)

/** Takes over a reading of the clock, which every answer of POST /_admin/clock has. */
export const showClock = (taken: ClockInfo): void => ofRun.show(taken)

/** Keeps the clock in step with the world's. */
export function followClock(): void {
  const load = () => {
    void read(run.get<ClockInfo>('/clock'), ofRun)
    const path = pastPath.value
    if (path !== undefined) void read(get<ClockInfo>('/clock'), ofPast, () => path === pastPath.peek())
  }
  effect(load)
  for (const name of ['missed', 'clock', 'reset'] as const) listen(name, load)
  let parted = systemTime() - performance.now()
  setInterval(() => {
    const apart = systemTime() - performance.now()
    if (Math.abs(apart - parted) > SLEPT_MS) load()
    parted = apart
    // Nobody knows what a clock shows that is not heard of.
    if (connection.value === 'live' && !silent.value) ofRun.tick()
  }, TICK_MS)
}

async function read(reading: Promise<ClockInfo>, of: FollowedClock, isWanted = () => true): Promise<void> {
  try {
    const taken = await reading
    if (isWanted()) of.show(taken)
  } catch {
    // The state of the connection shows it.
  }
}

/** The real ms between two loads of data that changes with time alone. */
const LOOK_MS = 5000

/** Loads again now and then while the clock runs: no event reports that an entry expired. */
export function useWhileRunning(look: () => void): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    const timer = setInterval(() => {
      if (clock.value?.mode === 'running') latest.current()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}
