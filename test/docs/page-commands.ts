import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isStart, type Page, PageEmulator, patternOf, stepsOf } from './pages.js'
import { Project } from './project.js'

/**
 * Declares tests that run the commands of the pages in one project, in order, and compare the output with the pages.
 */
export function testCommandsOf(pages: readonly Page[]): void {
  let project: Project

  beforeAll(async () => {
    project = await Project.make()
  })

  afterAll(() => project[Symbol.dispose]())

  describe.each(pages)('$path', (page) => {
    const [start = { command: '', expected: '' }, ...steps] = stepsOf(page)
    let emulator: PageEmulator

    beforeAll(async () => {
      emulator = await PageEmulator.start(project, start)
    })

    afterAll(() => emulator[Symbol.dispose]())

    test('its first command starts the emulator that the others use', () => {
      expect(isStart(start)).toBe(true)
      expect(steps.filter(isStart)).toEqual([])
    })

    describe('commands, in order', () => {
      test.each(steps)('the page shows what `$command` prints', async (step) => {
        expect(await emulator.run(step)).toMatch(patternOf(step.expected))
      })
    })
  })
}
