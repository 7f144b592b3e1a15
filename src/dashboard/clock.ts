import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ClockReading } from '../admin/calls/clock.js'
import { get } from './api.js'
import { listen, silent } from './live.js'
import { pastPath } from './past-path.js'

/** The world's clock, for everything on the page that shows time. */

const reading = signal<ClockReading | undefined>(undefined)
const present = signal(0)

/** The reading of the clock when it last moved; undefined until it is known. */
export const clock: ReadonlySignal<ClockReading | undefined> = reading

/** Virtual time in ms. It ticks here, once for all components, while the emulator is heard. */
export const now: ReadonlySignal<number> = present

const TICK_MS = 250

/** When the reading was taken, in real ms. */
let readAt = 0

/** Takes over a reading of the clock, which every answer of POST /_admin/clock has. */
export function showClock(taken: ClockReading): void {
  readAt = performance.now()
  reading.value = taken
  tick()
}

/** Keeps the clock in step with the world's. */
export function followClock(): void {
  const load = () => {
    const path = pastPath.value
    get<ClockReading>('/clock').then(
      (taken) => path === pastPath.peek() && showClock(taken),
      () => {},
    )
  }
  effect(load)
  for (const name of ['missed', 'clock', 'reset'] as const) listen(name, load)
  setInterval(tick, TICK_MS)
}

function tick(): void {
  const taken = reading.value
  // Whether the clock still runs is not known while nothing is heard.
  if (taken === undefined || silent.value) return
  const passed = taken.mode === 'running' ? (performance.now() - readAt) * taken.rate : 0
  present.value = taken.now + passed
}

/** The real ms between two loads of data that changes with time alone. */
const LOOK_MS = 5000

/** Loads again now and then while the clock runs: no event tells that an entry expired. */
export function useWhileRunning(look: () => void): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    const timer = setInterval(() => {
      if (reading.value?.mode === 'running') latest.current()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}
