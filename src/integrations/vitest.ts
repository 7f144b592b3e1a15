import type { SweepOptions, Swept } from 'tristore-emulator/lab'
import { test as plainTest } from 'vitest'
import { usualFolder } from '../client/bundle-file.js'
import type { EmulatorClient, WorldClient } from '../client/emulator-client.js'
import { type FailedTest, type FailureOptions, recordFailure, unfiredError } from '../client/failed-test.js'
import type { EmulatorOptions } from '../server/options/emulator-options.js'
import { connectOrStart } from './connect-or-start.js'

export { type FakeTimers, type LinkedClock, linkClock } from './linked-clock.js'

declare module 'vitest' {
  interface TaskMeta {
    /** A path, set if the test failed. */
    bundle?: string
  }
}

/**
 * @example
 * const test = createTest({ seed: 'fixtures.yaml', bundles: 'failed' })
 */
export interface TestOptions extends EmulatorOptions, FailureOptions {}

/**
 * Extends vitest's `test` with two fixtures: an `emulator` per worker, and a `world` per test, even if tests run
 * concurrently. Without options, it uses the emulator at `EMULATOR_URL`, which is set by `emulator exec`. Otherwise, it
 * starts one in this process when a test first needs it. Suites that share a `test` also share its emulator.
 *
 * If a test fails, it prints the last requests to its world and writes the run to a bundle at `task.meta.bundle`. A
 * test also fails if it added a fault that never fired, unless the fault has `optional: true`.
 *
 * @example
 * const test = createTest({ seed: 'fixtures.yaml' })
 *
 * test.concurrent('a session ends after 15 minutes', async ({ world }) => {
 *   const shop = new Shop({ kvBaseUrl: world.baseUrl })
 *   await shop.login('alice')
 *   await world.clock.advance('15m')
 *   expect(await shop.user()).toBeUndefined()
 * })
 * @example
 * // Repeat a test with every fault that its requests could encounter.
 * test.sweep('a session ends after 15 minutes', async (world) => { await logIn(world) }, { faults: true })
 * @example
 * // Run the same suite against a container.
 * const test = createTest().extend('emulator', { scope: 'worker' }, () => connectEmulator('http://127.0.0.1:4600'))
 */
export function createTest(options: TestOptions = {}): EmulatorTest {
  const test = withFixtures(options)
  return Object.assign(test, {
    sweep(name: string, run: Swept, sweepOptions: SweepOptions = {}): void {
      test(name, { timeout: 0 }, async ({ emulator, task }) => {
        const { bundles = options.bundles ?? usualFolder(process.env) } = sweepOptions
        // Import it lazily, because most suites don't use it.
        const { sweep } = await import('tristore-emulator/lab')
        await sweep(emulator, run, { name: `${task.file.name} ${task.name}`, ...sweepOptions, bundles })
      })
    },
  })
}

function withFixtures({ bundles, ...options }: TestOptions) {
  return (
    plainTest
      // biome-ignore lint/correctness/noEmptyPattern: vitest looks at the pattern to see which fixtures are needed
      .extend('emulator', { scope: 'worker' }, async ({}, { onCleanup }): Promise<EmulatorClient> => {
        const emulator = await connectOrStart(options)
        onCleanup(() => emulator.close())
        return emulator
      })
      .extend('world', async ({ emulator, task, onTestFinished }, { onCleanup }): Promise<WorldClient> => {
        const world = await emulator.world()
        onCleanup(async () => {
          // It's too late for this in `onTestFailed`, since the world is closed by then.
          const state = task.fails === true ? undefined : task.result?.state
          if (state === 'fail') await report({ world, emulator }, task, bundles ?? usualFolder(process.env))
          const unfired = state === 'pass' ? await unfiredError(world) : undefined
          await world.close()
          // Don't throw it here, because vitest reports errors from cleanups twice.
          if (unfired !== undefined) onTestFinished(() => Promise.reject(unfired))
        })
        return world
      })
  )
}

/**
 * @example
 * const test: EmulatorTest = createTest({ seed: 'fixtures.yaml' })
 */
export type EmulatorTest = ReturnType<typeof withFixtures> & Sweeping

interface Sweeping {
  /** Declares a test that sweeps `run` and fails if there are findings. `timeout` applies to each run separately. */
  sweep(name: string, run: Swept, options?: SweepOptions): void
}

/**
 * Same as `createTest()`.
 *
 * @example
 * import { test } from 'tristore-emulator/vitest'
 * test('reads the banner', async ({ world }) => {
 *   const headers = { 'X-KV-Key': 'kv_read_config' }
 *   const response = await world.fetch('/v1/ec/ec_demo_starter/banner', { headers })
 *   expect(response.status).toBe(200)
 * })
 */
export const test: EmulatorTest = createTest()

type FailedTask = FailedTest & { readonly meta: { bundle?: string } }

interface Fixtures {
  readonly world: EmulatorClient
  readonly emulator: EmulatorClient
}

async function report(
  { world, emulator }: Fixtures,
  test: FailedTask,
  folder: string | false,
): Promise<void> {
  const record = await recordFailure(world, test, folder, emulator)
  if (record === undefined) return
  console.error(record.text)
  if (record.bundle !== undefined) test.meta.bundle = record.bundle
}
