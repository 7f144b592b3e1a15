import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stampOf } from '../support/stamp.js'
import { page } from './page.js'
import { coveredIn, readRecord, withTallies, writeCovered, writeRecord } from './record.js'
import { TALLY_VARIABLE, talliesIn } from './tally.js'

const HELP = `npm run trust -- [--runs 20] [--page-only]

Runs the simulation and the fuzzing, adds their numbers to test/trust/record.json, and writes test/trust/TRUST.md from that
file and from the records of npm run mutants and npm run soak -- --record.

  --runs N      the number of runs for each seed of the simulation; 1000 take some minutes
  --page-only   writes the page from the records, without running tests
`

const TESTS: readonly string[] = [
  'test/simulation/simulation.test.ts',
  'test/fuzz',
  'test/web/random-bytes.test.ts',
]

/** @returns the exit status of the tests */
export function run(root: string, args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string' }, 'page-only': { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help === true) {
    process.stdout.write(HELP)
    return 0
  }
  const status = values['page-only'] === true ? 0 : tried(root, values.runs)
  if (status === 0) writeFileSync(join(root, 'test/trust/TRUST.md'), page(root))
  return status
}

/** Runs the tests, and records their tallies, unless one of them failed. */
function tried(root: string, runs: string | undefined): number {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-trust-'))
  try {
    const file = join(folder, 'tallies.jsonl')
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...TESTS],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          [TALLY_VARIABLE]: file,
          ...(runs === undefined ? {} : { SIMULATION_RUNS: runs }),
        },
      },
    )
    if (status !== 0) return status ?? 1
    const tallies = talliesIn(file)
    writeRecord(root, withTallies(readRecord(root), tallies, stampOf(root)))
    const covered = coveredIn(tallies)
    if (covered !== undefined) writeCovered(root, covered)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
