import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ClockInfo } from '../src/admin/calls/clock.js'
import { systemTime } from '../src/core/clock.js'
import { get, run } from './api.js'
import { connection, listen, silent } from './live.js'
import { pastPath } from './past-path.js'

const TICK_MS = 250

/** A larger difference between the machine's clock and the page's means that the machine slept. */
const SLEPT_MS = 2000

/** Extrapolates from the last reading of a clock. */
class FollowedClock {
  readonly reading = signal<ClockInfo | undefined>(undefined)
  readonly now = signal(0)
  /** Real ms. */
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

/** The last reading; undefined until there is one. */
export const clock: ReadonlySignal<ClockInfo | undefined> = computed(() => shown.value.reading.value)

/** Virtual ms. Ticks once for all components. */
export const now: ReadonlySignal<number> = computed(() => shown.value.now.value)

/** The present of the world in virtual ms, also while a moment of the past is shown. */
export const present: ReadonlySignal<number | undefined> = computed(() =>
  ofRun.reading.value === undefined ? undefined : ofRun.now.value,
)

/** Target of the jump that is being previewed, in ms. Lists mark what expires until then. */
export const foreseen = signal<number | undefined>(undefined)

/** Takes a reading from any answer of POST /_admin/clock. */
export const showClock = (taken: ClockInfo): void => ofRun.show(taken)

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
    // The clock may have been moved while the emulator is silent.
    if (connection.value === 'live' && !silent.value) ofRun.tick()
  }, TICK_MS)
}

async function read(reading: Promise<ClockInfo>, of: FollowedClock, isWanted = () => true): Promise<void> {
  try {
    const taken = await reading
    if (isWanted()) of.show(taken)
  } catch {
    // The connection dot shows it.
  }
}

/** Real ms. */
const LOOK_MS = 5000

/** Calls back now and then while the clock runs: no event reports that an entry expired. */
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
