import { describe, expect, test } from 'vitest'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { otherTime } from '../../src/inspect/other-time.js'
import { Service } from '../support/service.js'

const NOW = Date.UTC(2030, 0, 31, 12)
const DAY = 86_400_000

async function told(headers: Readonly<Record<string, string>>, profile: ProfilePatch = {}) {
  const service = await Service.start({ clock: { now: '2030-01-31T12:00:00Z', freeze: true }, profile })
  await service.send('GET /v1/kv/ns_demo_starter', { headers })
  const [record] = service.world.journal.list()
  if (record === undefined) throw new Error('nothing was requested')
  return otherTime(record)
}

const dated = (ms: number) => ({ Date: new Date(ms).toUTCString() })

/** The signature doesn't matter. */
const token = (payload: unknown) => ({
  Authorization: `Bearer eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`,
})

describe('a request from another time has a note:', () => {
  test.each([
    [dated(NOW + 30 * DAY), "its Date header says 2030-03-02T12:00:00.000Z, 30d ahead of the world's clock"],
    [dated(NOW - 61_000), "its Date header says 2030-01-31T11:58:59.000Z, 1m1s behind the world's clock"],
    [
      token({ iat: NOW / 1000 + 3600 }),
      "its token was issued at 2030-01-31T13:00:00.000Z, 1h ahead of the world's clock",
    ],
    [
      { ...dated(0), ...token({ iat: NOW / 1000 - 120 }) },
      [
        "its Date header says 1970-01-01T00:00:00.000Z, 21945d12h behind the world's clock",
        "its token was issued at 2030-01-31T11:58:00.000Z, 2m behind the world's clock",
      ].join('; '),
    ],
  ])('a request from another time has a note: %j', async (headers, text) => {
    expect(await told(headers)).toBe(text)
  })
})

describe('there is no note on', () => {
  test.each([
    ['a request without a time', {}],
    ['a time within a minute of the clock', { ...dated(NOW + 60_000), ...token({ iat: NOW / 1000 - 60 }) }],
    ['a Date that is not a date', { Date: 'yesterday' }],
    ['a Date that no clock can show', { Date: 'Fri, 31 Dec 9999999 23:59:59 GMT' }],
    ['a token without iat', token({ sub: 'a' })],
    ['an iat that is not a number', token({ iat: 'now' })],
    ['a payload that is not an object', token(null)],
    ['a bearer that is not a token', { Authorization: 'Bearer a.b.c' }],
    ['a request with another kind of authorization', { Authorization: 'Basic YTpi' }],
  ])('there is no note on %s', async (_, headers) => {
    expect(await told(headers)).toBe(undefined)
  })

  test('a token if the profile dates tokens in real time', async () => {
    expect(await told(token({ iat: 1 }), { auth: { tokenTime: 'real' } })).toBe(undefined)
  })
})
