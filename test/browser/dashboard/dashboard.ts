import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { visible } from '../../../dashboard/lib/visible-text.js'
import { type LaunchedEmulator, type LaunchedServices, launch } from '../../../src/server/launch.js'
import type { LaunchOptions } from '../../../src/server/options/emulator-options.js'
import { services } from '../../../src/services/index.js'
import { PATIENCE } from '../../../vitest.config.js'
import { BuiltPackage } from '../../cli/built.js'
import { sharedBrowser } from '../browser.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Hostile keys, values and titles: the page shows them, and never runs them. */
export const HOSTILE = [
  '<img src=x onerror="document.title=\'run\'">',
  '</script><script>document.title="run"</script>',
  'user\u202egnp.exe\u2066',
  '{{constructor.constructor("alert(1)")()}}',
  'x'.repeat(600),
] as const

type DashboardOptions = LaunchOptions & Partial<LaunchedServices>

/** A window that no test asks another for. */
const USUAL = { viewport: { width: 1280, height: 900 } } as const

/** Pages in usual windows that no test uses now. To open another takes as long as to load the dashboard. */
const idle: Page[] = []

/** The dashboard as the build makes it, a browser, and emulators to look at. */
export class Dashboards {
  readonly #package = new BuiltPackage()
  #browser: Browser | undefined

  /** Returns the dashboards of a file of tests: there before its first test, and gone after its last. */
  static ofFile(): Dashboards {
    const dashboards = new Dashboards()
    beforeAll(async () => {
      dashboards.#package.build()
      dashboards.#browser = await sharedBrowser()
    })
    afterAll(() => dashboards.#package[Symbol.dispose]())
    return dashboards
  }

  /**
   * Starts an emulator, and a page that shows nothing yet. Tests share the page of the usual window, one after the other:
   * one that changes its page for good gives a context, if only an empty one.
   */
  async start(
    seed: LaunchOptions['seed'],
    options: DashboardOptions = {},
    context?: BrowserContextOptions,
  ): Promise<OpenDashboard> {
    if (this.#browser === undefined) throw new Error('not started')
    const dashboardFolder = join(this.#package.folder, 'dist/dashboard')
    const emulator = await launch(
      { services, ...(seed === undefined ? {} : { seed }), ...options },
      { dashboardFolder },
    )
    const isShared = context === undefined
    const page =
      (isShared ? idle.pop() : undefined) ?? (await this.#browser.newPage({ ...USUAL, ...context }))
    page.setDefaultTimeout(PATIENCE.expect.poll.timeout)
    return new OpenDashboard(emulator, page, isShared)
  }

  /** Starts an emulator and opens a view of its dashboard: `open('#/activity', { seed })`. */
  async open(
    view: string,
    { seed, ...options }: DashboardOptions = {},
    context?: BrowserContextOptions,
  ): Promise<OpenDashboard> {
    const opened = await this.start(seed, options, context)
    await opened.show(view)
    return opened
  }
}

/** One dashboard that is open. */
export class OpenDashboard implements AsyncDisposable {
  /** Errors in the page's console; a test that expects none reads them at its end. */
  readonly complaints: string[] = []
  /** What the page has asked for and not got yet. */
  readonly #underWay = new Set<Request>()

  constructor(
    readonly emulator: LaunchedEmulator,
    readonly page: Page,
    private readonly isShared: boolean,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('request', (request) => {
      // The stream of events has no end.
      if (!new URL(request.url()).pathname.endsWith('/_admin/events')) this.#underWay.add(request)
    })
    page.on('requestfinished', (request) => this.#underWay.delete(request))
    page.on('requestfailed', (request) => this.#underWay.delete(request))
  }

  /** Goes to a view, and waits until it has loaded what it shows and follows the emulator's events. */
  async show(view: string): Promise<void> {
    await this.page.goto(`${this.emulator.baseUrl}/_dashboard/${view}`)
    await this.page.locator('.connection.live').waitFor()
    await this.page.locator('h1').waitFor()
    for (const loading of await this.page.locator('.loading').all())
      await loading.waitFor({ state: 'detached' })
  }

  /** Waits until the page has all that it asked for, and has drawn it: later, what comes would move the rest. */
  async settled(): Promise<void> {
    do {
      await expect.poll(() => this.#underWay.size).toBe(0)
      await this.page.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))',
      )
    } while (this.#underWay.size > 0)
  }

  /** Presses what the menu of the world has: "Save…". */
  async pressInWorld(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^World: / }).click()
    await this.page.getByRole('dialog', { name: 'Worlds' }).getByRole('button', { name, exact: true }).click()
  }

  /** Opens the dialog of the row that names a text, waits until it shows another, and closes it. */
  async seeInRowOf(text: string, shown: string): Promise<void> {
    const { page } = this
    // A row shows the beginning of a long text.
    const isShort = text.length < 190
    await page.getByRole('row').getByText(visible(text).slice(0, 190), { exact: isShort }).first().click()
    await page.getByRole('complementary').getByText(visible(shown)).first().waitFor()
    await page.keyboard.press('Escape')
  }

  /** Asks the admin interface, beside the page: `admin('GET /clock')`. */
  async admin(line: string, body?: unknown): Promise<unknown> {
    const [method = '', path = ''] = line.split(' ')
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const text = await (await fetch(this.emulator.adminUrl + path, init)).text()
    return text === '' ? undefined : JSON.parse(text)
  }

  /** Calls the services: `data('GET /v1/kv/ns_a_1/a', { 'x-kv-key': 'kv_a' })`. */
  data(line: string, headers: Record<string, string>, body?: string): Promise<Response> {
    const [method = '', path = ''] = line.split(' ')
    return fetch(this.emulator.baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
  }

  /** Holds the page to axe's rules: an empty list. */
  async violations(): Promise<unknown[]> {
    // Colours halfway between two that both can be read may be refused. What is removed in a transition never ends it.
    const isMoving = 'document.getAnimations().length > 0'
    await expect.poll(() => this.page.evaluate(isMoving)).toBe(false)
    // Not as a script element, which the page's policy would refuse.
    if (await this.page.evaluate('globalThis.axe === undefined')) await this.page.evaluate(AXE)
    return this.page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => html + failureSummary) })))`)
  }

  /** Returns true if the page is wider than its window. */
  async expectNoSidewaysScroll(): Promise<void> {
    const wide = await this.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(wide).toBeLessThanOrEqual(0)
  }

  /** Leaves the page to the next test, as if it were new. */
  async #leave(): Promise<void> {
    const { page } = this
    for (const event of ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed'])
      page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('about:blank')
    await page.mouse.move(0, 0)
    idle.push(page)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isShared) await this.#leave()
    else await this.page.close()
    await this.emulator.close()
  }
}
