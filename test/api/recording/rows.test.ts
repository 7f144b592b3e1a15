import { expect, test } from 'vitest'
import type { RequestCommand } from '../../../src/api/command.js'
import type { RequestRecord } from '../../../src/api/record.js'
import { bearer, dbKey, NS, startShop } from '../clients.js'

/** More than stay as they are. */
const ENOUGH = 200

const REST = {
  database: { keys: [{ key: 'db' }], rateLimit: { requests: 3, per: '1m' } },
  faults: [
    { match: { key: 'slow' }, delay: 5, status: 503, body: { why: 'busy' } },
    { match: { key: 'lost' }, connection: 'reset' },
  ],
}

/** A world after requests of every sort, with the record and the command of each as they were. */
async function run() {
  const { service, get, put, list } = await startShop({}, { auth: { tokenTime: 'virtual' } }, REST)
  const { journal, history } = service.world
  const records: RequestRecord[] = []
  const commands: [index: number, command: RequestCommand][] = []
  const note = () => {
    if (journal.newest !== undefined) records.push(journal.newest)
    if (history.newestRequest !== undefined) commands.push([history.length - 1, history.newestRequest])
  }
  const sends: (() => Promise<unknown>)[] = [
    () => put('k', { value: { a: 'ä' }, ttlSeconds: 60 }),
    () => put('short', { value: 1, ttlSeconds: 1 }),
    () => get('k', { headers: { 'X-KV-Key': 'kv_read_shop', 'X-Other': 'ü' } }),
    () => get('missing'),
    () => get('k', { headers: { 'X-KV-Key': 'wrong' } }),
    () => put('bytes', Buffer.from([0xff, 0xfe])),
    () => put('long', { value: 'x'.repeat(70_000), ttlSeconds: 60 }),
    () => get('slow'),
    () => get('lost').catch(() => undefined),
    () => list(),
    () => list({ headers: {} }),
    () => service.send('POST /documents', { headers: dbKey('db'), body: '{"title":"t","project":1}' }),
    ...Array.from(
      { length: 4 },
      () => () => service.send('GET /documents?limit=1', { headers: dbKey('db') }),
    ),
    () => service.send('PATCH /elsewhere'),
    async () => service.send(`GET /v1/usage/${NS}`, { headers: await bearer('user_bob', { n: 1 }) }),
  ]
  for (const send of sends) {
    await send()
    note()
  }
  const fill = async () => {
    for (let count = 0; count < ENOUGH; count++) await get(`fill${count}`)
  }
  await fill()
  return { journal, history, records, commands, put, fill }
}

test('a record and its command read the same once they are rows', async () => {
  const { journal, history, records, commands } = await run()
  expect(new Set(records.map(({ outcome }) => outcome)).size).toBeGreaterThan(6)
  for (const record of records) {
    const row = journal.find(record.id)
    expect(row).not.toBe(record)
    expect(row).toEqual(record)
    expect(row?.memoryBytes).toBe(record.memoryBytes)
  }
  for (const [index, command] of commands) {
    const row = history.at(index)
    expect(row).not.toBe(command)
    expect(row).toEqual(command)
    expect(row?.bytes).toBe(command.bytes)
  }
})

test('a record that is a row loses its bodies as any other', async () => {
  const { journal, records, put } = await run()
  const [first] = records
  const { bodyDigest } = first ?? {}
  for (let count = 0; count < 30; count++)
    await put(`big${count}`, { value: 'x'.repeat(60_000), ttlSeconds: 60 })
  const row = journal.find('r1')
  expect(row?.bodiesKept).toBe('dropped')
  expect(row).toMatchObject({ requestBody: undefined, replyBody: undefined, bodyDigest, requestBytes: 36 })
})
