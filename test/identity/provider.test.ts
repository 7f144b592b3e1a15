import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { LOCAL_USER, publicKeys, signToken } from '../../src/identity/provider.js'

const ISSUED = Date.UTC(2026, 0, 15, 12, 0, 0, 999)

test('a token of the built-in provider is verified by its published key, which is not a private one', async () => {
  const { keys } = publicKeys()
  const token = await signToken({ issuedAt: ISSUED })
  const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), { currentDate: new Date(ISSUED) })
  expect(payload.sub).toBe(LOCAL_USER)
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: keys[0]?.kid, typ: 'JWT' })
  expect(keys.every((key) => key.d === undefined)).toBe(true)
})

test.each<[string, Omit<Parameters<typeof signToken>[0], 'issuedAt'>, object]>([
  ['nothing asked for', {}, { sub: LOCAL_USER, iat: 1768478400 }],
  ['a subject', { subject: 'user_alice' }, { sub: 'user_alice', iat: 1768478400 }],
  [
    'an expiry, in whole seconds',
    { expiresAt: ISSUED + 60_000 },
    { sub: LOCAL_USER, iat: 1768478400, exp: 1768478460 },
  ],
  [
    'claims, which win',
    { subject: 'user_alice', expiresAt: ISSUED, claims: { sub: 'user_bob', exp: 7, roles: ['a'] } },
    { sub: 'user_bob', iat: 1768478400, exp: 7, roles: ['a'] },
  ],
])('a token of the built-in provider says %s and no more', async (_, request, claims) => {
  expect(decodeJwt(await signToken({ issuedAt: ISSUED, ...request }))).toEqual(claims)
})

test('changing the published keys changes only a copy', () => {
  publicKeys().keys.pop()
  expect(publicKeys().keys).toHaveLength(1)
})
