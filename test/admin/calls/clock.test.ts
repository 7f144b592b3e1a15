import { describe, expect, test } from 'vitest'
import type { RefusalCode } from '../../../src/core/refusal.js'
import { defaultBounds } from '../../../src/domain/bounds.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { State } from '../../../src/domain/state.js'
import { World } from '../../../src/domain/world.js'
import { services } from '../../../src/services/index.js'
import { AdminCalls } from '../../support/admin-calls.js'
import type { Service } from '../../support/service.js'

const NOW = 1_769_903_940_000
const REAL_NOW = 5_000_000
const START = { now: NOW, iso: '2026-01-31T23:59:00.000Z', mode: 'frozen', rate: 1 }

function makeWorld(): World {
  const clock = { now: NOW, frozen: true }
  const baseline = {
    state: State.empty(services),
    profile: defaultProfile,
    clock,
    randomSeed: 1,
    faults: [],
    randomStates: {},
    lastFaultId: 0,
  }
  return new World(services, baseline, () => REAL_NOW, {
    ...defaultBounds,
    requests: 10,
  })
}

/** The clock calls need no seed. */
const callsOn = (world: World) => new AdminCalls({ world } as Service)

async function call(method: 'GET' | 'POST', body: unknown, world = makeWorld()) {
  const { status, json } = await callsOn(world).send(`${method} /clock`, body)
  return { status, body: json }
}

test('GET returns the clock', async () => {
  expect(await call('GET', '')).toEqual({ status: 200, body: START })
})

describe('POST', () => {
  test.each<[unknown, object]>([
    ['', {}],
    [{ set: '2026-02-01T00:00:00Z' }, { now: NOW + 60_000, iso: '2026-02-01T00:00:00.000Z' }],
    [{ set: String(NOW + 1) }, { now: NOW + 1 }],
    [{ advance: 90 }, { now: NOW + 90_000 }],
    [{ advance: '1h30m' }, { now: NOW + 5_400_000 }],
    [{ advance: 'P1M' }, { iso: '2026-02-28T23:59:00.000Z' }],
    [{ advance: -60, force: true }, { now: NOW - 60_000 }],
    [{ set: '2025-12-24' }, { iso: '2025-12-24T00:00:00.000Z' }],
    [{ to: 'next-month', plus: '-1ms' }, { iso: '2026-01-31T23:59:59.999Z' }],
    [
      { set: NOW + 5, advance: 1, rate: 0.5, freeze: true },
      { now: NOW + 1005, rate: 0.5 },
    ],
  ])('POST moves the clock by %j', async (body, changed) => {
    const world = makeWorld()
    const reply = await call('POST', body, world)
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body as object)).toEqual(['now', 'iso', 'mode', 'rate'])
    expect(reply.body).toMatchObject(
      'now' in changed || 'iso' in changed
        ? { mode: 'frozen', rate: 1, ...changed }
        : { ...START, ...changed },
    )
    expect(await call('GET', '', world)).toEqual(reply)
  })

  test.each<[unknown, object]>([
    [{ to: 'next-month', plus: 1, freeze: false }, { iso: '2026-02-01T00:00:01.000Z' }],
    [{ rate: 60, freeze: false }, { rate: 60 }],
  ])('%j lets the clock run, and returns the real time of the reading', async (body, changed) => {
    const world = makeWorld()
    const reply = await call('POST', body, world)
    expect(reply).toMatchObject({ status: 200, body: { mode: 'running', realNow: REAL_NOW, ...changed } })
    expect(await call('GET', '', world)).toEqual(reply)
  })

  const receipt = {
    from: NOW,
    to: NOW + 60_000,
    fromIso: '2026-01-31T23:59:00.000Z',
    toIso: '2026-02-01T00:00:00.000Z',
    keysExpired: { count: 0, first: [] },
    monthsRolled: ['2026-02'],
    monthsRolledCount: 1,
    keysRevived: { count: 0, first: [] },
    monthsUnrolled: [],
    monthsUnrolledCount: 0,
    countersChanged: { count: 0, first: [] },
    faultWindows: { begun: [], ended: [], reopened: [], unbegun: [] },
  }

  test('POST returns a receipt if asked to', async () => {
    const { body } = await call('POST', { advance: '1m', receipt: true })
    expect(body).toEqual({ ...START, now: NOW + 60_000, iso: '2026-02-01T00:00:00.000Z', receipt })
  })

  test('POST returns a receipt and the unchanged clock for a dry run', async () => {
    const { body } = await call('POST', { advance: '1m', dryRun: true })
    expect(body).toEqual({ ...START, receipt })
  })

  const instant = 'expected an instant: ISO 8601 such as "2026-01-31T23:59:00Z", or whole ms, found'
  const duration = 'expected a duration: seconds, or text such as "90s", "1h30m", "2d" or "P1M", found'
  const rate = 'rate: expected a number above 0: virtual seconds per real second, found the number'

  test.each<[unknown, RefusalCode, string | RegExp]>([
    ['{', 'invalid_request', /^the body is not valid JSON: /],
    ['[]', 'invalid_request', 'the body: expected an object such as {}, found a list'],
    [{ now: 5 }, 'invalid_request', 'now: there is no such field'],
    [{ set: 'tomorrow' }, 'invalid_request', `set: ${instant} the text "tomorrow"`],
    [{ set: null }, 'invalid_request', `set: ${instant} nothing (null)`],
    [
      { to: 'next-week' },
      'invalid_request',
      'to: expected one of "next-expiry", "next-month", found the text "next-week"',
    ],
    [{ to: 'next-month', plus: 'x' }, 'invalid_request', `plus: ${duration} the text "x"`],
    [{ plus: '1s' }, 'invalid_request', /^plus goes with to/],
    [{ advance: '1 hour' }, 'invalid_request', `advance: ${duration} the text "1 hour"`],
    [{ advance: '15 minuts' }, 'invalid_request', `advance: ${duration} the text "15 minuts"`],
    ['{"advance": 1e999}', 'invalid_request', `advance: ${duration} the number Infinity`],
    [{ rate: 0 }, 'invalid_request', `${rate} 0`],
    [{ rate: -1 }, 'invalid_request', `${rate} -1`],
    ['{"rate": 1e999}', 'invalid_request', `${rate} Infinity`],
    [{ freeze: 'yes' }, 'invalid_request', 'freeze: expected true or false, found the text "yes"'],
    [{ force: 1 }, 'invalid_request', 'force: expected true or false, found the number 1'],
    [{ receipt: 1 }, 'invalid_request', 'receipt: expected true or false, found the number 1'],
    [{ dryRun: 1 }, 'invalid_request', 'dryRun: expected true or false, found the number 1'],
    [
      { rate: 0, freeze: 1, nwo: 2 },
      'invalid_request',
      `${rate} 0; freeze: expected true or false, found the number 1; nwo: there is no such field`,
    ],
    [{ advance: -5 }, 'clock_backwards', /2026-01-31T23:58:55\.000Z is 5s before it$/],
    [{ to: 'next-expiry' }, 'nothing_ahead', /^no key in any namespace expires between /],
  ])('POST refuses %j: %s', async (body, code, reason) => {
    const world = makeWorld()
    // Before the first request, the clock may go back.
    world.journal.nextNumber()
    const refusal = await callsOn(world).refused('POST /clock', body)
    expect(refusal.code).toBe(code)
    if (typeof reason === 'string') expect(refusal.message).toBe(reason)
    else expect(refusal.message).toMatch(reason)
    expect((await call('GET', '', world)).body).toEqual(START)
  })
})

test.each<[unknown]>([[1_801_439_999], ['1801439999']])(
  'a number that is plainly in seconds is refused, with the ms: %j',
  async (set) => {
    const { status, body } = await call('POST', { set })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        message:
          'set: is that in seconds? In ms it is 1801439999000; otherwise write 1970-01-21T20:23:59.999Z',
      },
    })
  },
)

test.each<[string, object, number]>([
  ['in ISO 8601', { set: '1971-01-01', force: true }, 31_536_000_000],
  ['if it is forced', { set: 1_801_439_999, force: true }, 1_801_439_999],
])('a number that is plainly in seconds is taken for ms %s', async (_, body, now) => {
  expect(await call('POST', body)).toMatchObject({ status: 200, body: { now } })
})

test('a number that is plainly in seconds is taken for ms by a clock of those years', async () => {
  const world = makeWorld()
  await call('POST', { set: 0, force: true }, world)
  expect(await call('POST', { set: 2_592_000_000 }, world)).toMatchObject({ body: { now: 2_592_000_000 } })
})
