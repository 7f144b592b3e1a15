import { expect, test } from 'vitest'
import { clientsOf } from '../../../dashboard/views/requests/clients-of.js'
import type { LaneRequest } from '../../../src/journal/conduct/lanes.js'

const START = Date.UTC(2026, 0, 31, 12)

let id = 0
const request = (seconds: number, parts: Partial<LaneRequest> = {}): LaneRequest => ({
  id: `r${++id}`,
  at: START + seconds * 1000,
  operation: 'kv.get',
  method: 'GET',
  path: '/v1/kv/ns_a_1/flag',
  status: 200,
  userAgent: 'web/1',
  ...parts,
})

test('programs that share a key are told apart by their User-Agent, the busiest first', () => {
  const poller = [0, 1, 2, 3].map((seconds) => request(seconds, { userAgent: 'poller/2', sinceMs: 900 }))
  const clients = clientsOf([{ client: 'kv_a', requests: [request(0), ...poller] }])
  expect(clients.map(({ userAgent, requests }) => [userAgent, requests])).toEqual([
    ['poller/2', 4],
    ['web/1', 1],
  ])
  expect(clients[0]).toMatchObject({ credential: 'kv_a', perMinute: 60, shortestPauseMs: 900 })
  expect(clients[1]).toMatchObject({ perMinute: undefined, shortestPauseMs: undefined })
})

test('counts what was refused or lost, what is asked for most, and pauses that were not kept', () => {
  const pause = { by: 'r1', askedMs: 1000, waitedMs: 10 }
  const [client] = clientsOf([
    {
      client: null,
      requests: [
        request(0, { status: 429, path: '/documents' }),
        request(1, { status: null, pause: { ...pause, verdict: 'early' } }),
        request(2, { pause: { ...pause, verdict: 'kept' } }),
      ],
    },
  ])
  expect(client).toMatchObject({ refused: 2, early: 1, most: { subject: 'GET ns_a_1 › flag', count: 2 } })
})
