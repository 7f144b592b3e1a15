import { expect, test } from 'vitest'
import { Connections } from '../../src/domain/requests/connection.js'
import type { Answer } from '../../src/domain/requests/reply.js'
import { serveData } from '../../src/request/http/serve.js'
import type { DataPlane } from '../../src/request/pipeline.js'
import { rejectionAnswer } from '../../src/request/rejection.js'
import { ServedServices } from '../../src/request/served-services.js'
import { launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { listen } from '../../src/web/server.js'
import { Service } from '../support/service.js'
import { foreignWords } from '../support/service-words.js'

/** A defect of the emulator may cost one request, but never the process. */

/** A path for each service's form of errors. */
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
  [
    'in a delayed answer',
    () => ({
      reply: { ...reply, headers: ['X Bad', 'a'] },
      faultAction: { fault: 'f', delayMs: 1, connection: undefined },
    }),
  ],
])('a defect %s is a 500 with a reason', async (_what, answer) => {
  // Serving uses nothing else of either.
  const plane = { answer, services: new ServedServices(services) } as unknown as DataPlane
  const { world } = await Service.start({ clock: { now: '2031-02-03T04:05:06Z', freeze: true } })
  const serve = serveData(plane, {})
  const at = (target = '') => ({ world: undefined, prefix: '', target })
  const told: unknown[] = []
  const server = await listen(
    (message, response) => serve({ context: { world }, address: at(message.url) }, message, response),
    {
      host: '127.0.0.1',
      port: 0,
      connections: new Connections(() => 0),
      word: (rejection, target) =>
        rejectionAnswer(rejection, {
          world,
          services: plane.services,
          target,
          fallback: 'kv',
          hasAdmin: false,
        }),
      onDefect: (error) => told.push(error),
    },
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
        expect(told.splice(0)).toEqual([expect.any(Error)])
      }
    }
  } finally {
    await server.close()
  }
})

const REQUESTS: readonly [path: string, init?: RequestInit][] = [
  ['/'],
  ['/.well-known/openid-configuration'],
  ['/_dashboard/', { headers: { Accept: 'text/html' } }],
  ['/', { headers: { Accept: 'text/html' }, redirect: 'manual' }],
  ['/documents', { headers: { 'X-API-Key': 'db_demo' } }],
  ['/documents', { method: 'POST', headers: { 'X-API-Key': 'db_demo' }, body: '{"title":"a"}' }],
  ['/documents', { headers: { 'X-Emulator-World': 'nowhere' } }],
  ['/_admin/clock'],
  ['/_admin/state'],
  ['/_admin/clock', { method: 'POST', body: '{"advance":"1s"}' }],
  ['/_admin/worlds', { method: 'POST', body: '{"from":"seed"}' }],
]

test.each(REQUESTS)(
  'a defect at any reading of the clock costs %s %j its answer',
  async (path, init = {}) => {
    let now = Date.UTC(2026, 0, 15)
    let left = Number.POSITIVE_INFINITY
    const told: unknown[] = []
    const realNow = () => {
      if (--left === 0) throw new Error('no time')
      return now++
    }
    const emulator = await launch({ services }, { realNow, onDefect: (error) => told.push(error) })
    const ask = () => fetch(`${emulator.baseUrl}${path}`, init)
    try {
      const { status } = await ask()
      let failures = 0
      for (let at = 1; left > 0; at++) {
        left = at
        const answer = await ask()
        const text = await answer.text()
        if (left > 0) break
        failures++
        expect([answer.status, text]).toEqual([500, expect.stringContaining('"internal_error"')])
        expect(answer.headers.get('x-emulator-reason')).toBe('a defect of the emulator: Error: no time')
        expect(told.splice(0)).toEqual([new Error('no time')])
        left = Number.POSITIVE_INFINITY
      }
      left = Number.POSITIVE_INFINITY
      expect(failures).toBeGreaterThan(0)
      expect((await ask()).status).toBe(status)
    } finally {
      left = Number.POSITIVE_INFINITY
      await emulator.close()
    }
  },
)
