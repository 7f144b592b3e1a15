import { beforeEach, expect, test } from 'vitest'
import { summaryToJson } from '../../src/admin/request-json.js'
import { patchProfile } from '../../src/domain/profile/profile.js'
import { type Explanation, explain } from '../../src/inspect/explain.js'
import { bearer, FROZEN, keysOf, kvKey, NS, OWNER, STORE } from '../request/clients.js'
import type { Sent } from '../support/service.js'
import { Service } from '../support/service.js'

/** Explains more than the gates: why an entry is missing, and which gaps and which fault decided the response. */

const SEED = {
  clock: FROZEN,
  namespaces: [
    {
      id: NS,
      owner: OWNER,
      keys: keysOf('shop'),
      entries: [
        { key: 'k', value: 'v', ttlSeconds: 3600 },
        { key: 'soon', value: 'v', ttlSeconds: 60 },
      ],
    },
  ],
  stores: [{ id: STORE, keys: keysOf('web'), entries: [{ key: 'c', value: 1 }] }],
  database: { keys: [{ key: 'db' }] },
}

const SHOP = kvKey('kv_admin_shop')
const WEB = kvKey('kv_admin_web')
const PUT = '{"value":"v","ttlSeconds":60}'

let service: Service

beforeEach(async () => {
  service = await Service.start(SEED)
})

/** The explanation of the request n before the last one. */
function told(back = 0): Explanation {
  const record = service.world.journal.list()[back]
  if (record === undefined) throw new Error('nothing was requested')
  return explain(record)
}

async function ask(line: string, sent: Sent = {}): Promise<Explanation> {
  await service.send(line, sent)
  return told()
}

const getKey = (key: string) => ask(`GET /v1/kv/${NS}/${key}`, { headers: SHOP })
const deleteKey = (key: string) => ask(`DELETE /v1/kv/${NS}/${key}`, { headers: SHOP })
const putKey = (key: string) => ask(`PUT /v1/kv/${NS}/${key}`, { headers: SHOP, body: PUT })

const EXPIRED = 'expired at 2026-01-15T12:01:00.000Z'

test('a missing entry may never have existed', async () => {
  expect((await getKey('no')).entry).toBe('never existed')
  expect((await deleteKey('no')).entry).toBe('never existed')
})

test('a missing entry expired, whichever request found it missing', async () => {
  service.advance(60_000)
  expect((await getKey('soon')).entry).toBe(EXPIRED)
  expect((await getKey('soon')).entry).toBe(EXPIRED)
  expect((await deleteKey('soon')).entry).toBe(EXPIRED)
  await getKey('no')
  const expiredAt = service.world.journal.list().map((record) => summaryToJson(record).expiredAt)
  expect(expiredAt).toEqual([undefined, ...Array(3).fill(Date.parse('2026-01-15T12:01:00Z'))])
})

test('a missing entry expired, and was removed by a list or a read of the usage', async () => {
  service.advance(61_000)
  await ask(`GET /v1/kv/${NS}`, { headers: await bearer() })
  service.advance(3_600_000)
  expect((await getKey('soon')).entry).toBe(EXPIRED)
  service = await Service.start(SEED, { kv: { expiredStorage: 'freed' } })
  service.advance(61_000)
  await ask(`GET /v1/usage/${NS}`, { headers: await bearer() })
  expect((await getKey('soon')).entry).toBe(EXPIRED)
})

test('a missing entry was deleted by a request, in a config store too', async () => {
  await deleteKey('k')
  expect((await getKey('k')).entry).toBe('deleted by request r1')
  await ask(`DELETE /v1/ec/${STORE}/c`, { headers: WEB })
  expect((await ask(`GET /v1/ec/${STORE}/c`, { headers: WEB })).entry).toBe('deleted by request r3')
  expect((await ask(`DELETE /v1/ec/${STORE}/c`, { headers: WEB })).entry).toBe('deleted by request r3')
  expect((await ask(`GET /v1/ec/${STORE}/no`, { headers: WEB })).entry).toBe('never existed')
})

test('a missing entry expired after it was deleted and written again', async () => {
  await deleteKey('k')
  await putKey('k')
  expect((await getKey('k')).entry).toBeUndefined()
  service.advance(60_000)
  expect((await getKey('k')).entry).toBe(EXPIRED)
})

test('a missing entry is explained as of the time of the request, whatever came after', async () => {
  await getKey('late')
  await putKey('late')
  await deleteKey('late')
  await getKey('late')
  expect(told(3).entry).toBe('never existed')
  expect(told().entry).toBe('deleted by request r3')
})

test('a missing entry is explained even if the delete of a missing entry succeeds', async () => {
  service = await Service.start(SEED, { kv: { deleteMissing: 'ok' }, config: { deleteMissing: 'ok' } })
  const { entry, gates } = await deleteKey('no')
  expect(entry).toBe('never existed')
  expect(gates.map(({ gate }) => gate)).not.toContain('entry exists')
})

test('a missing entry is not mentioned for a put', async () => {
  expect(await putKey('new')).not.toHaveProperty('entry')
  service.advance(60_000)
  expect(await putKey('soon')).not.toHaveProperty('entry')
})

test('a missing entry has no record if more entries went missing than are remembered', async () => {
  const { tombstones } = service.world
  for (let i = 0; i < 10_001; i++) tombstones.note(NS, `gone${i}`, { expiredAt: 0 })
  expect((await getKey('gone0')).entry).toBe('no record (only the last 10000 are kept)')
  expect((await getKey('gone1')).entry).toBe('expired at 1970-01-01T00:00:00.000Z')
  expect((await getKey('no')).entry).toBe('no record (only the last 10000 are kept)')
})

test('a missing entry never existed after a reset, even if it was deleted before', async () => {
  await putKey('new')
  await deleteKey('new')
  service.world.reset(new Set(['requests']))
  expect((await getKey('new')).entry).toBe('never existed')
})

test('the gaps that a response used have the values of the time of the request', async () => {
  await deleteKey('no')
  const { world } = service
  world.changeProfile(patchProfile(world.profile, { kv: { deleteMissing: 'ok', deleteBody: 'ok' } }))
  await deleteKey('no')
  expect(told(1).gaps).toMatchObject({ 'kv.deleteMissing': 404 })
  expect(told(1).gaps).not.toHaveProperty('kv.deleteBody')
  expect(told().gaps).toMatchObject({ 'kv.deleteMissing': 'ok', 'kv.deleteBody': 'ok' })
})

test('a request that matched a fault reached no gate if the fault came before the operation', async () => {
  service.world.faults.add([{ id: 'down', status: 503 }], 0)
  const { fault, gates, gaps } = await putKey('n')
  expect(fault).toEqual({ id: 'down', text: 'the client got a 503' })
  expect(new Set(gates.map(({ result }) => result))).toEqual(new Set(['not reached']))
  expect(gates.flatMap((gate) => Object.keys(gate))).not.toContain('limit')
  expect(Object.keys(gaps).sort()).toEqual(['errors.codes', 'errors.shape'])
})

test('a request that matched a fault passed its gates if the fault came after the operation, and shows the lost status', async () => {
  service.world.faults.add([{ id: 'lossy', status: 503, effect: 'after' }], 0)
  const put = await putKey('n')
  expect(put.fault).toEqual({
    id: 'lossy',
    text: 'the client got a 503; the 200 response was lost',
    lostStatus: 200,
  })
  expect(new Set(put.gates.map(({ result }) => result))).toEqual(new Set(['passed']))
  const got = await getKey('no')
  expect(got).toMatchObject({ fault: { id: 'lossy', lostStatus: 404 }, entry: 'never existed' })
  expect(got.gates.at(-1)).toEqual({ gate: 'entry exists', result: 'refused' })
})

test('a request that matched a fault lost nothing if the fault was only a delay', async () => {
  service.world.faults.add([{ delay: 5 }], 0)
  expect((await getKey('k')).fault).toEqual({
    id: 'f_1',
    text: expect.stringMatching(/^it has held the request for \d+ ms so far; the client is waiting$/),
  })
})
