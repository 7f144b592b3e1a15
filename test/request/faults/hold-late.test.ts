import { expect, test } from 'vitest'
import { dataRequest } from '../../support/data-request.js'
import { Service } from '../../support/service.js'

const STORE = 'ec_web_89daefd4'
const KEY = { 'x-kv-key': 'kv_a' }

const start = (count: number) =>
  Service.start(
    {
      stores: [
        {
          id: STORE,
          keys: [{ key: 'kv_a', scope: 'admin' }],
          entries: [{ key: 'k{{index}}', repeat: count, value: 1 }],
        },
      ],
      faults: [{ hold: true, effect: 'after', times: 1 }],
    },
    { config: { deleteStatus: 204 } },
  )

test('an answer without a body is held like any other', async () => {
  const { world, plane } = await start(1)
  const answer = plane.answer(world, dataRequest('DELETE', `/v1/ec/${STORE}/k1`, KEY))
  expect(world.holds.list()).toHaveLength(1)
  world.holds.release('r1', {})
  expect((await answer).reply).toMatchObject({ status: 204, body: undefined })
})
