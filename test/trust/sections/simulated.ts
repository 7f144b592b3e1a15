import { CELLS, type Cell, nameOf, UNREACHABLE } from '../../simulation/coverage.js'
import { inAll, type Tried } from '../record.js'
import type { Simulated, Transitions } from '../tally.js'
import { table } from './table.js'

const YEAR_MS = 365.25 * 24 * 3600 * 1000

/** How much was simulated. */
export function simulated(record: readonly Tried[]): string {
  const row = (name: string, { seeds, runs, steps, requests, virtualMs }: Simulated) => [
    name,
    (virtualMs / YEAR_MS).toFixed(1),
    seeds,
    runs,
    requests,
    steps,
  ]
  const rows = record.slice(-10).map(({ commit, date, simulation }) => row(`${commit}, ${date}`, simulation))
  return `## Simulation

Random requests, clock moves, faults, resets, snapshots and worlds are done to the emulator and to a model of the contract
that shares no code with it. Every answer must be what the model expects. Three seeds are the same in every run, one is
drawn anew. A failure is shrunk to the fewest steps and printed with the line that repeats it.

${table(
  ['commit', 'virtual years', 'seeds', 'runs', 'requests', 'steps'],
  [...rows, row('in all', inAll(record).simulation)],
)}

\`npm run trust -- --runs 1000\` simulates more and adds it.`
}

/** Which states of the model the fixed seeds came by. */
export function states(transitions: Transitions): string {
  const operations = [...new Set(CELLS.map(({ operation }) => operation))]
  const requests = operations.filter((operation) =>
    CELLS.some((cell) => cell.operation === operation && cell.aspect !== ''),
  )
  const steering = CELLS.filter(({ aspect }) => aspect === '')
  const rows = requests.map((operation) =>
    countsOf(
      operation,
      CELLS.filter((cell) => cell.operation === operation),
      transitions,
    ),
  )
  const unreached = Object.entries(UNREACHABLE).map(([cell, reason]) => [cell, reason])
  return `## States and transitions of the model

A state is what a request or a step can meet of the model as far as it bears on the answer: an entry in its last second or
at its expiry, a quota at its last, a fault ahead of its window, a scoped key. A transition is a state, the operation that
met it, and what came of it. Those of the fixed seeds and of \`test/simulation/routes.ts\`; a test holds that every state is met.

${table(
  ['operation', 'states met', 'of', 'transitions'],
  [
    ...rows,
    countsOf('steering: clock, faults, worlds, seeds, keys', steering, transitions),
    countsOf('in all', CELLS, transitions),
  ],
)}

Not met, and why:

${table(['state', 'reason'], unreached)}`
}

function countsOf(name: string, cells: readonly Cell[], transitions: Transitions): (string | number)[] {
  const outcomes = cells.map((cell) => transitions[nameOf(cell)]?.length ?? 0)
  return [
    name,
    outcomes.filter((count) => count > 0).length,
    cells.length,
    outcomes.reduce((sum, count) => sum + count, 0),
  ]
}
