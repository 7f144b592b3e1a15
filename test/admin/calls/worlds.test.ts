import { expect, test } from 'vitest'
import { TokenSignatures } from '../../../src/identity/signatures.js'
import { DataPlane } from '../../../src/request/pipeline.js'
import { services } from '../../../src/services/index.js'
import { AdminCalls, adminRouter, contextOf } from '../../support/admin-calls.js'
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

test('GET shows how long a world has been idle, even after its journal was emptied', async () => {
  const service = await Service.start({ clock: { now: '2026-01-15T12:00:00Z', freeze: true } })
  const { world: home, seeds } = service
  const now = () => home.clock.now()
  const plane = new DataPlane({
    services,
    signatures: new TokenSignatures(NO_FILES),
    realNow: now,
    monotonic: now,
  })
  const context = contextOf({ world: home, seeds, plane })
  for (const id of ['w10', 'w9']) {
    context.worlds.create(context, { from: 'seed', id })
    service.advance(1000)
  }
  const asked = context.worlds.find('w10')?.world
  if (asked !== undefined) plane.answer(asked, dataRequest('GET', '/documents', {}))
  asked?.journal.clear()
  service.advance(500)
  const reply = await adminRouter.answer(context, {
    method: 'GET',
    path: '/_admin/worlds',
    body: '',
    origin: 'http://emulator.test',
  })
  expect(JSON.parse(reply.body ?? '')).toMatchObject({ worlds: [{ idleMs: 500 }, { idleMs: 1500 }] })
})

test("the list of worlds can't be sorted", async () => {
  const admin = new AdminCalls(await Service.start({}))
  expect(await admin.refused('GET /worlds?sort=id')).toMatchObject({ code: 'invalid_request' })
})
