import { expect, it } from 'vitest'
import { serveData } from '../../src/api/http/serve.js'
import type { Answer } from '../../src/api/message.js'
import type { DataPlane } from '../../src/api/pipeline.js'
import type { RequestRecord } from '../../src/api/record.js'
import { MemoryBudget } from '../../src/core/memory.js'
import { defaultProfile } from '../../src/domain/profile/profile.js'
import type { World } from '../../src/domain/world.js'
import { listen } from '../../src/web/server.js'

/** What a defect of the emulator's own may cost: one request, never the process. */

const reply = { status: 200, headers: [], body: '{}' }

it.each<[what: string, answer: () => Answer | Promise<Answer>]>([
  [
    'that is thrown',
    () => {
      throw new Error('broken\r\nX-Evil: 1')
    },
  ],
  ['that comes late', () => Promise.reject(new Error('broken'))],
  ['in a header', () => ({ reply: { ...reply, headers: ['X-Bad', 'a\r\nb'] }, faultAction: undefined })],
  [
    'in a header that comes late',
    () => Promise.resolve({ reply: { ...reply, headers: ['X Bad', 'a'] }, faultAction: undefined }),
  ],
])('a defect %s is a 500 with a reason', async (_what, answer) => {
  // Serving needs no more of either.
  const plane = { answer } as unknown as DataPlane
  const world = { profile: defaultProfile } as World<RequestRecord>
  const memory = new MemoryBudget(Number.POSITIVE_INFINITY)
  const serve = serveData(plane, { memory })
  const address = { world: undefined, prefix: '', target: '/' }
  const server = await listen(
    (message, response) => serve(world, address, message, response),
    0,
    '127.0.0.1',
    { monotonic: () => 0, memory, word: () => ({ headers: [], body: '' }) },
  )
  try {
    for (const body of ['', 'a body']) {
      const init = body === '' ? {} : { method: 'PUT', body }
      const response = await fetch(`http://127.0.0.1:${server.port}/`, init)
      expect(response.status).toBe(500)
      expect(response.headers.get('x-emulator-reason')).toContain('a defect of the emulator')
      expect(response.headers.has('x-evil')).toBe(false)
      expect(await response.json()).toMatchObject({ error: 'internal_error' })
    }
  } finally {
    await server.close()
  }
})
