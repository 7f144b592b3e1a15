import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'
import { inCheckout, isStart, type Page, PageEmulator, patternOf, stepsOf } from './pages.js'

/**
 * Declares tests that run the commands of pages, in order, and compare the output with the pages.
 *
 * @param siteOf installs the built package in the folder where the commands are run; by default that is the checkout
 */
export function testCommandsOf(pages: readonly Page[], siteOf = inCheckout): void {
  let built: BuiltPackage

  beforeAll(() => {
    built = new BuiltPackage()
    built.build()
  })

  afterAll(() => built[Symbol.dispose]())

  describe.each(pages)('$path', (page) => {
    const [start = { command: '', expected: '' }, ...steps] = stepsOf(page)
    let emulator: PageEmulator

    beforeAll(async () => {
      emulator = await PageEmulator.start(siteOf(built), start)
    })

    afterAll(() => emulator[Symbol.dispose]())

    test('its first command starts the emulator that the others use', () => {
      expect(isStart(start)).toBe(true)
      expect(steps.filter(isStart)).toEqual([])
    })

    describe('commands, in order', () => {
      test.each(steps)('$command', async (step) => {
        expect(await emulator.run(step)).toMatch(patternOf(step.expected))
      })
    })
  })
}
