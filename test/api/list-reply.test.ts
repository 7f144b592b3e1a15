import { expect, test } from 'vitest'
import { listReply } from '../../src/api/list-reply.js'
import { Refusal } from '../../src/core/refusal.js'

/** What is said of a list that is longer than any text can be. */
async function refusalOf(items: number): Promise<unknown> {
  try {
    await listReply(
      'configs',
      Array.from({ length: items }, () => 'item'),
      (item) => item,
      50,
    )
    return undefined
  } catch (error) {
    return error instanceof Refusal ? [error.code, error.reason] : error
  }
}

test.each([11, 5000])('a list of %i items that is too long is refused with the reason', async (items) => {
  expect(await refusalOf(items)).toEqual([
    'out_of_memory',
    'the list is longer than the 50 characters that one answer can have',
  ])
})

test('a list that just fits is answered', async () => {
  expect(await refusalOf(10)).toBeUndefined()
})
