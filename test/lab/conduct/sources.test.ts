import { expect, test } from 'vitest'
import { conduct } from '../../../lab/index.js'
import { startOverHttp } from '../emulators.js'
import { Run } from './run.js'

/** A journal is judged the same, wherever it comes from. */

/** Breaks most duties: retries at once, polls, leaves pages, and sends TTLs that are too short. */
async function behaveBadly(run: Run): Promise<void> {
  await run.emulator.faults.add([
    { status: 503, retryAfter: 2, times: 2, match: { operation: 'kv.put' } },
    { connection: 'reset', times: 1, match: { operation: 'kv.get' } },
  ])
  for (let n = 0; n < 4; n++) {
    await run.send('PUT /v1/kv/ns_a/k', 'kv_write_a', { value: 'ü', ttlSeconds: 10 })
    run.wait(1)
  }
  await run.send('GET /v1/kv/ns_a/k', 'kv_read_a').catch(() => {})
  for (let n = 0; n < 6; n++) await run.send('GET /documents?limit=2', 'db')
}

test('requests and an archive are judged as the world is from which they were taken', async () => {
  await using run = await Run.start()
  await behaveBadly(run)
  const { emulator } = run
  const judged = await conduct(emulator)
  expect(judged.duties.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    'retry-after broken',
    'retry-pause undecided',
    'backoff not exercised',
    'paging broken',
    'polling broken',
    'credential kept',
  ])
  // Only the world knows the scopes of keys.
  const others = judged.duties.filter(({ id }) => id !== 'credential')
  const expected = { ...judged, duties: [...others, expect.objectContaining({ verdict: 'not exercised' })] }
  expect(await conduct(await emulator.requests({ details: true }))).toEqual(expected)
  expect(await conduct(JSON.parse(JSON.stringify(await emulator.har())))).toEqual(expected)
})

test('a request whose body the journal has dropped repeats no other', async () => {
  await using run = await Run.under({ status: 503, effect: 'after' })
  for (let n = 0; n < 4; n++) {
    await run.send('PUT /v1/kv/ns_a/k', 'kv_write_a', { value: 1, ttlSeconds: 60 })
    await run.send('GET /v1/kv/ns_a/k', 'kv_read_a')
  }
  const kept = await run.emulator.requests({ details: true })
  const dropped = kept.map(({ requestBody, responseBody, ...rest }) => ({ ...rest, bodies: 'dropped' }))
  const breaches = async (requests: typeof kept) =>
    (await conduct(requests)).duties.find(({ id }) => id === 'retry-pause')?.breaches
  expect([await breaches(kept), await breaches(dropped)]).toEqual([6, 3])
})

test('an emulator elsewhere is judged by its admin interface, page after page', async () => {
  await using emulator = await startOverHttp()
  for (let n = 0; n < 120; n++) {
    await (await emulator.fetch('/documents/1', { headers: { 'X-API-Key': 'db_dev' } })).text()
  }
  expect(await conduct(emulator)).toMatchObject({ judged: 120, dropped: 0 })
})

test('an archive of another program is refused', async () => {
  await expect(conduct({ log: { version: '1.2', entries: [] } })).rejects.toThrow(TypeError)
})
