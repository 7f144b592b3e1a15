/** The time that a running clock showed at a real time, and its rate. */
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
 * Runs inside a page, before Playwright's clock is first used, which measures with the `performance.now` and
 * `setTimeout` that it finds. From then on these follow the world's clock or freeze, and so does Playwright's clock,
 * which controls the page's `Date` and timers.
 *
 * @param course null freezes the page
 * @returns the time that `Date` shows in the page
 * @throws Error if another clock was there first
 */
export function steer(course: Course | null): number {
  const key = Symbol.for('tristore-emulator/playwright')
  const known: unknown = Reflect.get(globalThis, key)
  if (typeof known === 'function') return known(course)
  if (Object.hasOwn(performance, 'now'))
    throw new Error('the page has a fake clock already: link it before anything installs page.clock')

  const RealDate = Date
  const realNow = Date.now
  const realSetTimeout: Timer = setTimeout
  let present: Course | null = null
  /** The value of performance.now() while it is frozen, and at the start of a course. */
  let begin = Math.ceil(performance.now())
  /** The page's Date at that point. */
  let beganAt = 0

  const elapsed = ({ now, realNow: realAt, rate }: Course): number =>
    Math.floor(now + Math.max(0, realNow() - realAt) * rate) - beganAt
  const measured = (): number => (present === null ? begin : begin + Math.max(0, elapsed(present)))

  const take = (next: Course | null): number => {
    begin = measured()
    present = null
    // In a new page a new clock adds the real time since the last command at this first look.
    RealDate.now = () => 0
    beganAt = globalThis.Date.now()
    RealDate.now = realNow
    present = next
    // Makes Playwright's clock check which timers are due.
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
