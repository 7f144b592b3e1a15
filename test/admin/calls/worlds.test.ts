import { expect, it } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

it('GET lists the worlds with what each was made from, its age, its clock and its requests', async () => {
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
