import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PACKAGE } from '../../vitest.config.js'
import { FOLDER_VARIABLE, PLAN, type Plan } from './notes.js'

/** Runs tests on sources that contain every mutant, each with a switch. Started by node test/mutation/main.js. */

const root = join(import.meta.dirname, '../..')
const folder = process.env[FOLDER_VARIABLE] ?? ''
const plan: Plan = JSON.parse(readFileSync(join(folder, PLAN), 'utf8'))

/** The beginning of Stryker's function that counts hits, where most of the time goes. */
const COUNTER = /^function stryCov_\w+\(\) \{/m

/** Treats code that runs while a module loads as load-time code, even if a test was the first to import the module. */
const atLoad = (source: string): string => `const loadedDuring = __stryker__.currentTestId
__stryker__.currentTestId = undefined
${source}
__stryker__.currentTestId = loadedDuring
`

/** Runs the cheapest files first, as planned, so that the others don't have to try the mutants that these kill. */
class PlannedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => plan.files.indexOf(relative(root, moduleId))
    return [...files].sort((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutated-sources',
      enforce: 'pre',
      load(id) {
        const mutated = join(folder, relative(root, id))
        if (!relative(root, id).startsWith('src/') || !existsSync(mutated)) return undefined
        const source = readFileSync(mutated, 'utf8')
        return plan.isCover ? atLoad(source) : source.replace(COUNTER, '$&return;')
      },
    },
  ],
  resolve: PACKAGE.resolve,
  test: {
    ...PACKAGE.test,
    include: ['test/**/*.test.ts'],
    runner: join(import.meta.dirname, 'runner.ts'),
    sequence: { sequencer: PlannedSequencer },
    pool: 'threads',
    isolate: false,
    // There is one switch, so tests run one at a time.
    fileParallelism: false,
    maxConcurrency: 1,
    testTimeout: 60_000,
    hookTimeout: 20_000,
    dangerouslyIgnoreUnhandledErrors: true,
  },
})
