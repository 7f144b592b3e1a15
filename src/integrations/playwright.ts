import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as plainTest,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import type { EmulatorClient, WorldClient } from '../client/emulator-client.js'
import { remainsOf, unfiredError } from '../client/failed-test.js'
import type { EmulatorOptions } from '../server/options/emulator-options.js'
import { emulatorFor } from './emulator-for.js'
import { thirdParties } from './own-hosts.js'

export type { ClockedPage } from './page/steered-pages.js'
export { type LinkedClock, linkClock, type PageClock, type RunningClock } from './page-clock.js'

/**
 * The options of createTest.
 *
 * @example
 * const test = createTest({ bundles: 'failed' })
 */
export interface TestOptions extends EmulatorOptions {
  /**
   * The folder to write the runs of failed tests to, for `emulator replay`; false: they are not written.
   * Without it the output folder of the test.
   */
  readonly bundles?: string | false | undefined
}

/** The fixtures of each test, and those of each worker. */
type TestFixtures = { readonly world: WorldClient }
type WorkerFixtures = { readonly emulator: EmulatorClient }

/**
 * The test function that createTest makes.
 *
 * @example
 * const test: EmulatorTest = createTest({ seed: 'fixtures.yaml' })
 */
export type EmulatorTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
>

/**
 * Playwright's `test` with two fixtures: `emulator`, and `world`, a new one for each test, closed after it.
 * What the pages of a test and its `request` ask for carries the world's baggage. So one web application
 * serves all tests at once, each with its own world and time, if it hands baggage on. If a test fails,
 * the last requests to its world are printed, and attached as `journal`; its run is attached as `bundle`. A
 * test fails if a fault that it added to its world never fired, unless the fault has `optional: true`.
 *
 * The emulator is the one that EMULATOR_URL names, as `emulator exec` sets it: the web application asks the
 * same. With options of an emulator, or without that variable, one is started in each worker.
 *
 * @param options what the emulator is started with, and where bundles go
 * @example
 * import { expect } from '@playwright/test'
 * const test = createTest()
 *
 * test('a session ends after 15 minutes', async ({ page, world }) => {
 *   const clock = await linkClock(page.clock, world)
 *   await page.goto('/login')
 *   await clock.advance('15m')
 *   await expect(page.getByText('Please log in')).toBeVisible()
 * })
 */
export function createTest({ bundles, ...options }: TestOptions = {}): EmulatorTest {
  return plainTest.extend<TestFixtures, WorkerFixtures>({
    emulator: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
      async ({}, use) => {
        const emulator = await emulatorFor(options)
        await use(emulator)
        await emulator.close()
      },
      { scope: 'worker' },
    ],
    world: async ({ emulator }, use, test) => {
      const world = await emulator.world()
      await use(world)
      try {
        if (test.status !== test.expectedStatus)
          await report({ world, emulator }, test, bundles ?? relative('', test.outputDir))
        const unfired = test.status === 'passed' ? await unfiredError(world) : undefined
        if (unfired !== undefined) throw unfired
      } finally {
        await world.close()
      }
    },
    extraHTTPHeaders: async ({ extraHTTPHeaders, world }, use) => {
      await use(withBaggage(extraHTTPHeaders, world))
    },
    context: async ({ context, extraHTTPHeaders, world, baseURL }, use) => {
      // Headers that test.use() sets have taken the place of those above.
      await context.setExtraHTTPHeaders(withBaggage(extraHTTPHeaders, world))
      // A header that a third party has not allowed would keep its answer from the page.
      await context.route(thirdParties(baseURL), async (route) => {
        const { baggage, ...headers } = await route.request().allHeaders()
        await route.fallback({ headers })
      })
      await use(context)
    },
  })
}

/**
 * `createTest()` without options.
 *
 * @example
 * import { test } from 'tristore-emulator/playwright'
 * test('the cart is empty', async ({ page, world }) => {
 *   await page.goto('/cart')
 *   expect(await world.requests({ operation: 'kv.get' })).toHaveLength(1)
 * })
 */
export const test: EmulatorTest = createTest()

type Headers = Readonly<Record<string, string>>

/** Headers with a world's baggage after that which is there; those that have it already stay as they are. */
function withBaggage(headers: Headers | undefined, { baggage }: WorldClient): Record<string, string> {
  const others = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'baggage')
  const present = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    name.toLowerCase() === 'baggage' ? value.split(',') : [],
  )
  const members = new Set([...present, baggage])
  return { ...Object.fromEntries(others), baggage: [...members].join(',') }
}

/** Prints what happened in the world of a failed test. */
async function report(
  { world, emulator }: TestFixtures & WorkerFixtures,
  test: TestInfo,
  folder: string | false,
): Promise<void> {
  const [, ...titles] = test.titlePath
  const named = { id: test.testId, fullName: titles.join(' '), name: test.title }
  const remains = await remainsOf(world, named, folder, emulator)
  if (remains === undefined) return
  console.error(remains.text)
  // As a file: Playwright's reporters print the beginning of a text once more.
  const journal = test.outputPath('journal.txt')
  writeFileSync(journal, remains.journal)
  await test.attach('journal', { path: journal, contentType: 'text/plain' })
  const { bundle, har, diff } = remains
  if (bundle !== undefined) await test.attach('bundle', { path: bundle, contentType: 'application/json' })
  if (har !== undefined) await test.attach('har', { path: har, contentType: 'application/json' })
  if (diff !== undefined) await test.attach('diff', { path: diff, contentType: 'text/plain' })
}
