import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession } from 'playwright-core'
import { expect } from 'vitest'
import type { Dashboards, OpenDashboard } from '../dashboard.js'
import { live, SEED, type State } from './states.js'

const CHECKS = readFileSync(join(import.meta.dirname, 'page-checks.js'), 'utf8')

/** More stops of the Tab key than any view has. */
const STOPS_MAX = 250
/** Presses of the Tab key between two questions whether the way round is done. */
const PRESSES = 10

const TAB = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const

/** The font size of a browser that nobody has set, px. */
const USUAL_FONT_SIZE = 16

/** How one kind of reader has the page, and what is looked for there. */
export interface Look {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  /** Pixels of the screen for one of the page; 1 by default. */
  readonly scale?: number
  /** The font size that the reader has set in the browser, px. */
  readonly fontSize?: number
  readonly colorScheme?: 'dark'
  readonly forcedColors?: 'active'
  /** Functions of page-checks.js that return what breaks their rule. */
  readonly finds: readonly string[]
  /** Such a function for what has the focus, at each stop of a way round by the Tab key; none by default. */
  readonly atEachStop?: string
  /** True if the page is held to the rules of axe; not by default. */
  readonly axe?: boolean
}

/** One page that is brought from state to state, and looked at in each as different readers have it. */
export class Looks implements AsyncDisposable {
  private constructor(
    readonly open: OpenDashboard,
    readonly device: CDPSession,
  ) {}

  static async start(dashboards: Dashboards): Promise<Looks> {
    const open = await dashboards.start(SEED, {}, { reducedMotion: 'reduce' })
    await live(open)
    return new Looks(open, await open.page.context().newCDPSession(open.page))
  }

  /** Loads a state, in a usual window. */
  async show({ view, reach }: State): Promise<void> {
    const { page } = this.open
    await page.goto('about:blank')
    await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: 'none' })
    await this.#resize({ viewport: { width: 1280, height: 900 } })
    await this.open.show(`#/${view}`)
    await reach?.(this.open)
    await this.open.settled()
    await page.evaluate(CHECKS)
  }

  /** Returns what is wrong with the state that is shown, each with the name of the look. */
  async take(look: Look): Promise<unknown[]> {
    const { name, colorScheme = 'light', forcedColors = 'none', axe = false } = look
    await this.open.page.emulateMedia({ colorScheme, forcedColors })
    await this.#resize(look)
    await this.open.settled()
    const found = await this.#ask<unknown[]>(
      `(${JSON.stringify(look.finds)}).flatMap((find) => globalThis[find]())`,
    )
    if (look.atEachStop !== undefined) found.push(...(await this.#lostOnTheWayRound(look.atEachStop)))
    if (axe) found.push(...(await this.open.violations()))
    return found.map((one) => [name, one])
  }

  async #resize({
    viewport,
    scale = 1,
    fontSize = USUAL_FONT_SIZE,
  }: Pick<Look, 'viewport' | 'scale' | 'fontSize'>) {
    await this.device.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
    await this.device.send('Emulation.setDeviceMetricsOverride', {
      ...viewport,
      deviceScaleFactor: scale,
      mobile: false,
    })
    // What a medium counts as an em is the font size that the reader has set.
    const media = `(width: ${viewport.width / fontSize}em) and (height: ${viewport.height}px) and (resolution: ${scale}dppx)`
    expect([media, await this.#ask(`matchMedia('${media}').matches`)]).toEqual([media, true])
  }

  /** Returns what the check finds on the way round, but what is only too slow for a quick one. */
  async #lostOnTheWayRound(check: string): Promise<unknown[]> {
    const lost = await this.#goRound(check, PRESSES)
    // A quick round may look before the browser has scrolled to what has the focus.
    return lost.length > 0 ? this.#goRound(check, 1) : lost
  }

  /** Goes all the way round with the Tab key: each control has its turn. Returns what the check finds at the stops. */
  async #goRound(check: string, presses: number): Promise<unknown[]> {
    await this.#ask(`startRound(${check})`)
    for (let stops = 0; stops < STOPS_MAX; stops += presses) {
      // Sent without waiting for each: the browser takes them in turn.
      await Promise.all(
        Array.from({ length: presses }, () => this.device.send('Input.dispatchKeyEvent', TAB)),
      )
      if (await this.#ask<boolean>('isRound()')) break
    }
    return this.#ask<unknown[]>('endRound()')
  }

  #ask<T>(expression: string): Promise<T> {
    return this.open.page.evaluate(expression) as Promise<T>
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.open[Symbol.asyncDispose]()
  }
}
