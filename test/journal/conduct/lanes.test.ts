import { beforeEach, describe, expect, test } from 'vitest'
import type { Lane } from '../../../src/journal/conduct/lanes.js'
import { Run } from './run.js'

let run: Run

beforeEach(async () => {
  run = await Run.start()
  return () => run[Symbol.asyncDispose]()
})

async function lanes(query = ''): Promise<readonly Lane[]> {
  const answer = await fetch(`${run.emulator.adminUrl}/lanes${query}`)
  return ((await answer.json()) as { lanes: Lane[] }).lanes
}

const fail = (times: number, more: object = {}) =>
  run.emulator.faults.add({ match: { operation: 'documents.list' }, status: 503, times, ...more })

describe('lanes', () => {
  test('have the requests of a client, oldest first, with the pauses between them', async () => {
    await run.send('GET /documents', 'db')
    run.wait(1500)
    await run.send('GET /projects', 'db')
    await run.send('GET /documents', 'db_other')
    const [other, own] = await lanes()
    expect(other).toMatchObject({ client: 'db_other', requests: [{ id: 'r3', status: 200 }] })
    expect(own?.client).toBe('db')
    expect(own?.requests).toEqual([
      expect.objectContaining({ id: 'r1', operation: 'documents.list', path: '/documents', status: 200 }),
      expect.objectContaining({ id: 'r2', operation: 'projects.list', sinceMs: 1500 }),
    ])
    expect(own?.requests[0]).not.toHaveProperty('sinceMs')
  })

  test('join retries to what they repeat, and tell the pauses that were asked for', async () => {
    await fail(2, { retryAfter: 30 })
    await run.send('GET /documents', 'db')
    run.wait(1000)
    await run.send('GET /documents', 'db')
    run.wait(30_000)
    await run.send('GET /documents', 'db')
    const [lane] = await lanes()
    expect(lane?.requests).toMatchObject([
      { id: 'r1' },
      { id: 'r2', retryOf: 'r1', pause: { by: 'r1', askedMs: 30_000, waitedMs: 1000, verdict: 'early' } },
      { id: 'r3', retryOf: 'r2', pause: { by: 'r2', askedMs: 30_000, waitedMs: 30_000, verdict: 'kept' } },
    ])
  })

  test('hold everything of a key to the pause that a 429 asks for', async () => {
    await run.emulator.faults.add({
      match: { operation: 'documents.list' },
      status: 429,
      retryAfter: 10,
      times: 1,
    })
    await run.send('GET /documents', 'db')
    run.wait(2000)
    await run.send('GET /projects', 'db')
    run.wait(9000)
    await run.send('GET /projects', 'db')
    run.wait(1000)
    await run.send('GET /projects', 'db')
    const [lane] = await lanes()
    expect(lane?.requests.map(({ pause }) => pause)).toEqual([
      undefined,
      { by: 'r1', askedMs: 10_000, waitedMs: 2000, verdict: 'early' },
      { by: 'r1', askedMs: 10_000, waitedMs: 11_000, verdict: 'kept' },
      undefined,
    ])
  })

  test('take the filters of the journal', async () => {
    await run.send('GET /documents', 'db')
    await run.send('GET /projects', 'db_other')
    expect((await lanes('?operation=projects.*')).map(({ client }) => client)).toEqual(['db_other'])
    expect(await lanes('?limit=1')).toHaveLength(1)
  })
})
