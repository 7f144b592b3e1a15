import { describe, expect, test } from 'vitest'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { otherTime } from '../../src/journal/other-time.js'
import { Service } from '../support/service.js'

const NOW = Date.UTC(2030, 0, 31, 12)
const DAY = 86_400_000

/** What is told of a request with these headers. */
async function told(headers: Readonly<Record<string, string>>, profile: ProfilePatch = {}) {
  const service = await Service.start({ clock: { now: '2030-01-31T12:00:00Z', freeze: true }, profile })
  await service.send('GET /v1/kv/ns_demo_starter', { headers })
  const [record] = service.world.journal.list()
  if (record === undefined) throw new Error('nothing was requested')
  return otherTime(record)
}

const dated = (ms: number) => ({ Date: new Date(ms).toUTCString() })

/** A token with this payload, whoever signed it. */
const token = (payload: unknown) => ({
  Authorization: `Bearer eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`,
})

describe('a request from another time', () => {
  test.each([
    [dated(NOW + 30 * DAY), "its Date header says 2030-03-02T12:00:00.000Z, 30d ahead of the world's clock"],
    [dated(NOW - 61_000), "its Date header says 2030-01-31T11:58:59.000Z, 1m1s behind the world's clock"],
    [
      token({ iat: NOW / 1000 + 3600 }),
      "its token was issued at 2030-01-31T13:00:00.000Z, 1h ahead of the world's clock",
    ],
    [
      { ...dated(0), ...token({ iat: NOW / 1000 - 120 }) },
      "its Date header says 1970-01-01T00:00:00.000Z, 21945d12h behind the world's clock; its token was issued at 2030-01-31T11:58:00.000Z, 2m behind the world's clock",
    ],
  ])('%j', async (headers, text) => {
    expect(await told(headers)).toBe(text)
  })
})

describe('nothing is told of', () => {
  test.each([
    ['one that says nothing of its time', {}],
    ['one within a minute', { ...dated(NOW + 60_000), ...token({ iat: NOW / 1000 - 60 }) }],
    ['a Date that is none', { Date: 'yesterday' }],
    ['a Date that no clock can show', { Date: 'Fri, 31 Dec 9999999 23:59:59 GMT' }],
    ['a token without iat', token({ sub: 'a' })],
    ['an iat that is no number', token({ iat: 'now' })],
    ['a payload that is no object', token(null)],
    ['a token that is none', { Authorization: 'Bearer a.b.c' }],
    ['another kind of authorization', { Authorization: 'Basic YTpi' }],
  ])('%s', async (_, headers) => {
    expect(await told(headers)).toBe(undefined)
  })

  test('a token of a provider that lives in real time', async () => {
    expect(await told(token({ iat: 1 }), { auth: { tokenTime: 'real' } })).toBe(undefined)
  })
})
