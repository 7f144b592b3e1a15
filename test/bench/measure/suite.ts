import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, type Measurement, rounds } from '../measurement.js'
import { BY_KEY, benchSeed, entryPath } from '../subject.js'

const TESTS = 10
const REQUESTS = 5

/** A whole suite under vitest with a world for each test, compared with the same tests on constant responses. */
export const wholeSuite: Measurement = {
  name: 'suite',
  async measure(bench) {
    const files = bench.isQuick ? 20 : 200
    const emulator = suite(bench, 'emulator', files, OVER_EMULATOR)
    const stub = suite(bench, 'stub', files, OVER_STUB)
    const measured: number[] = []
    const samples: number[] = []
    for (const _ of rounds(bench.isQuick ? 2 : 3)) {
      samples.push(await secondsOf(bench, stub))
      measured.push(await secondsOf(bench, emulator))
    }
    return [
      {
        name: `vitest, ${files} files of ${TESTS} tests`,
        unit: 's',
        better: 'less',
        measured,
        baseline: { name: 'the same over a stub', samples },
        aim: { ratio: 1.25 },
      },
    ]
  },
}

const OVER_EMULATOR = `import { createTest } from 'tristore-emulator/vitest'
const test = createTest({ seed: ${JSON.stringify(benchSeed({ documents: 1 }))} })
`

const OVER_STUB = `import { test as plainTest } from 'vitest'
const ANSWER = '{"ok":true,"key":"k:1","value":{"n":1},"ttlSeconds":86400,"expiresAt":1800000000000}'
const headers = { 'Content-Type': 'application/json' }
const test = plainTest.extend('world', () => ({ fetch: async () => new Response(ANSWER, { headers }) }))
`

const TEST_FILE = `import { expect } from 'vitest'
import { test } from '../test.mjs'

for (let number = 1; number <= ${TESTS}; number++) {
  test('test ' + number, async ({ world }) => {
    for (let request = 1; request <= ${REQUESTS}; request++) {
      const response = await world.fetch('${entryPath(1)}', { headers: ${JSON.stringify(BY_KEY)} })
      expect(await response.json()).toMatchObject({ ok: true, value: { n: 1 } })
    }
  })
}
`

/**
 * Writes a suite to a folder where the package is installed, as in a user's project.
 *
 * @returns the folder
 */
function suite({ root, scratch }: Bench, name: string, files: number, test: string): string {
  const folder = join(scratch, `suite-${name}`)
  rmSync(folder, { recursive: true, force: true })
  const installed = join(folder, 'node_modules/tristore-emulator')
  mkdirSync(join(folder, 'tests'), { recursive: true })
  mkdirSync(installed, { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true })
  for (const package_ of ['vitest', 'valibot'])
    symlinkSync(join(root, 'node_modules', package_), join(folder, 'node_modules', package_))
  writeFileSync(join(folder, 'test.mjs'), `${test}export { test }\n`)
  for (let file = 1; file <= files; file++)
    writeFileSync(join(folder, `tests/file-${file}.test.mjs`), TEST_FILE)
  return folder
}

async function secondsOf({ children, root }: Bench, folder: string): Promise<number> {
  const began = performance.now()
  await children.output(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    folder,
  ])
  return (performance.now() - began) / 1000
}
