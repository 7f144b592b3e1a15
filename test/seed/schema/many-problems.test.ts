import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { SLICE_ITEMS, Slice } from '../../../src/core/steps.js'
import { parseSeeds } from '../../../src/seed/parse.js'
import { schemaProblems } from '../../../src/seed/schema/check.js'
import { sentHeaders } from '../../../src/seed/schema/fault-headers.js'
import { profilePartProblems } from '../../../src/seed/schema/profile.js'
import { seed } from '../../../src/seed/schema/schema.js'
import { ITEMS_A_PROBLEM, PROBLEMS_MAX, SeedProblems } from '../../../src/seed/text/problems.js'
import { turnsOf } from '../../support/turns.js'

/** One mapping with very many names that it does not have. */

const HERE = 10_000

const wrong = (name: string, count = HERE): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 1]))

afterEach(() => vi.restoreAllMocks())

test.each([
  ['a seed', wrong('namespace')],
  ['a namespace', { namespaces: [wrong('entrie')] }],
  ['a key', { namespaces: [{ id: 'ns_a', keys: [wrong('scop')] }] }],
  ['a fault', { faults: [wrong('statu')] }],
])('what each name of %s was meant for is found in slices', (_name, data) => {
  // Ten items for a name, and then its place.
  const least = ((10 + ITEMS_A_PROBLEM) * PROBLEMS_MAX) / SLICE_ITEMS
  expect(turnsOf(schemaProblems(seed, data, new Slice()))).toBeGreaterThanOrEqual(least)
})

test('what each option of a profile was meant for is found in slices', () => {
  const patch = { kv: wrong('putStatu') }
  const least = (2 * ITEMS_A_PROBLEM * PROBLEMS_MAX) / SLICE_ITEMS
  expect(turnsOf(profilePartProblems(patch, [], patch, new Slice()))).toBeGreaterThanOrEqual(least)
})

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
