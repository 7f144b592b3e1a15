import { describe, expect, test } from 'vitest'
import { journalCalls, NOW } from './journal-world.js'

const { world, record, call, refusalOf, idsOf } = journalCalls()

test('GET /requests lists the requests and their outcomes', async () => {
  record({ method: 'PUT', operation: 'kv.put', target: '/v1/kv/ns_a/k?x=1', durationMs: 0.123456 })
  record({ status: 404, refused: 'not_emulated', operation: null, credential: null })
  expect(await call('GET', '/requests')).toEqual({
    status: 200,
    body: {
      requests: [
        {
          id: 'r2',
          at: NOW,
          atIso: '2026-01-31T23:59:00.000Z',
          operation: null,
          method: 'GET',
          path: '/v1/kv/ns_a/k',
          status: 404,
          outcome: 'not_emulated',
          reason: 'because',
          credential: null,
          arrivedMs: 0,
          durationMs: 1,
        },
        {
          id: 'r1',
          at: NOW,
          atIso: '2026-01-31T23:59:00.000Z',
          operation: 'kv.put',
          method: 'PUT',
          path: '/v1/kv/ns_a/k',
          status: 200,
          outcome: 'ok',
          credential: 'kv_read_a',
          arrivedMs: 0,
          durationMs: 0.123,
        },
      ],
      dropped: 0,
    },
  })
})

test('GET /requests counts the requests that were dropped at the bound', async () => {
  for (let i = 0; i < 7; i++) record()
  const { body } = await call('GET', '/requests')
  expect(body).toMatchObject({ dropped: 2 })
  expect(await idsOf('')).toEqual(['r7', 'r6', 'r5', 'r4', 'r3'])
})

test('GET /requests does not show the signature of a token that was sent as a key', async () => {
  record({ credential: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2lnbmF0dXJl' })
  const { body } = await call('GET', '/requests')
  expect(body).toMatchObject({ requests: [{ credential: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.…' }] })
})

describe('GET /requests/:id', () => {
  const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2FsaWNlIn0.c2lnbmF0dXJl-_'
  const masked = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2FsaWNlIn0.…'

  test('GET /requests/:id adds target, headers and bodies', async () => {
    record({
      target: '/v1/kv/ns_a/k?x=1',
      headers: ['Host', 'localhost', 'X-KV-Key', 'kv_read_a', 'x-kv-key', 'kv_read_b'],
      body: '{"value":"é"}',
      replyHeaders: ['X-Emulator-Reason', 'because'],
      replyBody: '{"ok":true}',
    })
    record()
    const { status, body } = await call('GET', '/requests/r1')
    expect(status).toBe(200)
    // test/inspect/explain.test.ts checks its contents.
    expect(body).toMatchObject({ explain: { gates: expect.any(Array), gaps: {} } })
    expect(body).toMatchObject({
      id: 'r1',
      at: NOW,
      atIso: '2026-01-31T23:59:00.000Z',
      operation: 'kv.get',
      method: 'GET',
      path: '/v1/kv/ns_a/k',
      status: 200,
      outcome: 'ok',
      credential: 'kv_read_a',
      durationMs: 1,
      target: '/v1/kv/ns_a/k?x=1',
      requestHeaders: [
        ['Host', 'localhost'],
        ['X-KV-Key', 'kv_read_a'],
        ['x-kv-key', 'kv_read_b'],
      ],
      responseHeaders: [
        ['Content-Type', 'application/json'],
        ['Content-Length', '11'],
        ['Date', 'Sat, 31 Jan 2026 23:59:00 GMT'],
        ['X-Emulator-Reason', 'because'],
      ],
      requestBody: { text: '{"value":"é"}', bytes: 14 },
      responseBody: { text: '{"ok":true}', bytes: 11 },
    })
  })

  test('GET /requests/:id leaves out bodies that were missing, or dropped at the bound', async () => {
    record({ body: 'x'.repeat(600) })
    world().journal.newest?.dropBodies()
    record({ body: 'y'.repeat(600) })
    expect((await call('GET', '/requests/r1')).body).not.toHaveProperty('requestBody')
    expect((await call('GET', '/requests/r2')).body).not.toHaveProperty('responseBody')
  })

  test.each<[name: string, sent: string, shown: string]>([
    ['Authorization', `Bearer ${token}`, `Bearer ${masked}`],
    ['authorization', 'Bearer a.b.c.d.e', 'Bearer a.b.…'],
    ['Cookie', `a=1; session=${token}; b=${token}`, `a=1; session=${masked}; b=${masked}`],
    ['X-API-Key', 'db_dev', 'db_dev'],
  ])('the header %s: %s is shown as %s', async (name, sent, shown) => {
    record({ headers: [name, sent], replyHeaders: [name, sent] })
    expect((await call('GET', '/requests/r1')).body).toMatchObject({
      requestHeaders: [[name, shown]],
      responseHeaders: [
        ['Date', 'Sat, 31 Jan 2026 23:59:00 GMT'],
        [name, shown],
      ],
    })
  })

  test.each(['r9', 'r1', 'constructor'])('request %s is not found', async (id) => {
    for (let i = 0; i < 6; i++) record()
    expect(await refusalOf(`/requests/${id}`)).toMatchObject({
      code: 'not_found',
      message: `request ${id} is not in the journal; it may have been dropped`,
      hint: 'the journal keeps the last 5 (--max-requests, in code bounds.requests); GET /_admin/requests lists them',
    })
  })
})

test('DELETE /requests empties the journal, and ids go on', async () => {
  for (let i = 0; i < 7; i++) record()
  expect(await call('DELETE', '/requests')).toEqual({ status: 204, body: undefined })
  expect((await call('GET', '/requests')).body).toEqual({ requests: [], dropped: 0 })
  record()
  expect(await idsOf('')).toEqual(['r8'])
})
