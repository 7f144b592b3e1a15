import { expect, test } from 'vitest'
import { GAPS } from '../../../conformance/gaps/table.js'
import { NEEDS } from '../../../conformance/needs.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { optionsOf } from '../../support/options-of.js'

test('the table lists every option of the profile, each once', () => {
  expect(GAPS.map(({ option }) => option).sort()).toEqual([...optionsOf(defaultProfile).keys()].sort())
})

test('every gap that somebody can see says what it takes', () => {
  for (const { option, sees } of GAPS) {
    if (sees === 'nobody') continue
    expect(sees.length, option).toBeGreaterThan(0)
    for (const need of sees) expect(NEEDS[need].what, option).toMatch(/\w/)
  }
})

test('every gap that nobody can see says why', () => {
  for (const { option, sees, hidden } of GAPS) if (sees === 'nobody') expect(hidden, option).toMatch(/\w/)
})

test('every meaning is one sentence', () => {
  for (const { option, meaning } of GAPS) expect(meaning, option).toMatch(/^[A-Z].*[^.]\.$/)
})
