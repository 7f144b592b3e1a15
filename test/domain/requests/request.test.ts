import { expect, test } from 'vitest'
import { bodyBytesOf, endOf } from '../../../src/domain/command.js'
import type { FaultEffect } from '../../../src/domain/faults/fault.js'
import type { HoldEnd } from '../../../src/domain/faults/holds.js'
import { changesNothing, withoutBody } from '../../../src/domain/requests/request.js'
import { bearer, kvKey, NS, OWNER, startShop } from '../../request/clients.js'
import { loggedRequest } from '../../support/calls.js'
import { dataRequest } from '../../support/data-request.js'

test('the log keeps only those claims of a token that are needed', async () => {
  const other = Array.from({ length: 1000 }, (_, index) => [`c${index}`, [[index]]])
  const claims = { uid: OWNER, ...Object.fromEntries(other), sub: 's', exp: 4e9, '': {} }
  const { service, usage } = await startShop({}, { auth: { ownerClaim: 'uid' } })
  expect((await usage({ headers: await bearer(undefined, claims) })).status).toBe(200)
  const identity = { claims: { uid: OWNER, sub: claims.sub, exp: 4e9 } }
  expect(service.world.history.at(0)).toMatchObject({ token: { identity } })
})

test('the log keeps no token for a request that needs another credential', async () => {
  const { service, get } = await startShop()
  await get('k', { headers: { ...kvKey('kv_admin_shop'), ...(await bearer()) } })
  expect(service.world.history.at(0)).toMatchObject({ method: 'GET', token: undefined })
})

test('a request in the log has its id, ends when it began, and has everything that was sent', async () => {
  const { service, put } = await startShop()
  await put('k', { value: 1, ttlSeconds: 60 })
  const [one] = service.world.history.list(0)
  expect(one).toMatchObject({ kind: 'request', id: 'r1', method: 'PUT', bodyIsTooLarge: false })
  expect(one && endOf(one)).toBe(one?.at)
  expect(one && bodyBytesOf(one)).toBe('{"value":1,"ttlSeconds":60}'.length)
})

test('a request in the log goes on with all its data once it is released', async () => {
  const { service } = await startShop({}, {}, { faults: [{ hold: true }] })
  const { world, plane } = service
  const otherAddressOf = () => undefined
  const body = '{"value":1,"ttlSeconds":60}'
  const sent = dataRequest('PUT', `/v1/kv/${NS}/k`, { 'x-kv-key': 'kv_admin_shop' }, body)
  const answer = plane.answer(world, { ...sent, otherAddressOf })
  world.clock.set(world.clock.now() + 2)
  world.holds.release('r1', {})
  await answer
  const [held, goneOn] = world.history.list(0)
  expect(goneOn).toEqual({
    ...held,
    at: (held?.at ?? 0) + 2,
    holdEnd: { fault: expect.objectContaining({ effect: { hold: true } }), release: { effect: {} } },
  })
  expect(goneOn).toMatchObject({ id: 'r1', otherAddressOf, target: sent.target, body: Buffer.from(body) })
})

test.each<[FaultEffect, HoldEnd['release'], boolean]>([
  [{ hold: true }, { effect: {} }, false],
  [{ hold: true, effect: 'after' }, { effect: {} }, true],
  [{ hold: true }, 'gone', true],
])('a request that %j held and that ended with %j changes nothing: %s', (effect, release, expected) => {
  const request = loggedRequest({ holdEnd: { fault: { id: 'f1', effect }, release } })
  expect(changesNothing(request)).toBe(expected)
  expect(changesNothing(loggedRequest())).toBe(false)
})

test('a request in the log is shown without its body', () => {
  const long = loggedRequest({ target: '/long', origin: 'http://a', body: Buffer.from('b'.repeat(50)) })
  expect(withoutBody(long)).toEqual({ ...long, body: Buffer.alloc(0) })
  expect(bodyBytesOf(long)).toBe(50)
})
