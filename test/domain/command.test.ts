import { expect, test } from 'vitest'
import { AdminCommand } from '../../src/domain/command.js'

const commandOf = (body: string) =>
  new AdminCommand('a1', 7, { area: 'clock', id: undefined, call: { method: 'PUT', path: '/clock', body } })

test('an admin call counts its body', () => {
  expect([commandOf('').bodyBytes, commandOf('{}').bodyBytes]).toEqual([0, 2])
})

test('an admin call ends when it began, unless it moved the clock', () => {
  const command = commandOf('')
  expect(command).toMatchObject({ at: 7, end: 7 })
  command.end = 9
  expect(command).toMatchObject({ at: 7, end: 9 })
})
