import { expect, test } from 'vitest'
import { Service } from '../support/service.js'

test("a fault's own headers replace only the usual ones of the same name", async () => {
  const service = await Service.start({ clock: { now: '2026-01-31T12:00:00Z', freeze: true } })
  const headers = { 'content-type': 'text/plain', Date: 'yesterday', 'X-Trace': '7' }
  service.world.faults.add([{ status: 503, body: '"down"', headers }], 0)
  await service.send('GET /documents')
  const [exchange] = service.world.journal.list()
  expect(exchange?.replyHeaders).toEqual([
    ...['Content-Length', '6'],
    ...['X-Emulator-Reason', 'injected fault f_1'],
    ...['content-type', 'text/plain'],
    ...['Date', 'yesterday'],
    ...['X-Trace', '7'],
  ])
})
