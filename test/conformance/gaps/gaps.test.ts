import { expect, test } from 'vitest'
import { GAPS } from '../../../conformance/gaps/table.js'
import { NEEDS } from '../../../conformance/needs.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { optionsOf } from '../../support/options-of.js'

test('the table lists every option of the profile, each once', () => {
  expect(GAPS.map(({ option }) => option).sort()).toEqual([...optionsOf(defaultProfile).keys()].sort())
})

test('every gap names what is needed to see it, or why no client can', () => {
  for (const { option, sees, hidden } of GAPS) {
    expect(sees.length > 0, option).toBe(hidden === undefined)
    for (const need of sees) expect(NEEDS[need].what, option).toMatch(/\w/)
  }
})
