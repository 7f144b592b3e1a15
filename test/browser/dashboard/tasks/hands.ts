import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Dashboards, OpenDashboard } from '../dashboard.js'

/** The three ways in which a person works with the page. */
export const WAYS = ['mouse', 'keyboard', 'touch at 390 px'] as const

export type Way = (typeof WAYS)[number]

/** The window of a way, if it is not the usual one. */
const CONTEXTS: Readonly<Partial<Record<Way, BrowserContextOptions>>> = {
  'touch at 390 px': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/** The largest number of tab stops between two places: nobody would work with more. */
const TABS_MAX = 80

/** A person in front of a page, who has a mouse, a keyboard, or a phone. */
export class Person {
  readonly page: Page

  constructor(
    readonly open: OpenDashboard,
    private readonly way: Way,
  ) {
    this.page = open.page
  }

  /** Opens the dashboard of a seed, in a window as this person has. */
  static async at(
    dashboards: Dashboards,
    way: Way,
    options: Parameters<Dashboards['open']>[1],
  ): Promise<Person> {
    return new Person(await dashboards.open('#/activity', options, CONTEXTS[way]), way)
  }

  /** Presses a button, a link, a row. */
  async press(what: Locator): Promise<void> {
    if (this.way === 'mouse') await what.click()
    else if (this.way === 'keyboard') {
      await this.focus(what)
      await this.page.keyboard.press('Enter')
    } else await what.tap()
  }

  /** Ticks a box. */
  async tick(what: Locator): Promise<void> {
    if (this.way !== 'keyboard') return this.press(what)
    await this.focus(what)
    await this.page.keyboard.press('Space')
  }

  /** Types into a field, in the place of what is there. */
  async type(what: Locator, text: string): Promise<void> {
    if (this.way === 'keyboard') await this.focus(what)
    else await this.press(what)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.insertText(text)
  }

  /** Chooses from a list by its visible text, of which so much is typed. */
  async choose(what: Locator, label: string): Promise<void> {
    if (this.way !== 'keyboard') {
      await what.selectOption({ label })
      return
    }
    await this.focus(what)
    await this.page.keyboard.type(label.slice(0, 12))
  }

  /** Goes to a view: a link of the navigation, or its two keys. */
  async goTo(title: string, key: string): Promise<void> {
    if (this.way === 'keyboard') {
      await this.page.keyboard.press('g')
      await this.page.keyboard.press(key)
    } else
      await this.press(
        this.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: title }),
      )
    await this.page.getByRole('heading', { level: 1, name: title }).waitFor()
  }

  /** Finds something by the palette, and takes what is called so. */
  async find(text: string, name: RegExp): Promise<void> {
    if (this.way === 'keyboard') await this.page.keyboard.press('Control+k')
    else await this.press(this.page.getByRole('button', { name: 'Find', exact: true }))
    const field = this.page.getByRole('combobox', { name: 'Find or run' })
    await field.waitFor()
    await this.page.keyboard.insertText(text)
    const option = this.page.getByRole('option', { name }).first()
    await option.waitFor()
    if (this.way !== 'keyboard') return this.press(option)
    for (let presses = 0; presses < TABS_MAX; presses++) {
      if ((await option.getAttribute('aria-selected')) === 'true') break
      await this.page.keyboard.press('ArrowDown')
    }
    await this.page.keyboard.press('Enter')
  }

  /** Brings the focus to something, or into it, by the Tab key alone. */
  async focus(what: Locator): Promise<void> {
    await what.first().waitFor()
    const isThere = () => what.first().evaluate((one) => one.contains(one.ownerDocument.activeElement))
    for (let presses = 0; presses < TABS_MAX; presses++) {
      if (await isThere()) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`${what} cannot be reached by ${TABS_MAX} presses of Tab`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.open[Symbol.asyncDispose]()
  }
}
