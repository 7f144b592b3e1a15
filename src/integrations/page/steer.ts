/** How a world's clock runs: the time that it showed at a real time, and how fast it runs on. */
export interface Course {
  /** ms since 1970 */
  readonly now: number
  /** The machine's ms since 1970 at which it showed that. */
  readonly realNow: number
  /** virtual seconds in a real second */
  readonly rate: number
}

type Timer = (run: () => void, ms?: number, ...args: unknown[]) => unknown

/**
 * Runs in a page, by itself: before Playwright's clock when it is first called, since that one measures
 * by `performance.now` and `setTimeout` as it finds them. From then on they belong to the world: they go as its clock does,
 * or freeze, and Playwright's clock, which has the page's `Date` and timers, goes along.
 *
 * @param course null: freeze
 * @returns what `Date` shows in the page
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
  /** What performance.now() shows while it is frozen, and at the beginning of a course. */
  let begin = Math.ceil(performance.now())
  /** What the page's Date showed then. */
  let beganAt = 0

  const elapsed = ({ now, realNow: realAt, rate }: Course): number =>
    Math.floor(now + Math.max(0, realNow() - realAt) * rate) - beganAt
  const measured = (): number => (present === null ? begin : begin + Math.max(0, elapsed(present)))

  const take = (next: Course | null): number => {
    begin = measured()
    present = null
    // A clock that is new, in a new page, adds the real time since the last command to it, at this first look.
    RealDate.now = () => 0
    beganAt = globalThis.Date.now()
    RealDate.now = realNow
    present = next
    // Has Playwright's clock look what is due, and when it has to look next.
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
