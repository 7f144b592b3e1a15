import { expect, test } from 'vitest'
import { stateOf } from '../../dashboard/features/faults/fault-state.js'
import { effectText } from '../../dashboard/views/settings/describe.js'

const NOW = Date.UTC(2026, 0, 15, 12)
const at = (offset: number) => new Date(NOW + offset).toISOString()

test.each([
  [{}, 'active'],
  [{ enabled: false }, 'off'],
  [{ remaining: 0 }, 'used up'],
  [{ remaining: 1, from: at(0) }, 'active'],
  [{ from: at(1) }, 'waiting'],
  [{ until: at(1) }, 'active'],
  [{ until: at(0) }, 'ended'],
  [{ from: at(-2), until: at(-1) }, 'ended'],
  [{ enabled: false, remaining: 0, until: at(-1) }, 'off'],
  [{ remaining: 0, until: at(-1) }, 'used up'],
] as const)('%j is %s', (given, state) => {
  expect(stateOf({ enabled: true, remaining: null, ...given }, NOW)).toBe(state)
})

test.each([
  [0.0004, 'in 0.04% of cases'],
  [0.125, 'in 12.5% of cases'],
  [0.9996, 'in 99.96% of cases'],
])('a probability of %d is shown as "%s"', (probability, text) => {
  const fault = { id: 'f_1', enabled: true, remaining: null, matches: 0, hits: 0, probability }
  expect(effectText(fault)).toBe(text)
})
