import { expect, test } from 'vitest'
import { Wait } from '../../../src/domain/faults/wait.js'
import { beginWait } from '../../../src/request/faults/hold.js'
import { Service } from '../../support/service.js'

test('a wait goes on until it ends, and only its first end counts', () => {
  let ms = 100
  let ends = 0
  const wait = new Wait(
    () => ms,
    () => {
      ends++
    },
  )
  ms = 130
  expect([wait.ended, wait.heldMs, ends]).toEqual(['waiting', 30, 0])
  wait.end('answered')
  ms = 170
  wait.end('aborted')
  expect([wait.ended, wait.heldMs, ends]).toEqual(['answered', 30, 1])
})

test('the end of a wait is reported as a change of the request', async () => {
  const { world } = await Service.start({ version: 1 })
  const told: unknown[] = []
  world.events.listen({ hear: ({ event }) => told.push(event), end: () => {} })
  const wait = beginWait({ world, request: { id: 'r7' } }, () => 0)
  expect(told).toEqual([])
  wait.end('broken')
  expect(told).toEqual([{ type: 'change', area: 'requests', id: 'r7' }])
})
