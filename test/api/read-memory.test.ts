import { describe, expect, test } from 'vitest'
import { Service } from '../support/service.js'
import { dbKey, FROZEN, keysOf, kvKey, NS, OWNER, STORE } from './clients.js'

/** What reads and deletions bring by being counted has room like all that is held, and somewhat more. */

const MONTH = 31 * 24 * 3600 * 1000

const start = () =>
  Service.start({
    clock: FROZEN,
    namespaces: [{ id: NS, owner: OWNER, keys: keysOf('shop') }],
    stores: [{ id: STORE, owner: OWNER, keys: keysOf('web') }],
    database: { keys: [{ key: 'db' }], rateLimit: { requests: 1000, per: '1h' } },
  })

const REQUESTS: [string, Record<string, string>][] = [
  [`GET /v1/kv/${NS}/k`, kvKey('kv_admin_shop')],
  [`DELETE /v1/kv/${NS}/k`, kvKey('kv_admin_shop')],
  [`GET /v1/ec/${STORE}/k`, kvKey('kv_admin_web')],
  ['GET /documents', dbKey('db')],
]

/** Sends a request; its status, and the bytes that it had noted. */
async function ask(service: Service, line: string, headers: Record<string, string>) {
  const { contents } = service.world.memory
  const before = contents.bytes
  const { status } = await service.send(line, { headers })
  return { status, noted: contents.bytes - before }
}

describe.each(REQUESTS)('%s', (line, headers) => {
  test('notes the copy of what a snapshot shares', async () => {
    const service = await start()
    for (const [other, sent] of REQUESTS) await ask(service, other, sent)
    const again = await ask(service, line, headers)
    expect(again.noted).toBeLessThan(100)
    service.world.keep()
    const first = await ask(service, line, headers)
    expect(first.noted).toBeGreaterThan(again.noted + 100)
    expect(first.status).toBeLessThan(500)
  })

  test('is answered where nothing can be written any more, and refused where it would bring too much', async () => {
    const service = await start()
    const { world } = service
    const { bytesMax, contents } = world.memory
    let held = 0
    contents.hold(() => held)
    const fill = (share: number) => {
      held = bytesMax * share
      contents.noteLess()
      contents.takeAll(() => 0)
    }
    world.keep()
    fill(0.8)
    expect(contents.take(1)).toBe(false)
    expect((await ask(service, line, headers)).status).toBeLessThan(500)
    world.snapshots.take(world.capture())
    fill(0.9)
    expect((await ask(service, line, headers)).status).toBe(503)
    expect(service.outcome).toBe('out_of_memory')
  })
})

test('a read notes a row for each month that none was counted in', async () => {
  const service = await start()
  const [line, headers] = REQUESTS[0] ?? ['', {}]
  const noted: number[] = []
  for (let month = 0; month < 3; month++) {
    noted.push((await ask(service, line, headers)).noted, (await ask(service, line, headers)).noted)
    service.advance(MONTH)
  }
  expect(noted.map((bytes) => bytes > 0)).toEqual([true, false, true, false, true, false])
})
