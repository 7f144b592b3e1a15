import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PACKAGE, PATIENCE } from '../vitest.config.js'
import { DEEPER } from './deep/deeper.js'
import { NEED_TOOLS, TESTCONTAINERS } from './tools/files.js'

/** The longest files begin, so that none of them runs alone in the end. */
const LONGEST = /looks\/states|browser\/playwright|dashboard\/palette/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

const resolve = { alias: [...PACKAGE.resolve.alias, TESTCONTAINERS] }

/** As for `npm test`. */
const usual = { ...PACKAGE.test, pool: 'threads', isolate: false, ...PATIENCE } as const

/** Tests that need more than Node and `npm ci`, or minutes: `npm run test:machines -- --project browser`. */
export default defineConfig({
  test: {
    projects: [
      // More packages, compilers or builds: `npm ci --prefix test` comes first.
      { resolve, test: { name: 'tools', ...usual, include: [...NEED_TOOLS] } },
      // More of what chance decides and of cases that are alike.
      { resolve, test: { name: 'deep', ...usual, include: [...DEEPER], env: { TEST_DEEP: '1' } } },
      // The files of a process share its browser and what it has built.
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          ...PATIENCE,
        },
      },
      { resolve, test: { name: 'container', include: ['test/container/*.test.ts'], ...PATIENCE } },
      { test: { name: 'python', include: ['test/python/*.test.ts'], ...PATIENCE } },
      { test: { name: 'clock', include: ['test/one-clock/*.test.ts'], ...PATIENCE } },
    ],
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
  },
})
