import { describe, expect, test } from 'vitest'
import { conduct } from '../../../lab/index.js'
import { NOT_EXERCISED, Run } from './run.js'

const DOCUMENT = { title: 'New' }

describe('polling', () => {
  async function poll(run: Run, times: number, everyMs: number, line = 'GET /documents', key = 'db') {
    for (let i = 0; i < times; i++) {
      await run.send(line, key)
      run.wait(everyMs)
    }
  }

  test.each([
    [1, 0, 'not exercised'],
    [4, 0, 'kept'],
    [5, 999, 'broken'],
    [50, 1000, 'kept'],
  ])('a list is read %d times, every %d ms: %s', async (times, everyMs, verdict) => {
    await using run = await Run.start()
    await poll(run, times, everyMs)
    expect(await run.duty('polling')).toMatchObject({ verdict })
  })

  test('conduct names the lists that were too close together, and not the ones before', async () => {
    await using run = await Run.start()
    await poll(run, 3, 2000, 'GET /projects?limit=50')
    await poll(run, 6, 200, 'GET /projects')
    expect(await run.duty('polling')).toMatchObject({
      verdict: 'broken',
      breaches: 1,
      requests: ['r4', 'r5', 'r6', 'r7', 'r8', 'r9'],
      wrong: ['/projects was requested 6 times, less than 1 s apart'],
    })
  })

  test.each<[what: string, times: number, act: (run: Run) => Promise<unknown>]>([
    ['after writes of its own', 9, (run) => run.send('POST /documents', 'db', DOCUMENT)],
    ['of two collections', 4, (run) => run.send('GET /projects', 'db')],
  ])('lists %s are not polling', async (_what, times, act) => {
    await using run = await Run.start()
    for (let i = 0; i < times; i++) {
      await poll(run, 1, 1)
      await act(run)
    }
    expect(await run.duty('polling')).toMatchObject({ verdict: 'kept' })
  })

  test('the lists of two clients do not add up, and a walk over many pages is not polling', async () => {
    await using run = await Run.start()
    await poll(run, 4, 1)
    await poll(run, 4, 1, 'GET /documents', 'db_other')
    let next: string | null = '/documents?limit=1'
    for (let page = 0; page < 5; page++) {
      next = (await run.send(`GET ${next}`, 'db_third')).headers.get('x-next')
    }
    expect(next).toBeNull()
    expect(await run.duty('polling')).toMatchObject({ verdict: 'kept', occasions: 2 })
  })

  test('a list after a write of another client counts', async () => {
    await using run = await Run.start()
    for (let i = 0; i < 5; i++) {
      await poll(run, 1, 1)
      await run.send('POST /documents', 'db_other', DOCUMENT)
    }
    expect(await run.duty('polling')).toMatchObject({ verdict: 'broken' })
  })
})

describe('credential', () => {
  const put = (run: Run, key: string) => run.send('PUT /v1/kv/ns_a/k', key, { value: 1, ttlSeconds: 60 })
  const get = (run: Run, key: string) => run.send('GET /v1/kv/ns_a/k', key)

  test('an admin key that is used only to read, or only to write, breaks the duty', async () => {
    await using run = await Run.start()
    await get(run, 'kv_admin_a')
    await get(run, 'kv_admin_a')
    await run.send('PUT /v1/ec/ec_a/k', 'kv_admin_ec', { value: 1 })
    expect(await run.duty('credential')).toMatchObject({
      verdict: 'broken',
      occasions: 2,
      requests: ['r1', 'r2', 'r3'],
      wrong: [
        'kv_admin_a is an admin key, but was only used to read: a read key is enough',
        'kv_admin_ec is an admin key, but was only used to write: a write key is enough',
      ],
    })
  })

  test('an admin key that is used for both keeps it, and so does every other key', async () => {
    await using run = await Run.start()
    await get(run, 'kv_admin_a')
    await put(run, 'kv_admin_a')
    await get(run, 'kv_read_a')
    await put(run, 'kv_write_a')
    await get(run, 'kv_write_a')
    expect(await run.duty('credential')).toMatchObject({ verdict: 'kept', occasions: 3 })
  })

  test('unknown keys, bearer tokens and database keys do not exercise it', async () => {
    await using run = await Run.start()
    await get(run, 'kv_admin_nobody')
    await run.send('GET /documents', 'db')
    expect(await run.duty('credential')).toMatchObject(NOT_EXERCISED)
  })
})

describe('besides the duties, conduct reports', () => {
  test('a run without requests as not exercised', async () => {
    await using run = await Run.start()
    const { duties, ...rest } = await conduct(run.emulator)
    expect(duties.map(({ id }) => id)).toEqual([
      'retry-after',
      'retry-pause',
      'backoff',
      'paging',
      'polling',
      'credential',
    ])
    for (const duty of duties) {
      expect(duty).toMatchObject({ ...NOT_EXERCISED, duty: expect.stringMatching(/\.$/) })
    }
    const shortTtls = { count: 0, leastSeconds: null, requests: [] }
    expect(rest).toEqual({ shortTtls, gaps: [], quotas: [], judged: 0, dropped: 0 })
  })

  test('TTLs below 60, whether the put succeeded or not', async () => {
    await using run = await Run.start()
    const put = (ttlSeconds: number, length = 1) =>
      run.send('PUT /v1/kv/ns_a/k', 'kv_admin_a', { value: 'x'.repeat(length), ttlSeconds })
    await put(60)
    // Longer than the part of a body that the journal keeps.
    await put(59, 20_000)
    await put(-5)
    await run.emulator.namespaces.update('ns_a', { limits: { storageBytes: 1 } })
    expect((await put(10, 30_000)).status).toBe(403)
    const { shortTtls } = await conduct(run.emulator)
    expect(shortTtls).toEqual({ count: 3, leastSeconds: -5, requests: ['r2', 'r3', 'r4'] })
  })

  test('the gaps that responses used', async () => {
    await using run = await Run.start()
    await run.send('PUT /v1/kv/ns_a/k', 'kv_admin_a', { value: 1, ttlSeconds: 60 })
    await run.emulator.profile.patch({ kv: { putStatus: 201 } })
    await run.send('PUT /v1/kv/ns_a/k', 'kv_admin_a', { value: 1, ttlSeconds: 60 })
    await run.send('GET /v1/kv/ns_a/none', 'kv_admin_a')
    const { gaps } = await conduct(run.emulator)
    const byName = new Map(gaps.map(({ option, ...rest }) => [option, rest]))
    expect(byName.get('kv.putStatus')).toEqual({ values: [201, 200], count: 2, requests: ['r2', 'r1'] })
    expect(byName.get('kv.countMisses')).toEqual({ values: [true], count: 1, requests: ['r3'] })
    expect(byName.has('config.putStatus')).toBe(false)
  })

  test("the share of each month's quota", async () => {
    await using run = await Run.start()
    const get = (key: string) => run.send(`GET /v1/kv/ns_a/${key}`, 'kv_read_a')
    await get('k')
    await get('none')
    await run.send('PUT /v1/kv/ns_a/k', 'kv_write_a', { value: 1, ttlSeconds: 60 })
    await run.send('PUT /v1/kv/ns_a/k', 'kv_write_a', { value: 1 })
    await run.send('DELETE /v1/kv/ns_a/k', 'kv_write_a')
    await run.emulator.faults.add([
      { status: 503, times: 1 },
      { status: 503, effect: 'after', times: 1 },
    ])
    // The first fault prevents the call; the second loses its response.
    await get('k')
    await get('none')
    await run.emulator.clock.advance('1m')
    await run.emulator.profile.patch({ kv: { countMisses: false } })
    await get('none')
    await run.emulator.state.merge('namespaces: [{ id: ns_a, limits: { reads: 2 } }]')
    await run.send('PUT /v1/kv/ns_a/k', 'kv_write_a', { value: 1, ttlSeconds: 60 })
    for (let i = 0; i < 3; i++) await get('k')
    const { quotas } = await conduct(run.emulator)
    const january = { namespaceId: 'ns_a', monthKey: '2026-01' }
    const february = { namespaceId: 'ns_a', monthKey: '2026-02' }
    expect(quotas).toEqual([
      { ...january, quantity: 'reads', used: 3, limit: 10, share: 0.3 },
      { ...january, quantity: 'writes', used: 1, limit: 4, share: 0.25 },
      { ...february, quantity: 'writes', used: 1, limit: 4, share: 0.25 },
      { ...february, quantity: 'reads', used: 2, limit: 2, share: 1 },
    ])
  })

  test('the number of requests that the journal dropped', async () => {
    await using run = await Run.start({ bounds: { requests: 3 } })
    for (let i = 0; i < 5; i++) await run.send('GET /documents/1', 'db')
    expect(await conduct(run.emulator)).toMatchObject({ judged: 3, dropped: 2 })
  })

  test('each world on its own, and only since its last reset', async () => {
    await using run = await Run.start()
    await using world = await run.emulator.world()
    await world.fetch('/documents?limit=2', { headers: { 'X-API-Key': 'db' } })
    expect(await run.duty('paging')).toMatchObject(NOT_EXERCISED)
    const broken = async () =>
      (await conduct(world)).duties.filter(({ verdict }) => verdict === 'broken').length
    expect(await broken()).toBe(1)
    await world.reset()
    expect(await broken()).toBe(0)
  })
})
