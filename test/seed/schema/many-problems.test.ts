import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { parseSeeds } from '../../../src/seed/parse.js'
import { sentHeaders } from '../../../src/seed/schema/fault-headers.js'
import { PROBLEMS_MAX, SeedProblems } from '../../../src/seed/text/problems.js'

/** One mapping with very many names that it does not have. */

const HERE = 10_000

const wrong = (name: string, count = HERE): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 1]))

afterEach(() => vi.restoreAllMocks())

test('the names before a wrong one are looked through once for all problems', () => {
  const text = JSON.stringify({ namespaces: [{ id: 'ns_a', keys: [wrong('scop', HERE - 1)] }] })
  const names = vi.spyOn(JSON, 'parse')
  expect(() => parseSeeds([{ name: 'seed', text }])).toThrow(SeedProblems)
  expect(names.mock.calls.length).toBeLessThan(3 * HERE)
})

test('no more wrong headers are noted than are told', () => {
  const { issues } = v.safeParse(sentHeaders, wrong('bad name '))
  expect(issues).toHaveLength(PROBLEMS_MAX)
})
