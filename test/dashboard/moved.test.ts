import { expect, test } from 'vitest'
import { movedTo } from '../../dashboard/moved.js'

test.each([
  ['#/requests?id=r1&at=r1', '#/activity?id=r1&at=r1'],
  ['#/compare?from=r1&to=now', '#/activity?from=r1&to=now'],
  ['#/faults', '#/settings?tab=faults'],
  ['#/key-value?ns=ns_a_1&tab=keys', '#/data?ns=ns_a_1&tab=keys'],
  ['#/config?tab=keys', '#/data?tab=keys&in=stores'],
  ['#/documents?tab=rate', '#/data?in=database-keys'],
])('an old address leads to its replacement: %s', (old, present) => {
  expect(movedTo(old)).toBe(present)
})

test.each(['#/data?ns=ns_a_1', '#/unknown?a=1', ''])('another address stays as it is: %j', (hash) => {
  expect(movedTo(hash)).toBe(hash)
})
