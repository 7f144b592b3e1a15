import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Covered, Simulated, Tally } from './tally.js'

/** The record of random inputs and simulated runs so far, by commit. */

export interface Tried {
  readonly commit: string
  readonly date: string
  readonly node: string
  readonly simulation: Simulated
  /** The number of inputs by the property that they tried. */
  readonly fuzz: Readonly<Record<string, number>>
}

/** A failure that random input found. */
export interface Failure {
  readonly date: string
  readonly by: string
  readonly what: string
  /** The test that checks it now. */
  readonly held: string
}

const NONE: Simulated = { seeds: 0, runs: 0, steps: 0, requests: 0, virtualMs: 0 }

export const readRecord = (root: string): readonly Tried[] => readJson(root, 'record.json')
export const readFailures = (root: string): readonly Failure[] => readJson(root, 'failures.json')
export const readCovered = (root: string): Covered => readJson(root, 'covered.json')
export const writeRecord = (root: string, record: readonly Tried[]): void =>
  writeJson(root, 'record.json', record)
export const writeCovered = (root: string, { states, transitions }: Covered): void =>
  writeJson(root, 'covered.json', { states, transitions })

/** Adds the tallies of tests to the record, to the line of the commit if it has one. */
export function withTallies(
  record: readonly Tried[],
  tallies: readonly Tally[],
  stamp: Pick<Tried, 'commit' | 'date' | 'node'>,
): readonly Tried[] {
  const before = record.find(({ commit }) => commit === stamp.commit)
  let simulation = before?.simulation ?? NONE
  const fuzz: Record<string, number> = { ...before?.fuzz }
  for (const line of tallies) {
    if (line.of === 'simulation') simulation = added(simulation, line)
    if (line.of === 'fuzz') fuzz[line.what] = (fuzz[line.what] ?? 0) + line.inputs
  }
  return [...record.filter(({ commit }) => commit !== stamp.commit), { ...stamp, simulation, fuzz }]
}

/** Sums up a record. */
export function inAll(record: readonly Tried[]): Pick<Tried, 'simulation' | 'fuzz'> {
  const fuzz: Record<string, number> = {}
  for (const tried of record)
    for (const [what, inputs] of Object.entries(tried.fuzz)) fuzz[what] = (fuzz[what] ?? 0) + inputs
  return { simulation: record.map(({ simulation }) => simulation).reduce(added, NONE), fuzz }
}

export function coveredIn(tallies: readonly Tally[]): Covered | undefined {
  return tallies.find((line) => line.of === 'coverage')
}

const added = (a: Simulated, b: Simulated): Simulated => ({
  seeds: a.seeds + b.seeds,
  runs: a.runs + b.runs,
  steps: a.steps + b.steps,
  requests: a.requests + b.requests,
  virtualMs: a.virtualMs + b.virtualMs,
})

function readJson<T>(root: string, name: string): T {
  return JSON.parse(readFileSync(join(root, 'test/trust', name), 'utf8'))
}

function writeJson(root: string, name: string, content: object): void {
  writeFileSync(join(root, 'test/trust', name), `${JSON.stringify(content, null, 2)}\n`)
}
