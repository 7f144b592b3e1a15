import type { BrowserContext, Clock, Page } from '@playwright/test'
import { type Course, steer } from './steer.js'

/**
 * The part of Playwright's page that is used.
 *
 * @example
 * import { linkClock } from 'tristore-emulator/playwright'
 * await linkClock(page, world)
 */
export type ClockedPage = Pick<Page, 'clock' | 'context'>

/** Controls what Playwright's clock takes for real time in the pages of a browser context: frozen, or running. */
export class SteeredPages {
  readonly #context: BrowserContext
  readonly #clock: Pick<Clock, 'resume'>
  #course: Course | null = null

  private constructor(page: ClockedPage) {
    this.#context = page.context()
    this.#clock = page.clock
  }

  /**
   * Takes the pages that there are in the context of one, and those to come. Playwright's clock is to be
   * installed after this.
   *
   * @throws Error if a page has a fake clock already
   */
  static async of(page: ClockedPage): Promise<SteeredPages> {
    const context = page.context()
    await context.addInitScript(steer, null)
    for (const present of context.pages()) await present.evaluate(steer, null)
    return new SteeredPages(page)
  }

  /** @returns the latest time that a page shows now, if they were running */
  async halt(): Promise<number> {
    if (this.#course === null) return 0
    return Math.max(0, ...(await this.#inFrames(null)))
  }

  /** Has them run as before the halt. */
  async goOn(): Promise<void> {
    if (this.#course !== null) await this.#inFrames(this.#course)
  }

  /** Goes on from where Playwright's clock was stopped. @param course null: they freeze */
  async follow(course: Course | null): Promise<void> {
    if (course === null && this.#course === null) return
    this.#course = course
    if (course !== null) await this.#clock.resume()
    await this.#context.addInitScript(steer, course)
    await this.#inFrames(course)
  }

  async #inFrames(course: Course | null): Promise<number[]> {
    const frames = this.#context.pages().flatMap((page) => page.frames())
    // A frame that navigates in the meantime has an init script in its new page.
    const answers = await Promise.allSettled(frames.map((frame) => frame.evaluate(steer, course)))
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }
}
