import { expect, test } from 'vitest'
import { serveData } from '../../src/api/http/serve.js'
import type { Answer } from '../../src/api/message.js'
import type { DataPlane } from '../../src/api/pipeline.js'
import { listen } from '../../src/web/server.js'
import { Service } from '../support/service.js'
import { foreignWords } from '../support/service-words.js'

/** A defect of the emulator may cost one request, never the process. */

/** The error body of each service, by a path. */
const SHAPES = [
  ['/v1/kv/ns_a_b/c', { ok: false, error: 'internal_error' }],
  ['/documents', { error: 'internal_error' }],
] as const

const reply = { status: 200, headers: [], body: '{}' }

test.each<[what: string, answer: () => Answer | Promise<Answer>]>([
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
  const { world } = await Service.start({ clock: { now: '2031-02-03T04:05:06Z', freeze: true } })
  const serve = serveData(plane, {})
  const at = (target = '') => ({ world: undefined, prefix: '', target })
  const server = await listen(
    (message, response) => serve({ world, address: at(message.url) }, message, response),
    { host: '127.0.0.1', port: 0, monotonic: () => 0, word: () => ({ headers: [], body: '' }) },
  )
  try {
    for (const [body, headers] of [
      ['', {}],
      ['a body', {}],
      ['', { Origin: 'http://a' }],
    ] as const) {
      for (const [path, shape] of SHAPES) {
        const init = body === '' ? { headers } : { method: 'PUT', body }
        const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
        expect(response.status).toBe(500)
        expect(response.headers.get('x-emulator-reason')).toContain('a defect of the emulator')
        expect(response.headers.has('x-evil')).toBe(false)
        expect(response.headers.get('date')).toBe('Mon, 03 Feb 2031 04:05:06 GMT')
        const text = await response.text()
        expect(JSON.parse(text)).toEqual({ ...shape, message: expect.any(String) })
        expect(foreignWords(text)).toEqual([])
      }
    }
  } finally {
    await server.close()
  }
})
