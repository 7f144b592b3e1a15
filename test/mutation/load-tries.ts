import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import {
  FINDINGS,
  FOLDER_VARIABLE,
  LOAD_TRIES,
  type LoadFinding,
  type LoadTry,
  TRIED,
  type TriedLast,
} from './notes.js'

/** In real ms. No passing test takes nearly as long. */
const TEST_MS_MAX = 20_000

/** Tries the mutants one by one: loads the test files again for each, until one of their tests fails. */
export async function run(root: string): Promise<number> {
  const folder = process.env[FOLDER_VARIABLE] ?? ''
  const tries: readonly LoadTry[] = JSON.parse(readFileSync(join(folder, LOAD_TRIES), 'utf8'))
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'test/mutation/vitest.config.ts'),
    runner: join(root, 'test/mutation/load-runner.ts'),
    watch: false,
    bail: 1,
    testTimeout: TEST_MS_MAX,
    reporters: [{}],
  })
  const files = new FilesOfTests(vitest, root, folder)
  try {
    for (const { mutant, files: names } of tries) {
      const by = await files.killerOf(mutant, names)
      const finding: LoadFinding = { mutant, by }
      appendFileSync(join(folder, FINDINGS), `${JSON.stringify(finding)}\n`)
    }
  } finally {
    await vitest.close()
  }
  return 0
}

class FilesOfTests {
  readonly #vitest: Vitest
  readonly #root: string
  readonly #folder: string
  /** For each file that failed with a mutant: true if it passes unchanged. */
  readonly #isSound = new Map<string, boolean>()

  constructor(vitest: Vitest, root: string, folder: string) {
    this.#vitest = vitest
    this.#root = root
    this.#folder = folder
  }

  /** The first file with a test that fails with the mutant, but not without it. */
  async killerOf(mutant: string, files: readonly string[]): Promise<string | undefined> {
    let left = files
    while (left.length > 0) {
      const failed = await this.#firstToFail(left, mutant)
      if (failed === undefined) return undefined
      const isSound = this.#isSound.get(failed) ?? (await this.#firstToFail([failed], '')) === undefined
      this.#isSound.set(failed, isSound)
      if (isSound) return failed
      left = left.filter((file) => file !== failed)
    }
    return undefined
  }

  async #firstToFail(files: readonly string[], mutant: string): Promise<string | undefined> {
    const tried: TriedLast = { mutant, test: '' }
    writeFileSync(join(this.#folder, TRIED), JSON.stringify(tried))
    const project = this.#vitest.getRootProject()
    const specifications = files.map((file) => project.createSpecification(join(this.#root, file)))
    const { testModules } = await this.#vitest.runTestSpecifications(specifications)
    // Includes files of earlier runs, in their state at the time.
    return testModules
      .filter((module) => module.state() === 'failed')
      .map(({ moduleId }) => relative(this.#root, moduleId))
      .find((file) => files.includes(file))
  }
}
