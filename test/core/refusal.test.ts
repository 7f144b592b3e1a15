import { expect, test } from 'vitest'
import { refused } from '../../src/admin/reply.js'
import { asRefusal } from '../../src/core/refusal.js'

/** The runtime's error for a text that is too long for it. */
function tooLong(): unknown {
  const part = 'x'.repeat(10_000_000)
  try {
    return Array.from({ length: 60 }, () => part).join()
  } catch (error) {
    return error
  }
}

test('an answer that is longer than a text can be is refused, and not a defect', () => {
  expect(asRefusal(tooLong())).toMatchObject({
    code: 'too_large',
    reason: 'the response would exceed 512 MB, the limit of a string in Node',
  })
  const { status, body } = refused(tooLong())
  expect([status, JSON.parse(String(body))]).toMatchObject([
    413,
    { hint: expect.stringContaining('?limit=10') },
  ])
})

test('another error of the runtime is a defect', () => {
  expect(asRefusal(new RangeError('Invalid array length'))).toMatchObject({ code: 'internal_error' })
})
