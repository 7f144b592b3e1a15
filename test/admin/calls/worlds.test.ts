import { describe, expect, test } from 'vitest'
import { answer } from '../../../src/admin/router.js'
import { DataPlane } from '../../../src/api/pipeline.js'
import { TokenSignatures } from '../../../src/identity/signatures.js'
import { AdminCalls, contextOf } from '../../support/admin-calls.js'
import { dataRequest } from '../../support/data-request.js'
import { NO_FILES, Service } from '../../support/service.js'

test('GET lists the worlds with what each was made from, its age, its clock and its requests', async () => {
  const service = await Service.start({ clock: { now: '2026-01-15T12:00:00Z', freeze: true } })
  const admin = new AdminCalls(service)
  await admin.send('POST /snapshots', { name: 'before' })
  await admin.send('POST /worlds', { id: 'one' })
  await admin.send('POST /worlds', { id: 'two', from: 'current' })
  await admin.send('POST /worlds', { id: 'three', from: 'before' })
  service.advance(1500)
  await admin.send('POST /worlds', { id: 'four', at: 'start' })
  const { worlds } = (await admin.send('GET /worlds')).json as { worlds: { id: string }[] }
  expect(worlds).toMatchObject([
    { id: 'one', from: 'seed', ageMs: 1500, requests: 0, clock: { mode: 'frozen' } },
    { id: 'two', from: 'current', ageMs: 1500 },
    { id: 'three', from: 'before', ageMs: 1500 },
    { id: 'four', from: 'start', ageMs: 0 },
  ])
})

describe('GET in an order', () => {
  const NAMES = ['w10', 'W9', 'b', 'w2']

  /** Worlds that were made a second after each other; then w10 was asked once, and b twice. */
  async function used() {
    const service = await Service.start({ clock: { now: '2026-01-15T12:00:00Z', freeze: true } })
    const { world: home, seeds } = service
    const now = () => home.clock.now()
    const signatures = new TokenSignatures(NO_FILES)
    const plane = new DataPlane({ signatures, realNow: now, monotonic: now })
    const context = contextOf({ world: home, seeds, plane })
    const ask = (id: string) => {
      const world = context.worlds.find(id)?.world
      if (world !== undefined) plane.answer(world, dataRequest('GET', '/documents', {}))
      service.advance(1000)
    }
    for (const id of NAMES) {
      context.worlds.create(context, { from: 'seed', id })
      service.advance(1000)
    }
    for (const id of ['w10', 'b', 'b']) ask(id)
    return context
  }

  test.each([
    ['id', 'b w2 W9 w10'],
    ['-id', 'w10 W9 w2 b'],
    ['ageMs', 'w2 b W9 w10'],
    ['idleMs', 'b w10 w2 W9'],
    ['requests', 'W9 w2 w10 b'],
    ['-requests', 'b w10 w2 W9'],
  ])('by %s', async (sort, sorted) => {
    const reply = await answer(await used(), {
      method: 'GET',
      path: '/_admin/worlds',
      query: `sort=${sort}`,
      body: '',
      origin: 'http://emulator.test',
    })
    const { worlds } = JSON.parse(reply.body ?? '') as { worlds: { id: string }[] }
    expect(worlds.map(({ id }) => id).join(' ')).toBe(sorted)
  })

  test('shows how long a world has been idle, even after its journal was emptied', async () => {
    const context = await used()
    const { world } = context.worlds.find('w10') ?? context
    world.journal.clear()
    const reply = await answer(context, {
      method: 'GET',
      path: '/_admin/worlds',
      body: '',
      origin: 'http://emulator.test',
    })
    expect(JSON.parse(reply.body ?? '')).toMatchObject({
      worlds: [{ idleMs: 3000 }, { idleMs: 6000 }, { idleMs: 1000 }, { idleMs: 4000 }],
    })
  })

  test('is refused for an unknown order', async () => {
    const admin = new AdminCalls(await Service.start({}))
    expect(await admin.refused('GET /worlds?sort=name')).toEqual({
      code: 'invalid_request',
      message:
        'sort: "name" is not id, ageMs, idleMs, requests, or one of these after a "-" for the other way round',
      hint: 'the parameters are sort',
    })
  })
})
