import type { BrowserContext, Clock, Page } from '@playwright/test'
import { type Course, steer } from './steer.js'

/**
 * The members of Playwright's `page` that `linkClock` uses.
 *
 * @example
 * import { linkClock } from 'tristore-emulator/playwright'
 * await linkClock(page, world)
 */
export type ClockedPage = Pick<Page, 'clock' | 'context'>

/** Controls what Playwright's clock believes to be real time, in all pages of a browser context. */
export class SteeredPages {
  readonly #context: BrowserContext
  readonly #clock: Pick<Clock, 'resume'>
  #course: Course | null = null

  private constructor(page: ClockedPage) {
    this.#context = page.context()
    this.#clock = page.clock
  }

  /**
   * Includes pages that open later. Call this before installing Playwright's clock.
   *
   * @throws Error if a page already has a fake clock
   */
  static async of(page: ClockedPage): Promise<SteeredPages> {
    const context = page.context()
    await context.addInitScript(steer, null)
    for (const present of context.pages()) await present.evaluate(steer, null)
    return new SteeredPages(page)
  }

  /** Freezes the pages. @returns the latest time of any page, or 0 if they were already frozen */
  async halt(): Promise<number> {
    if (this.#course === null) return 0
    return Math.max(0, ...(await this.#inFrames(null)))
  }

  /** Undoes `halt`. */
  async goOn(): Promise<void> {
    if (this.#course !== null) await this.#inFrames(this.#course)
  }

  /** Continues from the time at which Playwright's clock was paused. @param course null freezes the pages */
  async follow(course: Course | null): Promise<void> {
    if (course === null && this.#course === null) return
    this.#course = course
    if (course !== null) await this.#clock.resume()
    await this.#context.addInitScript(steer, course)
    await this.#inFrames(course)
  }

  async #inFrames(course: Course | null): Promise<number[]> {
    const frames = this.#context.pages().flatMap((page) => page.frames())
    // Ignore frames that are navigating. They'll get the init script in their new page.
    const answers = await Promise.allSettled(frames.map((frame) => frame.evaluate(steer, course)))
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }
}
