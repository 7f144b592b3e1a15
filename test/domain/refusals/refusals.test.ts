import { expect, test } from 'vitest'
import type { RefusalCode } from '../../../src/core/refusal.js'
import { adminStatusOf, fixesOf, serviceRefusals, summaryOf } from '../../../src/domain/refusals/refusals.js'

test.each<[RefusalCode, number]>([
  ['not_found', 404],
  ['too_old', 410],
  ['too_large', 413],
  ['out_of_memory', 503],
  ['credential_missing', 400],
  ['credential_foreign', 400],
  ['other' as RefusalCode, 400],
])('an admin call that is refused with %s gets status %d', (code, status) => {
  expect(adminStatusOf(code)).toBe(status)
})

test('each code has a summary, and fixes if any fit without knowing the request', () => {
  for (const code of ['invalid_seed', ...Object.keys(serviceRefusals)] as RefusalCode[])
    expect(summaryOf(code)).toMatch(/^[A-Z].+\.$/)
  expect(summaryOf('other' as RefusalCode)).toBe('')
  expect(fixesOf('conflict', undefined)).toHaveLength(1)
  expect(fixesOf('credential_missing', undefined)).toEqual([])
})
