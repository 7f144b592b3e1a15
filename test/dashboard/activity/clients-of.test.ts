import { expect, test } from 'vitest'
import { clientsOf } from '../../../dashboard/views/activity/clients-of.js'
import { AT, someRequest } from './some-request.js'

/** Who sent the requests of the journal, and how often. */

/** Requests some ms apart, newest first, on a clock that is frozen or jumps along. */
const sent = (apartMs: number, count: number, facts: Parameters<typeof someRequest>[0] = {}, movedMs = 0) =>
  Array.from({ length: count }, (_, index) =>
    someRequest({ arrivedMs: 1000 + index * apartMs, at: AT + index * movedMs, durationMs: 4, ...facts }),
  ).reverse()

test('clients are told apart by credential and User-Agent, the busiest first', () => {
  const requests = [
    ...sent(10, 1, { credential: 'kv_b', userAgent: 'shop/2' }),
    ...sent(10, 2, { userAgent: 'shop/2' }),
    ...sent(10, 3, { userAgent: 'poller/1', path: '/v1/kv/ns_a/other' }),
    ...sent(10, 1, { credential: null }),
  ]
  expect(clientsOf(requests)).toMatchObject([
    { credential: 'kv_a', userAgent: 'poller/1', requests: 3, most: { path: '/v1/kv/ns_a/other', count: 3 } },
    { credential: 'kv_a', userAgent: 'shop/2', requests: 2 },
    { credential: 'kv_b', requests: 1, perMinute: undefined, shortestPauseMs: undefined },
    { credential: null, userAgent: '', requests: 1 },
  ])
})

test('a pause is from an answer to the next request, real or virtual, whichever is longer', () => {
  expect(clientsOf(sent(100, 3))).toMatchObject([{ shortestPauseMs: 96, perMinute: undefined }])
  expect(clientsOf(sent(100, 3, { heldMs: 50 }))).toMatchObject([{ shortestPauseMs: 46 }])
  expect(clientsOf(sent(100, 3, {}, 100))).toMatchObject([{ shortestPauseMs: 96, perMinute: 600 }])
  expect(clientsOf(sent(100, 3, {}, 30_000))).toMatchObject([{ shortestPauseMs: 30_000, perMinute: 2 }])
})

test('a 4xx or 5xx counts as refused, and so does a missing answer', () => {
  const requests = [200, 404, 503, null].flatMap((status) => sent(10, 1, { status }))
  expect(clientsOf(requests)).toMatchObject([{ requests: 4, refused: 3 }])
})
