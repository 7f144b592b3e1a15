import { expect, test } from 'vitest'
import { OPERATIONS } from '../../../conformance/model/answer.js'
import { operations } from '../../../src/contract/operations.js'

test('the model answers every operation of the contract, and no other', () => {
  expect([...OPERATIONS.keys()].sort()).toEqual(operations.map(({ id }) => id).sort())
})
