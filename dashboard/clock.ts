import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ClockInfo } from '../src/admin/calls/clock.js'
import { systemTime } from '../src/core/clock.js'
import { get, run } from './api.js'
import { connection, listen, silent } from './live.js'
import { pastPath } from './past-path.js'

const TICK_MS = 250

/** If `systemTime` and `performance.now` drift apart by more than this in a tick, the machine was asleep. */
const SLEPT_MS = 2000

/** Extrapolates from the last reading. */
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

/** Undefined until the first reading. */
export const clock: ReadonlySignal<ClockInfo | undefined> = computed(() => shown.value.reading.value)

/** Virtual ms. One timer updates it for all components. */
export const now: ReadonlySignal<number> = computed(() => shown.value.now.value)

/** The world's virtual time in ms, even while a past moment is shown. */
export const present: ReadonlySignal<number | undefined> = computed(() =>
  ofRun.reading.value === undefined ? undefined : ofRun.now.value,
)

/** Where the previewed jump would land, in ms. Lists mark everything that would have expired by then. */
export const foreseen = signal<number | undefined>(undefined)

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
    // The clock may have been moved while we can't hear from the emulator.
    if (connection.value === 'live' && !silent.value) ofRun.tick()
  }, TICK_MS)
}

async function read(reading: Promise<ClockInfo>, of: FollowedClock, isWanted = () => true): Promise<void> {
  try {
    const taken = await reading
    if (isWanted()) of.show(taken)
  } catch {
    // The connection indicator already shows this.
  }
}

const LOOK_MS = 5000

/** Calls `look` every few seconds while the clock runs, since no event says that an entry has expired. */
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
