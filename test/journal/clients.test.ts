import { beforeEach, expect, test } from 'vitest'
import type { Client } from '../../src/journal/clients.js'
import { Run } from '../lab/conduct/run.js'

let run: Run

beforeEach(async () => {
  run = await Run.start()
  return () => run[Symbol.asyncDispose]()
})

async function clients(query = ''): Promise<readonly Client[]> {
  const answer = await fetch(`${run.emulator.adminUrl}/clients${query}`)
  return ((await answer.json()) as { clients: Client[] }).clients
}

test('clients are told apart by credential, the busiest first', async () => {
  await run.send('GET /documents', 'db')
  run.wait(1500)
  await run.send('GET /projects', 'db')
  await run.send('GET /documents', 'db')
  await run.send('GET /documents', 'db_other')
  const [own, other] = await clients()
  expect(own).toMatchObject({
    credential: 'db',
    requests: 3,
    refused: 0,
    most: { method: 'GET', path: '/documents', count: 2 },
    lastId: 'r3',
  })
  expect(other).toMatchObject({ credential: 'db_other', requests: 1, perMinute: null, shortestPauseMs: null })
})

test('the pause is the time from a response to the next request, real or virtual, whichever is longer', async () => {
  for (const pauseMs of [1500, 1200, 2000]) {
    await run.send('GET /documents', 'db')
    run.wait(pauseMs)
  }
  await run.send('GET /documents', 'db')
  expect((await clients())[0]?.shortestPauseMs).toBe(1200)
})

test('a 4xx or 5xx counts as refused, and so does a missing response', async () => {
  await run.emulator.faults.add({ match: { operation: 'documents.list' }, status: 503, times: 1 })
  await run.send('GET /documents', 'db')
  await run.send('GET /documents/99', 'db')
  await run.send('GET /documents', 'db')
  expect((await clients())[0]).toMatchObject({ requests: 3, refused: 2 })
})

test('the filters of the journal narrow the list of clients', async () => {
  await run.send('GET /documents', 'db')
  await run.send('GET /projects', 'db')
  expect((await clients('?operation=projects.*')).map(({ requests }) => requests)).toEqual([1])
})

test('requests per minute count virtual time', async () => {
  await run.send('GET /documents', 'db')
  await run.emulator.clock.advance('30s')
  await run.send('GET /documents', 'db')
  expect((await clients())[0]?.perMinute).toBe(2)
})
