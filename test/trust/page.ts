import { readScore, type Score } from '../mutation/score.js'
import { CELLS, UNREACHABLE } from '../simulation/coverage.js'
import { readSoak, type SoakRecord } from '../soak/recorded.js'
import { type Failure, inAll, readCovered, readFailures, readRecord, type Tried } from './record.js'
import type { Covered } from './tally.js'

/** Returns the text of test/trust/TRUST.md, made from the records in the checkout. */
export function page(root: string): string {
  const record = readRecord(root)
  const sections = [
    HEAD,
    simulation(record, readCovered(root)),
    fuzzing(record),
    failures(readFailures(root)),
    mutants(readScore(root)),
    soak(readSoak(root)),
  ]
  return `${sections.join('\n\n')}\n`
}

const HEAD = `# How the emulator is tested

\`npm run trust\` writes this page from what the tests record, and a test holds it to the records. What is promised is in
[DESIGN.md](../../docs/DESIGN.md#9-closed-and-bounded), how fast it is in [PERFORMANCE.md](../bench/PERFORMANCE.md).`

const YEAR_MS = 365.25 * 24 * 3600 * 1000

function simulation(record: readonly Tried[], { states, transitions }: Covered): string {
  const { runs, requests, steps, virtualMs } = inAll(record).simulation
  const unmet = Object.entries(UNREACHABLE).map(([cell, reason]) => `${cell} (${reason})`)
  return `## Simulation

Random requests, clock moves, faults, resets, snapshots and worlds are sent to the emulator and to a model of the contract
that shares no code with it. Every answer must be what the model expects. Three seeds are the same in every run, one is
new; a nightly workflow runs 12,000 programs of another seed. A failure is reduced to the fewest steps and printed with the
line that repeats it. \`npm run trust -- --runs 1000\` simulates more and adds it here.

So far: ${count(runs)} runs with ${count(steps)} steps and ${count(requests)} requests over ${count(Math.round(virtualMs / YEAR_MS))} virtual years.

A state of the model is what decides an answer: an entry at its expiry, a quota at its limit, a fault before its window, a
key of each scope. The fixed seeds meet ${count(states)} of ${count(CELLS.length)} states and ${count(transitions)} transitions. Not met:

${unmet.map((cell) => `- ${cell}`).join('\n')}`
}

function fuzzing(record: readonly Tried[]): string {
  return `## Random input

Inputs come from one seed that stays and one that is new in each run.

${table(['what must hold', 'inputs so far'], Object.entries(inAll(record).fuzz))}`
}

function failures(found: readonly Failure[]): string {
  const rows = found.map(({ date, by, what, held }) => [date, by, what, `\`${held}\``])
  return `## What this found

${table(['date', 'found by', 'failure', 'held by'], rows)}`
}

function mutants(score: Score): string {
  const modules = Object.values(score)
  const killed = sum(modules.map((module) => module.killed))
  const all = killed + sum(modules.map(({ survivors }) => survivors.length))
  return `## Mutants

\`npm run mutants\` changes \`src/domain\`, \`src/services\` and \`src/request\` in thousands of small ways, one at a time, with the changes that
Stryker makes, and runs the tests that are likely to notice. They noticed ${count(killed)} of ${count(all)}: ${percent(killed, all)}. This is a
lower bound, since each change is tried with a part of the tests. \`test/mutation/score.json\` lists the score and the survivors
of each module.`
}

const MIB = 1024 * 1024

function soak({ commit, date, node, minutes, loads }: SoakRecord): string {
  const rows = loads.map(({ name, seconds, answers, grownBytes, rssBytesMax, socketsMax }) => [
    name,
    Math.round(seconds),
    answers,
    (grownBytes / MIB).toFixed(1),
    (rssBytesMax / MIB).toFixed(0),
    socketsMax,
  ])
  return `## Soak

\`npm run soak\` loads the built command with everything at once and checks each answer. Growth is of the heap after the
warm-up, once the garbage is gone. Recorded on ${date} at ${commit} with Node ${node}, ${minutes} minutes. Nothing that was
written was missing, no answer was wrong, and no handle was left.

${table(['load', 'seconds', 'answers', 'growth, MiB', 'most memory, MiB', 'most sockets'], rows)}`
}

/** Returns a Markdown table. */
function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? count(cell) : cell.replaceAll('|', '\\|'))).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

const count = (n: number): string => n.toLocaleString('en-US')
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const percent = (part: number, whole: number): string =>
  `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} per cent`
