import { describe, expect, test } from 'vitest'
import { type Arrival, RequestCommand } from '../../src/api/command.js'
import type { DataRequest } from '../../src/api/message.js'
import type { FaultEffect } from '../../src/domain/faults/fault.js'
import type { HoldEnd } from '../../src/domain/faults/holds.js'
import { dataRequest } from '../support/data-request.js'
import { bearer, kvKey, NS, OWNER, startShop } from './clients.js'

const LONG = 100_000

test('the log counts what the head of a request takes', async () => {
  const { service, get } = await startShop()
  await get('k')
  const usual = service.world.history.newestRequest?.bytes ?? Number.NaN
  const headers = { ...kvKey('kv_admin_shop'), 'X-Long': 'x'.repeat(LONG) }
  for (let index = 0; index < 2; index++) {
    await get('k', { headers })
    expect(service.world.history.newestRequest?.bytes).toBeGreaterThan(usual + LONG)
  }
})

test('the log keeps of a token the claims alone that are asked for, and counts them', async () => {
  const other = Array.from({ length: 1000 }, (_, index) => [`c${index}`, [[index]]])
  const claims = { uid: OWNER, ...Object.fromEntries(other), sub: 's'.repeat(LONG), exp: 4e9, '': {} }
  const { service, usage } = await startShop({}, { auth: { ownerClaim: 'uid' } })
  expect((await usage({ headers: await bearer(undefined, claims) })).status).toBe(200)
  const command = service.world.history.newestRequest
  expect(command?.token?.identity).toEqual({ claims: { uid: OWNER, sub: claims.sub, exp: 4e9 } })
  expect(command?.bytes).toBeGreaterThan(2 * LONG)
  await service.send(`GET /v1/usage/${NS}`, { headers: await bearer() })
  expect(service.world.history.newestRequest?.bytes).toBeLessThan(LONG)
})

test('a token is kept of no request that asks for another credential', async () => {
  const { service, get } = await startShop()
  await get('k', { headers: { ...kvKey('kv_admin_shop'), ...(await bearer()) } })
  expect(service.world.history.newestRequest).toMatchObject({ method: 'GET', token: undefined })
})

describe('a request in the log', () => {
  const command = (
    request: Partial<DataRequest>,
    { newest, ...arrival }: Partial<Arrival> = {},
  ): RequestCommand =>
    RequestCommand.of(
      { ...dataRequest('PUT', '/v1/kv/ns/k', { 'x-kv-key': 'kv' }), ...request },
      {
        number: 1,
        at: 7,
        token: undefined,
        otherAddressOf: undefined,
        newest,
        shownBytesMax: 10,
        ...arrival,
      },
    )
  const sent = (body: string | Buffer, rest: Partial<DataRequest> = {}) =>
    command({ body: Buffer.from(body), ...rest })

  test('is the same one when it is read from a row', () => {
    const one = command({ rawHeaders: ['A', '1'] })
    const place = { values: [], value: 0, numbers: new Float64Array(one.rowFormat.numbers), number: 0 }
    one.rowFormat.write(one, place)
    const read = one.rowFormat.read(place)
    expect(read).toBeInstanceOf(RequestCommand)
    expect(read).toEqual(one)
  })

  test('is one, ends when it began, and repeats what was sent', () => {
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
    expect(one.headersLength).toBe(6)
  })

  test('keeps a body letter for letter, as text where that is the same', () => {
    for (const body of ['', 'text ü', 'x'.repeat(64 * 1024), 'x'.repeat(64 * 1024 + 1)]) {
      expect(Buffer.from(sent(body).body).toString()).toBe(body)
      expect(sent(body).text).toBe(body === '' || body.length > 64 * 1024 ? undefined : body)
    }
    const bytes = Buffer.from([0xff, 0xfe, 0x41])
    expect([...sent(bytes).body]).toEqual([...bytes])
    expect(sent(bytes).text).toBeUndefined()
  })

  test('keeps the beginning alone of a body that is too large, and no text to run', () => {
    const tooLarge = { bodyIsTooLarge: true }
    expect(Buffer.from(sent('0123456789', tooLarge).body).toString()).toBe('0123456789')
    expect(Buffer.from(sent('0123456789a', tooLarge).body).toString()).toBe('0123456789')
    expect(Buffer.from(sent('0123456789a').body).toString()).toBe('0123456789a')
    expect(sent('01234', tooLarge).text).toBeUndefined()
  })

  test('shows the beginning of its body', () => {
    expect(sent('').bodyText(3)).toBeUndefined()
    expect([3, 4, 5, 9].map((max) => sent('aüb').bodyText(max))).toEqual(['aü', 'aüb', 'aüb', 'aüb'])
    expect(sent(Buffer.from([0x41, 0xff])).bodyText(1)).toBe('A')
  })

  test('counts what it takes: its body twice, its head once, and again for a token', () => {
    const bytes = sent('').bytes
    expect(sent('12345').bytes - bytes).toBe(10)
    expect(command({ target: '/v1/kv/ns/k?abc' }).bytes - bytes).toBe(4)
    const token = { identity: '', usedSettings: true, usedClock: false }
    const one = command({}, { token })
    expect(one.bytes - bytes).toBe(one.headersBytes)
  })

  test('shares with the one before what is equal', () => {
    const first = command({ origin: 'http://a', prefix: '/w', httpVersion: '1.0' })
    const again = command({ origin: 'http://a', prefix: '/w', httpVersion: '1.0' }, { newest: first })
    expect(again.rawHeaders).toBe(first.rawHeaders)
    expect(again.channel).toBe(first.channel)
    expect(again.headersLength).toBe(first.headersLength)
    const otherAddressOf = () => undefined
    for (const [request, arrival] of [
      [{ origin: 'http://b', prefix: '/w', httpVersion: '1.0' }, {}],
      [{ origin: 'http://a', prefix: '/v', httpVersion: '1.0' }, {}],
      [{ origin: 'http://a', prefix: '/w', httpVersion: '1.1' }, {}],
      [{ origin: 'http://a', prefix: '/w', httpVersion: '1.0' }, { otherAddressOf }],
    ] as const) {
      const other = command(request, { newest: first, ...arrival })
      expect(other).toMatchObject(request)
      expect(other.otherAddressOf).toBe('otherAddressOf' in arrival ? otherAddressOf : undefined)
    }
    const longer = command({ rawHeaders: ['x-kv-key', 'kw'] }, { newest: first })
    expect(longer.rawHeaders).toEqual(['x-kv-key', 'kw'])
    expect(command({ rawHeaders: [] }, { newest: first }).headersLength).toBe(0)
  })

  test('goes on with all that it came with once it is held no longer', () => {
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

  test('is shown by its beginning, without its body', () => {
    const rawHeaders = ['a', 'xx', 'b', 'yy', 'c', 'zz']
    const token = { identity: '', usedSettings: true, usedClock: false }
    const long = command(
      { rawHeaders, target: '/long', origin: 'http://a', body: Buffer.from('b'.repeat(50)) },
      { token },
    )
    const beginning = long.beginning((text) => text.slice(0, 2), 2)
    expect(beginning).toMatchObject({
      id: 'r1',
      at: 7,
      method: 'PUT',
      target: '/l',
      origin: 'http://a',
      rawHeaders: ['a', 'xx', 'b', 'yy'],
      text: undefined,
      token: undefined,
    })
    expect(beginning.body).toHaveLength(0)
    expect(long.beginning((text) => text, Number.POSITIVE_INFINITY).rawHeaders).toHaveLength(6)
  })
})
