/** A running clock, defined by its rate and its time at a given real time. */
export interface Course {
  /** In ms since 1970. */
  readonly now: number
  /** The machine's time in ms since 1970. */
  readonly realNow: number
  /** Virtual seconds per real second. */
  readonly rate: number
}

type Timer = (run: () => void, ms?: number, ...args: unknown[]) => unknown

/**
 * Runs inside a page, before Playwright's clock is first used. That clock controls the page's `Date` and timers, and
 * relies on the existing `performance.now` and `setTimeout`. This makes those two freeze or follow the world's clock,
 * and Playwright's clock along with them.
 *
 * @param course null freezes the page
 * @returns the page's current `Date`
 * @throws Error if another fake clock has already been installed
 */
export function steer(course: Course | null): number {
  const key = Symbol.for('tristore-emulator/playwright')
  const known: unknown = Reflect.get(globalThis, key)
  if (typeof known === 'function') return known(course)
  if (Object.hasOwn(performance, 'now'))
    throw new Error('the page already has a fake clock: link it before anything installs page.clock')

  const RealDate = Date
  const realNow = Date.now
  const realSetTimeout: Timer = setTimeout
  let present: Course | null = null
  /** The value of `performance.now()` while it's frozen, or when the current course started. */
  let begin = Math.ceil(performance.now())
  /** The page's `Date` at the same moment. */
  let beganAt = 0

  const elapsed = ({ now, realNow: realAt, rate }: Course): number =>
    Math.floor(now + Math.max(0, realNow() - realAt) * rate) - beganAt
  const measured = (): number => (present === null ? begin : begin + Math.max(0, elapsed(present)))

  const take = (next: Course | null): number => {
    begin = measured()
    present = null
    // On its first read in a new page, the clock would otherwise add the real time since the last command.
    RealDate.now = () => 0
    beganAt = globalThis.Date.now()
    RealDate.now = realNow
    present = next
    // This makes Playwright's clock check which timers are due.
    if (next !== null) globalThis.setTimeout(() => {}, 0)
    return beganAt
  }
  Object.defineProperty(performance, 'now', { value: measured, configurable: true, writable: true })
  Object.defineProperty(globalThis, 'setTimeout', {
    value: (run: () => void, ms = 0, ...args: unknown[]) =>
      Reflect.apply(realSetTimeout, globalThis, [run, present === null ? ms : ms / present.rate, ...args]),
    configurable: true,
    writable: true,
    enumerable: true,
  })
  Object.defineProperty(globalThis, key, { value: take })
  return take(course)
}
