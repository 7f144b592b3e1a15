import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readScore } from '../mutation/score.js'
import { page } from './page.js'
import { inAll, readFailures, type Tried, withTallies } from './record.js'

/** The share of tried mutants that must be killed, so that it does not fall. */
const SHARE_MIN = 0.95

const root = join(import.meta.dirname, '../..')

test('test/trust/TRUST.md matches the records; npm run trust -- --page-only writes it again', () => {
  expect(readFileSync(join(root, 'test/trust/TRUST.md'), 'utf8')).toBe(page(root))
})

test('each recorded failure names a test file that exists', () => {
  for (const { held } of readFailures(root)) expect(readFileSync(join(root, held), 'utf8')).toContain('test')
})

describe('mutants', () => {
  test('are killed in at least the required share', () => {
    const modules = Object.values(readScore(root))
    const killed = modules.reduce((sum, module) => sum + module.killed, 0)
    const survivors = modules.reduce((sum, module) => sum + module.survivors.length, 0)
    expect(killed / (killed + survivors)).toBeGreaterThanOrEqual(SHARE_MIN)
  })

  test('are recorded for modules that exist', () => {
    for (const file of Object.keys(readScore(root))) expect(existsSync(join(root, file)), file).toBe(true)
  })
})

describe('the record', () => {
  const stamp = { commit: 'abc', date: '2026-01-31', node: '20.19.0' }
  const simulation = { seeds: 1, runs: 20, steps: 5, requests: 7, virtualMs: 11 }
  const before: readonly Tried[] = [{ ...stamp, commit: 'before', simulation, fuzz: { seeds: 3 } }]

  test('has a line for each commit, and every run adds to it', () => {
    const tallies = [
      { of: 'simulation', ...simulation },
      { of: 'fuzz', what: 'seeds', inputs: 4 },
      { of: 'fuzz', what: 'sockets', inputs: 5 },
    ] as const
    const once = withTallies(before, tallies, stamp)
    expect(once.map(({ commit }) => commit)).toEqual(['before', 'abc'])
    expect(once[1]).toEqual({ ...stamp, simulation, fuzz: { seeds: 4, sockets: 5 } })
    const twice = withTallies(once, tallies, { ...stamp, date: '2026-02-01' })
    expect(twice[1]).toMatchObject({ date: '2026-02-01', simulation: { runs: 40 }, fuzz: { seeds: 8 } })
  })

  test('can be summed up over all commits', () => {
    const all = inAll(withTallies(before, [{ of: 'fuzz', what: 'seeds', inputs: 4 }], stamp))
    expect(all).toEqual({ simulation, fuzz: { seeds: 7 } })
  })
})
