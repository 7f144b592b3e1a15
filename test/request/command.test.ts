import { describe, expect, test } from 'vitest'
import type { FaultEffect } from '../../src/domain/faults/fault.js'
import type { HoldEnd } from '../../src/domain/faults/holds.js'
import { type Arrival, RequestCommand } from '../../src/request/command.js'
import type { DataRequest } from '../../src/request/message.js'
import { dataRequest } from '../support/data-request.js'
import { bearer, kvKey, OWNER, startShop } from './clients.js'

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

describe('a request in the log', () => {
  const command = (request: Partial<DataRequest>, arrival: Partial<Arrival> = {}): RequestCommand =>
    new RequestCommand(
      { ...dataRequest('PUT', '/v1/kv/ns/k', { 'x-kv-key': 'kv' }), ...request },
      {
        number: 1,
        at: 7,
        token: undefined,
        otherAddressOf: undefined,
        ...arrival,
      },
    )
  const sent = (body: string | Buffer, rest: Partial<DataRequest> = {}) =>
    command({ body: typeof body === 'string' ? Buffer.from(body) : body, ...rest })

  test('has its id, ends when it began, and has everything that was sent', () => {
    const one = command({ rawHeaders: ['A', '1', 'B', '2', 'a', '3'], bodyIsTooLarge: true })
    expect(one).toMatchObject({
      kind: 'request',
      id: 'r1',
      at: 7,
      end: 7,
      method: 'PUT',
      bodyIsTooLarge: true,
    })
    expect([one.header('a'), one.header('b'), one.header('c')]).toEqual(['1, 3', '2', undefined])
    expect([one.isRepeated('a'), one.isRepeated('b')]).toEqual([true, false])
  })

  test('keeps its own copy of the body, byte for byte', () => {
    for (const bytes of [Buffer.from(''), Buffer.from('text ü'), Buffer.from([0xff, 0xfe, 0x41])]) {
      const given = Buffer.from(bytes)
      const kept = sent(given)
      given.fill(0)
      expect([...kept.body]).toEqual([...bytes])
    }
  })

  test('shows its body', () => {
    expect(sent('').bodyText).toBeUndefined()
    expect(sent('aüb').bodyText).toBe('aüb')
    expect(sent(Buffer.from([0x41, 0xff])).bodyText).toBe('A\uFFFD')
  })

  test('counts the bytes of its body', () => {
    expect(sent('').bodyBytes).toBe(0)
    expect(sent('12345').bodyBytes).toBe(5)
    expect(sent('0123456789a', { bodyIsTooLarge: true }).bodyBytes).toBe(11)
  })

  test('continues with all its data once it is released', () => {
    const token = { identity: '', usedSettings: true, usedClock: false }
    const otherAddressOf = () => 'http://b'
    const held = command({ body: Buffer.from('b'.repeat(50)) }, { token, otherAddressOf })
    const end = (effect: FaultEffect, release: HoldEnd['release']): RequestCommand =>
      held.goingOn(9, { fault: { id: 'f1', effect }, release })
    const goneOn = end({ hold: true }, { effect: {} })
    expect(goneOn).toMatchObject({ id: 'r1', at: 9, token, otherAddressOf, target: held.target })
    expect(Buffer.from(goneOn.body).toString()).toBe('b'.repeat(50))
    expect(held.changesNothing).toBe(false)
    expect(goneOn.changesNothing).toBe(false)
    expect(end({ hold: true, effect: 'after' }, { effect: {} }).changesNothing).toBe(true)
    expect(end({ hold: true }, 'gone').changesNothing).toBe(true)
  })

  test('is shown without its body', () => {
    const long = command({ target: '/long', origin: 'http://a', body: Buffer.from('b'.repeat(50)) })
    const shown = long.withoutBody()
    expect(shown).toMatchObject({ id: 'r1', at: 7, method: 'PUT', target: '/long', origin: 'http://a' })
    expect([shown.body.length, shown.bodyBytes]).toEqual([0, 0])
    expect(long.bodyBytes).toBe(50)
  })
})
