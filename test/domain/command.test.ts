import { expect, test } from 'vitest'
import { AdminCommand } from '../../src/domain/command.js'

test('an admin call in the log takes a byte for each character of its path, and two for each of its body', () => {
  const bytesOf = (path: string, body: string) =>
    new AdminCommand('a1', 0, { area: 'state', id: undefined, call: { method: 'PUT', path, body } }).bytes
  const least = bytesOf('', '')
  expect(least).toBeGreaterThan(0)
  expect(bytesOf('/state', '{}') - least).toBe(6 + 2 * 2)
})

test('an admin call ends where it began, until it is noted that it moved the clock', () => {
  const call = { method: 'PUT', path: '/clock', body: '' }
  expect(new AdminCommand('a1', 7, { area: 'clock', id: undefined, call })).toMatchObject({ at: 7, end: 7 })
})
