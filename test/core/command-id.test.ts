import { expect, test } from 'vitest'
import {
  isRequestId,
  numberOf,
  readAdminCallId,
  readCommandId,
  readRequestId,
} from '../../src/core/command-id.js'

test('ids of requests and of admin calls are read, and nothing else is', () => {
  expect(['r1', 'a7', 'r1234567890123456'].map(readCommandId)).toEqual(['r1', 'a7', 'r1234567890123456'])
  const others = ['r0', 'r01', 'a', 'b1', 'r1 ', 'r12345678901234567', '', 41, null]
  expect(others.map(readCommandId)).toEqual(others.map(() => undefined))
  expect(['r1', 'a1'].map(readRequestId)).toEqual(['r1', undefined])
  expect(['r1', 'a1'].map(readAdminCallId)).toEqual([undefined, 'a1'])
})

test('an id says what it is of, and its number', () => {
  expect([isRequestId('r2'), isRequestId('a2')]).toEqual([true, false])
  expect([numberOf('r41'), numberOf('a7')]).toEqual([41, 7])
})
