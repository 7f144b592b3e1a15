import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReasons, readScore } from '../mutation/score.js'
import { readSoak } from '../soak/recorded.js'
import { readFailures, readRecord, readTransitions } from './record.js'
import { compliance } from './sections/compliance.js'
import { mutants } from './sections/mutants.js'
import { simulated, states } from './sections/simulated.js'
import { soaked } from './sections/soaked.js'
import { failures, fuzzed } from './sections/tried.js'

/** What docs/TRUST.md holds, by what is recorded in the checkout. */
export function page(root: string): string {
  const compliant = (name: string) =>
    JSON.parse(readFileSync(join(root, 'test/http/compliance', name), 'utf8'))
  const record = readRecord(root)
  return `${[
    HEAD,
    simulated(record),
    states(readTransitions(root)),
    fuzzed(record),
    failures(readFailures(root), record),
    mutants(readScore(root), readReasons(root)),
    soaked(readSoak(root)),
    compliance(compliant('answers.json'), compliant('deviations.json')),
  ].join('\n\n')}\n`
}

const HEAD = `# What the emulator is tried with

Written by \`npm run trust\`, from what the tests record. A test holds that this page is what the records in the repository say.`
