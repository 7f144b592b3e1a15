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
import { recordFailure, unfiredError } from '../client/failed-test.js'
import type { EmulatorOptions } from '../server/options/emulator-options.js'
import { connectOrStart } from './connect-or-start.js'
import { thirdParties } from './own-hosts.js'

export type { ClockedPage } from './page/steered-pages.js'
export { type LinkedClock, linkClock, type PageClock, type RunningClock } from './page-clock.js'

/**
 * @example
 * const test = createTest({ bundles: 'failed' })
 */
export interface TestOptions extends EmulatorOptions {
  /**
   * The folder for bundles of failed tests, which `emulator replay` can run, or false not to write any. Defaults to the
   * test's output folder.
   */
  readonly bundles?: string | false | undefined
}

type TestFixtures = { readonly world: WorldClient }
type WorkerFixtures = { readonly emulator: EmulatorClient }

/**
 * @example
 * const test: EmulatorTest = createTest({ seed: 'fixtures.yaml' })
 */
export type EmulatorTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
>

/**
 * Extends Playwright's `test` with two fixtures: an `emulator` per worker, and a `world` per test. Requests from the
 * test's pages and from `request` include the world's baggage. If your web application forwards it, a single instance
 * can serve all tests in parallel, each with its own world and time.
 *
 * If a test fails, it prints the last requests to its world, and attaches them as `journal` and the run as `bundle`. A
 * test also fails if it added a fault that never fired, unless the fault has `optional: true`.
 *
 * It uses the emulator at `EMULATOR_URL`, which `emulator exec` also sets for the web application. If the variable
 * isn't set or if you pass options, each worker starts its own emulator.
 *
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
      // biome-ignore lint/correctness/noEmptyPattern: Playwright looks at the pattern to see which fixtures are needed
      async ({}, use) => {
        const emulator = await connectOrStart(options)
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
      // Add the header again, because headers set by `test.use()` replace those above.
      await context.setExtraHTTPHeaders(withBaggage(extraHTTPHeaders, world))
      // Remove it for third parties. Their CORS policy wouldn't allow it, so the page couldn't read any responses.
      await context.route(thirdParties(baseURL), async (route) => {
        const { baggage, ...headers } = await route.request().allHeaders()
        await route.fallback({ headers })
      })
      await use(context)
    },
  })
}

/**
 * Same as `createTest()`.
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

/** Keeps other baggage. */
function withBaggage(headers: Headers | undefined, { baggage }: WorldClient): Record<string, string> {
  const others = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'baggage')
  const present = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    name.toLowerCase() === 'baggage' ? value.split(',') : [],
  )
  const members = new Set([...present, baggage])
  return { ...Object.fromEntries(others), baggage: [...members].join(',') }
}

async function report(
  { world, emulator }: TestFixtures & WorkerFixtures,
  test: TestInfo,
  folder: string | false,
): Promise<void> {
  const [, ...titles] = test.titlePath
  const named = { id: test.testId, fullName: titles.join(' '), name: test.title }
  const record = await recordFailure(world, named, folder, emulator)
  if (record === undefined) return
  console.error(record.text)
  // Attach it as a file, because Playwright's reporters would print the beginning of a text attachment again.
  const journal = test.outputPath('journal.txt')
  writeFileSync(journal, record.journal)
  await test.attach('journal', { path: journal, contentType: 'text/plain' })
  const { bundle, har, diff } = record
  if (bundle !== undefined) await test.attach('bundle', { path: bundle, contentType: 'application/json' })
  if (har !== undefined) await test.attach('har', { path: har, contentType: 'application/json' })
  if (diff !== undefined) await test.attach('diff', { path: diff, contentType: 'text/plain' })
}
