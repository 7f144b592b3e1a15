import { setTimeout as pause } from 'node:timers/promises'
import type { EmulatorClient } from 'tristore-emulator'
import { expect, test } from 'vitest'
import { explore } from '../../../lab/explore/explore.js'
import type { ExploreOptions } from '../../../lab/explore/options.js'
import { Pace } from '../../../lab/explore/pace.js'
import { ExploreFailure, type ExploreReport } from '../../../lab/explore/report.js'
import { isDeep } from '../../support/extent.js'
import { startInProcess } from '../emulators.js'
import { countTwice, request } from './toys.js'

/** Parties may think between their requests. `explore` waits for them, or reports that it didn't. */

const COUNT = '/v1/kv/ns_shop_k3v9x2/count'

async function reportOf(
  run: (world: EmulatorClient) => Promise<number>,
  options: Partial<ExploreOptions<number>> = {},
): Promise<ExploreReport & { readonly text?: string }> {
  await using emulator = await startInProcess()
  try {
    return await explore(emulator, run, {
      parties: 2,
      expect: (count) => count === 2,
      bundles: false,
      ...options,
    })
  } catch (error) {
    if (!(error instanceof ExploreFailure) || error.report === undefined) throw error
    return { ...error.report, text: error.message }
  }
}

// Their four requests have six orders. Four of these make a difference, and two of the four lose a count.
test.each(isDeep ? [0, 20, 60, 200] : [0, 20])(
  'two parties that read, think and write are run in all orders, or the report says that some are missing: %i ms',
  async (thoughtMs) => {
    const think = thoughtMs > 0 ? () => pause(thoughtMs) : undefined
    const report = await reportOf((world) => countTwice(world, think))
    if (report.isComplete) expect(report).toMatchObject({ orders: 4, failed: 2, strayed: 0, late: 0 })
    else expect(report.strayed + report.late).toBeGreaterThan(0)
  },
)

test('two parties that read, think and write are shown with the values that they read and wrote, and later requests as "then"', async () => {
  const { failure } = await reportOf((world) => countTwice(world))
  expect(failure?.requests).toHaveLength(5)
  expect(failure?.requests.slice(0, 2)).toEqual([`A1  kv.get ${COUNT} → 404`, `B1  kv.get ${COUNT} → 404`])
  expect(failure?.requests.slice(2, 4).sort()).toEqual([`A2  kv.put ${COUNT} = 1`, `B2  kv.put ${COUNT} = 1`])
  expect(failure?.requests[4]).toBe(`then  kv.get ${COUNT} → 1`)
  expect(failure?.only.split(' ')).toHaveLength(4)
})

test('two parties that read, think and write keep the order in which they were started', async () => {
  const { failure } = await reportOf(
    async (world) => {
      await Promise.all([request(world, 'w:z'), request(world, 'w:a')])
      return 2
    },
    { expect: () => false },
  )
  expect(failure?.requests).toEqual([
    'A1  kv.put /v1/kv/ns_shop_k3v9x2/z = 1',
    'B1  kv.put /v1/kv/ns_shop_k3v9x2/a = 1',
  ])
})

test('a party that thinks for longer in a later run makes the report incomplete, without blame', async () => {
  // A wait takes at most a tenth of this, in ten turns of the event loop. The thought takes forty turns.
  const timeout = 500
  const thinkLong = async () => {
    for (let turn = 0; turn < 40; turn++) await pause(timeout / 100)
  }
  let runs = 0
  const report = await reportOf((world) => countTwice(world, ++runs > 1 ? thinkLong : undefined), {
    idleMs: 1,
    timeout,
    expect: () => false,
  })
  expect(report.isComplete).toBe(false)
  expect(report.text).not.toContain('to blame')
})

test('Pace waits for three times the longest thought, and at least for idleMs', () => {
  const pace = new Pace(10, 10_000)
  expect(pace.waitMs).toBe(250)
  pace.noteThought(3)
  pace.endRun()
  expect(pace.waitMs).toBe(10)
  pace.noteThought(40)
  expect(pace.waitMs).toBe(120)
})

test('Pace waits for a tenth of the time of a run at most, and names the wait that would be enough', () => {
  const pace = new Pace(10, 1000)
  pace.endRun()
  pace.noteLate(150)
  expect(pace).toMatchObject({ waitMs: 100, late: 1, enoughMs: 450 })
  pace.restart()
  expect(pace).toMatchObject({ waitMs: 100, late: 0 })
})
