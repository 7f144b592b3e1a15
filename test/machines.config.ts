import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PACKAGE, PATIENCE } from '../vitest.config.js'
import { DEEPER } from './deep/deeper.js'
import { NEED_TOOLS, TESTCONTAINERS } from './tools/files.js'

/** The longest files start first, so that none is left to run alone at the end. */
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

/** Tests that need minutes, or more than Node and `npm ci`: `npm run test:machines -- --project browser`. */
export default defineConfig({
  test: {
    projects: [
      // Needs more packages, compilers or builds: run `npm ci --prefix test` first.
      { resolve, test: { name: 'tools', ...usual, include: [...NEED_TOOLS] } },
      // Tries more random inputs and similar cases.
      { resolve, test: { name: 'deep', ...usual, include: [...DEEPER], env: { TEST_DEEP: '1' } } },
      // The files of a process share its browser and its builds.
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
