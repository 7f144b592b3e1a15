import { beforeEach, describe, expect, test } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

const NS = 'ns_a_1'
const SEED = {
  namespaces: [{ id: NS, entries: [{ key: 'k', value: 1, ttlSeconds: 60 }] }],
  stores: [{ id: 'ec_a_1' }],
}

let calls: AdminCalls
beforeEach(async () => {
  calls = new AdminCalls(await Service.start(SEED))
})

const repeated = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)
describe('the body of a command', () => {
  const MAX = 262_144
  const spaces = (length: number) => ' '.repeat(length)

  test.each([
    ['POST /clock', '{"advance": "1h"}'],
    ['POST /reset', '{"keep": ["clock"]}'],
    ['POST /tokens', '{"sub": "a"}'],
    ['POST /snapshots', '{"name": "a"}'],
    ['PATCH /faults/f_1', '{"enabled": false}'],
    ['PATCH /profile', '{}'],
    ['PATCH /database', '{}'],
    ['POST /namespaces', '{"name": "a"}'],
    [`PATCH /namespaces/${NS}`, '{}'],
    ['POST /stores', '{"name": "a"}'],
    ['PATCH /stores/ec_a_1', '{}'],
    [`POST /namespaces/${NS}/keys`, '{"scope": "read"}'],
    ['POST /undo', '{}'],
  ])('%s limits the size of its body', async (line, body) => {
    if (line.includes('f_1')) await calls.send('POST /faults', { status: 503 })
    if (line.includes('undo')) await calls.send('POST /clock', { advance: '1h' })
    const longest = body + spaces(MAX - body.length)
    expect(await calls.send(line, `${longest} `)).toMatchObject({
      status: 413,
      json: {
        error: 'too_large',
        message: `the body is longer than ${MAX} bytes`,
        hint: expect.stringContaining('GET /_admin/openapi.json'),
      },
    })
    expect((await calls.send(line, longest)).status).toBeLessThan(300)
  })

  test('the limit counts bytes, whatever the body came in', async () => {
    const body = `{"name": "${'ü'.repeat(MAX / 2)}"}`
    expect((await calls.send('POST /snapshots', body)).status).toBe(413)
    const asPieces = await calls.send('POST /snapshots', '', { body: `{}${spaces(MAX)}` })
    expect(asPieces.status).toBe(413)
  })

  test('a long list is refused with one message, not with one for each item', async () => {
    expect(await calls.refused('POST /reset', { keep: repeated(10_000, 'clocks') })).toMatchObject({
      message: 'keep: expected a list of "clock", "faults" and "requests", found a list',
    })
  })
})
