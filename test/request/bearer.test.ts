import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { signToken } from '../../src/identity/provider.js'
import type { Sent } from '../support/service.js'
import { bearer, NOW, NS, OWNER, startShop } from './clients.js'

const second = 1000
const usage = `GET /v1/usage/${NS}`
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const good = await signToken({ subject: OWNER, issuedAt: NOW })
const [head = '', , seal = ''] = good.split('.')

/** Returns the status, and the reason. */
async function take(authorization: string | undefined, profile: ProfilePatch = {}, sent: Sent = {}) {
  const { service } = await startShop({}, profile)
  const headers = authorization === undefined ? {} : { Authorization: authorization }
  const answer = await service.send(usage, { ...sent, headers })
  return { status: answer.status, outcome: service.outcome, reason: answer.header('x-emulator-reason') ?? '' }
}

describe('a token that is malformed, or signed by an unknown key', () => {
  test.each<[string, string, string]>([
    ['no JWT at all', 'nonsense', 'not a well-formed JWT'],
    [
      'a payload that is not JSON',
      `${head}.${Buffer.from('{').toString('base64url')}.${seal}`,
      'not a well-formed JWT',
    ],
    ['a signature cut short', good.slice(0, -4), 'signature does not hold'],
  ])('a token that is malformed, or signed by an unknown key, is refused: %s', async (_, token, reason) => {
    const taken = await take(`Bearer ${token}`)
    expect([taken.status, taken.outcome]).toEqual([401, 'credential_invalid'])
    expect(taken.reason).toContain(reason)
  })

  test.each(['HS256', 'HS384', 'HS512'])('auth.secret verifies %s and no other secret', async (alg) => {
    const secret = 'a secret that is long enough for every one of these algorithms, sixty-four bytes'
    const token = await new SignJWT({ sub: OWNER })
      .setProtectedHeader({ alg })
      .sign(new TextEncoder().encode(secret))
    expect((await take(`Bearer ${token}`, { auth: { secret } })).status).toBe(200)
    expect((await take(`Bearer ${token}`, { auth: { secret: `${secret}!` } })).status).toBe(401)
    expect((await take(`Bearer ${token}`)).status).toBe(401)
  })
})

describe('decoded only, a token', () => {
  const auth = { jwt: 'decode' } as const
  test('if tokens are only decoded, a token of any signer is accepted', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const token = await new SignJWT({ sub: OWNER }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    expect((await take(`Bearer ${token}`, { auth })).status).toBe(200)
    expect(
      (await take(`Bearer ${encode({ alg: 'none' })}.${encode({ sub: OWNER })}.`, { auth })).status,
    ).toBe(200)
  })

  test.each([
    ['must be well-formed', 'nonsense', 'credential_invalid'],
    ['must not have expired', `${head}.${encode({ sub: OWNER, exp: NOW / second })}.x`, 'credential_invalid'],
    ['must be of the owner', `${head}.${encode({ sub: 'user_bob' })}.x`, 'owner_mismatch'],
  ])('if tokens are only decoded, a token %s', async (_, token, outcome) => {
    expect((await take(`Bearer ${token}`, { auth })).outcome).toBe(outcome)
  })
})

describe('exp is exclusive and nbf inclusive, by the virtual clock', () => {
  const at = NOW / second
  test('the reason for a token that is expired or not yet valid names both instants', async () => {
    const { service } = await startShop()
    const headers = await bearer(OWNER, { exp: at + 60 })
    expect((await service.send(usage, { headers })).status).toBe(200)
    service.advance(3_600_000)
    expect((await service.send(usage, { headers })).header('x-emulator-reason')).toBe(
      'the token expired at 2026-01-15T12:01:00.000Z, the virtual clock is at 2026-01-15T13:00:00.000Z',
    )
  })
})

describe('the owner of a namespace', () => {
  test.each<[string, Record<string, unknown>, string, number]>([
    ['sub', {}, OWNER, 200],
    ['sub', {}, 'user_bob', 403],
    ['sub', {}, 'USER_ALICE', 403],
    ['sub', { sub: undefined }, OWNER, 403],
    ['uid', { uid: OWNER }, 'user_bob', 200],
    ['uid', {}, OWNER, 403],
    ['https://idp.test/user', { 'https://idp.test/user': OWNER }, 'user_bob', 200],
    ['__proto__', JSON.parse(`{"__proto__":"${OWNER}"}`), 'user_bob', 200],
  ])(
    'by the claim %s, a token with %j may use a namespace of %s: %d',
    async (ownerClaim, claims, subject, status) => {
      const { Authorization } = await bearer(subject, claims)
      const taken = await take(Authorization, { auth: { ownerClaim } })
      expect(taken.status).toBe(status)
    },
  )

  test('a namespace without an owner belongs to the local user', async () => {
    const { service } = await startShop({}, {}, { namespaces: [{ id: NS }] })
    expect((await service.send(usage, { headers: await bearer('user_local') })).status).toBe(200)
    expect((await service.send(usage, { headers: await bearer() })).status).toBe(403)
  })
})
