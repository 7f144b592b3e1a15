import type { SweepOptions, Swept } from 'tristore-emulator/lab'
import { test as plainTest } from 'vitest'
import { usualFolder } from '../client/bundle-file.js'
import type { EmulatorClient, WorldClient } from '../client/emulator-client.js'
import { type FailedTest, type FailureOptions, recordFailure, unfiredError } from '../client/failed-test.js'
import type { EmulatorOptions } from '../server/options/emulator-options.js'
import { emulatorFor } from './emulator-for.js'

export { type FakeTimers, type LinkedClock, linkClock } from './linked-clock.js'

declare module 'vitest' {
  interface TaskMeta {
    /** The path of the bundle of a failed test's world. */
    bundle?: string
  }
}

/**
 * Options of createTest.
 *
 * @example
 * const test = createTest({ seed: 'fixtures.yaml', bundles: 'failed' })
 */
export interface TestOptions extends EmulatorOptions, FailureOptions {}

/**
 * Vitest's `test` with two more fixtures: `emulator`, one per worker, and `world`, one per test, even a concurrent one.
 * Without options the emulator is the one at EMULATOR_URL, which `emulator exec` sets; otherwise it starts in this
 * process when a test first asks for it. Suites that share a `test` share an emulator.
 *
 * A failed test prints the last requests to its world, and writes its run as a bundle, whose path is `task.meta.bundle`.
 * A test fails if a fault that it added never fired, unless the fault has `optional: true`.
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
 * // The same test under every fault that its requests can meet.
 * test.sweep('a session ends after 15 minutes', async (world) => { await logIn(world) }, { faults: true })
 * @example
 * // The same suite against a container.
 * const test = createTest().extend('emulator', { scope: 'worker' }, () => connectEmulator('http://127.0.0.1:4600'))
 */
export function createTest(options: TestOptions = {}): EmulatorTest {
  const test = withFixtures(options)
  return Object.assign(test, {
    sweep(name: string, run: Swept, sweepOptions: SweepOptions = {}): void {
      test(name, { timeout: 0 }, async ({ emulator, task }) => {
        const { bundles = options.bundles ?? usualFolder(process.env) } = sweepOptions
        // Most suites sweep nothing.
        const { sweep } = await import('tristore-emulator/lab')
        await sweep(emulator, run, { name: `${task.file.name} ${task.name}`, ...sweepOptions, bundles })
      })
    },
  })
}

function withFixtures({ bundles, ...options }: TestOptions) {
  return (
    plainTest
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed
      .extend('emulator', { scope: 'worker' }, async ({}, { onCleanup }): Promise<EmulatorClient> => {
        const emulator = await emulatorFor(options)
        onCleanup(() => emulator.close())
        return emulator
      })
      .extend('world', async ({ emulator, task, onTestFinished }, { onCleanup }): Promise<WorldClient> => {
        const world = await emulator.world()
        onCleanup(async () => {
          // onTestFailed would come too late: the world is closed then.
          const state = task.fails === true ? undefined : task.result?.state
          if (state === 'fail') await report({ world, emulator }, task, bundles ?? usualFolder(process.env))
          const unfired = state === 'pass' ? await unfiredError(world) : undefined
          await world.close()
          // Vitest reports what a cleanup throws twice.
          if (unfired !== undefined) onTestFinished(() => Promise.reject(unfired))
        })
        return world
      })
  )
}

/**
 * The test function that createTest makes.
 *
 * @example
 * const test: EmulatorTest = createTest({ seed: 'fixtures.yaml' })
 */
export type EmulatorTest = ReturnType<typeof withFixtures> & Sweeping

interface Sweeping {
  /** Declares a test that fails if a sweep of `run` has findings. `timeout` limits each run; the test has no limit. */
  sweep(name: string, run: Swept, options?: SweepOptions): void
}

/**
 * `createTest()` with the starter seed.
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

/** Prints what happened in the world of a failed test. */
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
