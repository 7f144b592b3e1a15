import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import type { Dashboards, OpenDashboard } from '../dashboard.js'
import { live, SEED, type State } from './states.js'

const CHECKS = readFileSync(join(import.meta.dirname, 'page-checks.js'), 'utf8')

/** More stops of the Tab key than any view has. */
const STOPS_MAX = 250

/** One page that is brought from state to state, as one kind of reader has it. */
export class Looks implements AsyncDisposable {
  private constructor(readonly open: OpenDashboard) {}

  /** @param fontSize the font size that the reader has set in the browser, px */
  static async at(dashboards: Dashboards, context: BrowserContextOptions, fontSize = 16): Promise<Looks> {
    const open = await dashboards.start(SEED, {}, { reducedMotion: 'reduce', ...context })
    const device = await open.page.context().newCDPSession(open.page)
    await device.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
    await open.page.goto('about:blank')
    const size = await open.page.evaluate('getComputedStyle(document.documentElement).fontSize')
    expect(size).toBe(`${fontSize}px`)
    await live(open)
    return new Looks(open)
  }

  /** Opens a state anew. */
  async show({ view, reach }: State): Promise<void> {
    const { page } = this.open
    await page.goto('about:blank')
    await page.emulateMedia({ media: null })
    await this.open.show(`#/${view}`)
    await reach?.(this.open)
    await this.open.settled()
    await page.evaluate(CHECKS)
  }

  /** What one of page-checks.js finds. */
  find(check: string): Promise<unknown> {
    return this.open.page.evaluate(`${check}()`)
  }

  /** Holds the page to checks, each of which finds nothing. */
  async expectNone(...checks: readonly string[]): Promise<void> {
    for (const check of checks) expect([check, await this.find(check)]).toEqual([check, []])
  }

  /** Goes all the way round with the Tab key: each control has its turn, and at each stop the checks find nothing. */
  async goRound(...checks: readonly string[]): Promise<void> {
    const { keyboard } = this.open.page
    const found: unknown[] = []
    for (let stops = 0; stops < STOPS_MAX; stops++) {
      await keyboard.press('Tab')
      if (await this.find('markFocus')) break
      for (const check of checks) found.push(await this.find(check))
    }
    expect(found.filter((one) => one !== undefined)).toEqual([])
    await this.expectNone('neverFocused')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.open[Symbol.asyncDispose]()
  }
}
