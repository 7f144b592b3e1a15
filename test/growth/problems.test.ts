import { afterAll, beforeAll, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { callAdmin } from './ask.js'
import { holdLinear } from './hold-linear.js'
import type { Shape } from './shapes.js'

/** To tell all that is wrong with a seed is linear in the seed, wherever in it that stands. */

let emulator: LaunchedEmulator
beforeAll(async () => {
  emulator = await launch({ seed: {} })
})
afterAll(() => emulator.close())

const listed = (n: number, item: string): string => `${item},`.repeat(n / 4).slice(0, -1)

/** Deeper than the reader of a seed notes places. */
const WRONG: Readonly<Record<string, Shape>> = {
  'wrong items behind as many right ones': (n) =>
    `{"database":{"keys":[{"key":"a","documents":[${listed(n / 2, '100')},${listed(n / 2, '"x"')}]}]}}`,
  'wrong instants of a rate window': (n) => `{"resume":{"rateWindows":{"a":{"log":[${listed(n, '"x"')}]}}}}`,
  'wrong windows of a key': (n) =>
    `{"resume":{"rateWindows":{"a":{"number":1,"used":1,"others":[${listed(n, '[1]')}]}}}}`,
}

test.each(Object.entries(WRONG))('%s', (_name, shape) =>
  // No more than a thousand problems are told: beyond them what is quadratic would look linear.
  holdLinear(500, shape, (body) => callAdmin(emulator, 'PUT', '/state', body), 4000),
)
