import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/core/refusal.js'
import { defaultProfile, type Profile } from '../../src/domain/profile/profile.js'
import { signToken } from '../../src/identity/provider.js'
import { TokenSignatures } from '../../src/identity/signatures.js'

const NOT_SIGNED = "the token's signature does not hold"

/** A key of a real provider, and a token that it signed. */
async function provider(alg: string, kid?: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const named = kid === undefined ? {} : { kid }
  const jwk: JWK = { ...(await exportJWK(publicKey)), alg, ...named }
  const token = await new SignJWT({ sub: 'u' }).setProtectedHeader({ alg, ...named }).sign(privateKey)
  return { jwk, token }
}

const withKeys = (keys: unknown): [TokenSignatures, Profile['auth']] => [
  new TokenSignatures(() => JSON.stringify({ keys })),
  { ...defaultProfile.auth, jwksFile: 'keys.json' },
]

describe('auth.jwksFile', () => {
  test.each(['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'])(
    'verifies %s, with a key id and without',
    async (alg) => {
      for (const kid of [undefined, 'k1']) {
        const [mine, other] = [await provider(alg, kid), await provider(alg, kid === undefined ? kid : 'k2')]
        const [signatures, auth] = withKeys([other.jwk, mine.jwk])
        expect(await signatures.claims(mine.token, auth)).toMatchObject({ sub: 'u' })
      }
    },
  )

  test('leaves the built-in provider trusted, and trusts nobody else', async () => {
    const [mine, stranger] = [await provider('ES256'), await provider('ES256')]
    const [signatures, auth] = withKeys([mine.jwk])
    expect(await signatures.claims(await signToken({ issuedAt: 0 }), auth)).toMatchObject({
      sub: 'user_local',
    })
    expect(await signatures.claims(stranger.token, auth)).toContain(NOT_SIGNED)
  })

  test('with a key that is broken still lets the others verify', async () => {
    const mine = await provider('ES256', 'k1')
    const [signatures, auth] = withKeys([
      { kty: 'EC', crv: 'P-256', x: 'no', y: 'no', alg: 'ES256' },
      mine.jwk,
    ])
    expect(await signatures.claims(mine.token, auth)).toMatchObject({ sub: 'u' })
  })

  test('is read when the options change, and never for a token', async () => {
    let reads = 0
    const mine = await provider('ES256')
    const signatures = new TokenSignatures(() => {
      reads++
      return JSON.stringify({ keys: [mine.jwk] })
    })
    const auth = { ...defaultProfile.auth, jwksFile: 'keys.json' }
    for (let i = 0; i < 5; i++) await signatures.claims(mine.token, auth)
    expect(reads).toBe(1)
    await signatures.claims(mine.token, { ...auth })
    expect(reads).toBe(2)
  })

  test.each<[string, () => string, string]>([
    [
      'cannot be read',
      () => {
        throw new Error('ENOENT')
      },
      'cannot be read as JSON',
    ],
    ['holds no JSON', () => 'keys', 'cannot be read as JSON'],
    ['holds no key set', () => '{"key":[]}', 'no JSON Web Key Set'],
    ['holds a bare list', () => '[]', 'no JSON Web Key Set'],
    ['holds null', () => 'null', 'no JSON Web Key Set'],
  ])('that %s is refused when it is set, and verifies nothing', async (_, readFile, reason) => {
    const signatures = new TokenSignatures(readFile)
    const auth = { ...defaultProfile.auth, jwksFile: 'keys.json' }
    const refused = (() => {
      try {
        return signatures.providerKeys(auth)
      } catch (error) {
        return error
      }
    })()
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ code: 'invalid_profile', reason: expect.stringContaining(reason) })
    expect(await signatures.claims((await provider('ES256')).token, auth)).toContain(NOT_SIGNED)
    expect(await signatures.claims(await signToken({ issuedAt: 0 }), auth)).toMatchObject({
      sub: 'user_local',
    })
  })

  test('left out, there are no keys but the built-in ones', () => {
    expect(new TokenSignatures(() => '').providerKeys(defaultProfile.auth)).toEqual({ keys: [] })
  })
})

describe('what was checked once', () => {
  test('is answered at once the next time', async () => {
    const signatures = new TokenSignatures(() => '')
    const token = await signToken({ issuedAt: 0 })
    const first = signatures.claims(token, defaultProfile.auth)
    expect(first).toBeInstanceOf(Promise)
    expect(signatures.claims(token, defaultProfile.auth)).toBeInstanceOf(Promise)
    await first
    expect(signatures.claims(token, defaultProfile.auth)).toEqual({ sub: 'user_local', iat: 0 })
  })

  test('is checked again once the options have changed', async () => {
    const signatures = new TokenSignatures(() => '')
    const { token } = await provider('ES256')
    const decode = { ...defaultProfile.auth, jwt: 'decode' } as const
    expect(await signatures.claims(token, decode)).toMatchObject({ sub: 'u' })
    expect(await signatures.claims(token, defaultProfile.auth)).toContain(NOT_SIGNED)
    expect(await signatures.claims(token, decode)).toMatchObject({ sub: 'u' })
  })

  test('a check under way when the options change is not remembered for the new ones', async () => {
    const signatures = new TokenSignatures(() => '')
    const { token } = await provider('ES256')
    const slow = signatures.claims(token, { ...defaultProfile.auth, jwt: 'decode' })
    const strict = signatures.claims(token, defaultProfile.auth)
    expect(await slow).toMatchObject({ sub: 'u' })
    expect(await strict).toContain(NOT_SIGNED)
    expect(await signatures.claims(token, defaultProfile.auth)).toContain(NOT_SIGNED)
  })
})
