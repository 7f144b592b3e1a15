import { expect, test } from 'vitest'
import { MemoryBudget } from '../../src/core/memory.js'
import { Events } from '../../src/domain/events.js'
import { Faults } from '../../src/domain/faults/faults.js'

const NO_REQUESTS = { added: 0, newestFirst: () => [] }
const BODY = 'x'.repeat(10_000)

test('events of faults that are gone are forgotten by the bytes of their bodies, and counted', () => {
  const memory = new MemoryBudget(200_000)
  const events = new Events(NO_REQUESTS, 'run', memory)
  for (let index = 0; index < 100; index++) {
    const [fault] = new Faults(1).add([{ id: `f${index}`, status: 503, body: BODY + index }], 0)
    if (fault !== undefined) events.publish({ type: 'fault', change: 'removed', fault })
    expect(memory.used).toBeLessThanOrEqual(200_000)
  }
  const replay = events.behind({ run: 'run', requests: 0, others: 0 })
  expect(replay.events.length).toBeGreaterThan(1)
  expect(replay.events.length + replay.lost).toBe(100)
  expect(replay.events.at(-1)?.event).toMatchObject({ fault: { id: 'f99' } })
  events.close()
  expect(memory.used).toBe(0)
})
