import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE } from '../../vitest.config.js'

/** The longest files begin, so that none of them runs alone in the end. */
const LONGEST = /looks\/states|browser\/playwright|dashboard\/palette/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    // Two files at once on two cores. The files of a process share its browser and what it has built.
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    ...PATIENCE,
  },
})
