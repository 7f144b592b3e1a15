import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/core/refusal.js'
import { defaultProfile, type Profile } from '../../src/domain/profile/profile.js'
import { signToken } from '../../src/identity/provider.js'
import { TokenSignatures } from '../../src/identity/signatures.js'
import { NO_FILES } from '../support/service.js'

const NOT_SIGNED = "the token's signature does not hold"

const newPair = (alg: string) => generateKeyPair(alg, { extractable: true })

/** A key of a real provider, and a token signed with it. */
async function provider(alg: string, kid?: string, pair = newPair(alg)) {
  const { publicKey, privateKey } = await pair
  const named = kid === undefined ? {} : { kid }
  const jwk: JWK = { ...(await exportJWK(publicKey)), alg, ...named }
  const token = await new SignJWT({ sub: 'u' }).setProtectedHeader({ alg, ...named }).sign(privateKey)
  return { jwk, token }
}

const withKeys = (keys: unknown): [TokenSignatures, Profile['auth']] => [
  new TokenSignatures({ ...NO_FILES, read: () => JSON.stringify({ keys }) }),
  { ...defaultProfile.auth, jwksFile: 'keys.json' },
]

describe('auth.jwksFile', () => {
  test.each(['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'])(
    'auth.jwksFile verifies %s, with a key id and without',
    async (alg) => {
      const [pair, otherPair] = [newPair(alg), newPair(alg)]
      for (const kid of [undefined, 'k1']) {
        const mine = await provider(alg, kid, pair)
        const other = await provider(alg, kid === undefined ? kid : 'k2', otherPair)
        const [signatures, auth] = withKeys([other.jwk, mine.jwk])
        expect(await signatures.claims(mine.token, auth)).toMatchObject({ sub: 'u' })
      }
    },
  )

  test('auth.jwksFile leaves the built-in provider trusted, and trusts nobody else', async () => {
    const [mine, stranger] = [await provider('ES256'), await provider('ES256')]
    const [signatures, auth] = withKeys([mine.jwk])
    expect(await signatures.claims(await signToken({ issuedAt: 0 }), auth)).toMatchObject({
      sub: 'user_local',
    })
    expect(await signatures.claims(stranger.token, auth)).toContain(NOT_SIGNED)
  })

  test.each<[string, unknown]>([
    ['that is broken', { kty: 'EC', crv: 'P-256', x: 'no', y: 'no', alg: 'ES256' }],
    ['that is null', null],
    ['that is a number', 7],
    ['that is a list', []],
    ['of no type', {}],
  ])('a JWKS file with a key %s still verifies by its other keys', async (_, odd) => {
    const mine = await provider('ES256', 'k1')
    const [signatures, auth] = withKeys([odd, mine.jwk])
    expect(await signatures.claims(mine.token, auth)).toMatchObject({ sub: 'u' })
    expect(await signatures.claims(await signToken({ issuedAt: 0 }), auth)).toMatchObject({
      sub: 'user_local',
    })
  })

  test('a JWKS file may begin with a byte order mark, as Windows editors write it', async () => {
    const { jwk, token } = await provider('ES256')
    const read = () => `\uFEFF${JSON.stringify({ keys: [jwk] })}`
    const signatures = new TokenSignatures({ read, monotonic: () => 0 })
    const auth = { ...defaultProfile.auth, jwksFile: 'keys.json' }
    signatures.assertReadable(auth)
    expect(await signatures.claims(token, auth)).toMatchObject({ sub: 'u' })
  })

  test.each([
    [20, undefined, { sub: 'u' }],
    [20, 'k1', { sub: 'u' }],
  ])('auth.jwksFile tries %i keys of one kid, %s', async (count, kid, expected) => {
    const [mine, other] = [await provider('ES384', kid), await provider('ES384', kid)]
    const [signatures, auth] = withKeys([...Array(count - 1).fill(other.jwk), mine.jwk])
    const claims = await signatures.claims(mine.token, auth)
    expect(claims).toMatchObject(expected)
  })

  test.each<[string, () => string, string]>([
    [
      'cannot be read',
      () => {
        throw Object.assign(new Error('no'), { code: 'EACCES' })
      },
      'keys.json cannot be read: EACCES',
    ],
    [
      'is not there',
      () => {
        throw Object.assign(new Error('no'), { code: 'ENOENT' })
      },
      'there is no file keys.json',
    ],
    [
      'cannot be opened',
      () => {
        throw Object.assign(new Error('no'), { code: 'EMFILE' })
      },
      'keys.json cannot be read: too many files are open (raise `ulimit -n`)',
    ],
    ['holds no JSON', () => 'keys', 'keys.json is not JSON'],
    ['holds no key set', () => '{"key":[]}', 'a JSON Web Key Set'],
  ])('a JWKS file that %s is refused when it is set, and verifies nothing', async (_, readFile, reason) => {
    const signatures = new TokenSignatures({ read: readFile, monotonic: () => 0 })
    const auth = { ...defaultProfile.auth, jwksFile: 'keys.json' }
    const refused = (() => {
      try {
        return signatures.assertReadable(auth)
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

  test.each(['http://localhost:9000/jwks', 'https://id.example.com/.well-known/jwks.json'])(
    'a JWKS file that is the address %s is refused with a hint',
    (jwksFile) => {
      const refused = () => new TokenSignatures(NO_FILES).assertReadable({ ...defaultProfile.auth, jwksFile })
      expect(refused).toThrow(
        expect.objectContaining({
          reason: expect.stringContaining('makes no network requests'),
          details: { hint: expect.stringContaining(`curl -o jwks.json ${jwksFile}`) },
        }),
      )
    },
  )
})

describe('a key file that changes', () => {
  const auth = { ...defaultProfile.auth, jwksFile: 'keys.json' }

  /** A file and a clock that the test controls. Undefined means that the file is missing. */
  function changing() {
    const at = { ms: 0, text: undefined as string | undefined, reads: 0 }
    const signatures = new TokenSignatures({
      read() {
        at.reads++
        if (at.text === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' })
        return at.text
      },
      monotonic: () => at.ms,
    })
    return { at, signatures }
  }
  const setOf = (...keys: JWK[]) => JSON.stringify({ keys })

  test('a key file that changes is read again after a second, but only in use', async () => {
    const { at, signatures } = changing()
    const [old, fresh] = [await provider('ES256', 'k1'), await provider('ES256', 'k2')]
    at.text = setOf(old.jwk)
    expect(await signatures.claims(old.token, auth)).toMatchObject({ sub: 'u' })
    at.text = setOf(fresh.jwk)
    at.ms = 999
    expect(await signatures.claims(fresh.token, auth)).toContain(NOT_SIGNED)
    expect(at.reads).toBe(1)
    at.ms = 1000
    expect(await signatures.claims(fresh.token, auth)).toMatchObject({ sub: 'u' })
    expect(await signatures.claims(old.token, auth)).toContain(NOT_SIGNED)
    expect(at.reads).toBe(2)
  })

  test('a key file that changes keeps verified tokens while it stays the same', async () => {
    const { at, signatures } = changing()
    const { jwk, token } = await provider('ES256')
    at.text = setOf(jwk)
    await signatures.claims(token, auth)
    at.ms = 5000
    expect(signatures.claims(token, auth)).toEqual({ sub: 'u' })
  })

  test('a key file that changes has the same keys for later settings: a reset does not restore old keys', async () => {
    const { at, signatures } = changing()
    const [old, fresh] = [await provider('ES256', 'k1'), await provider('ES256', 'k2')]
    at.text = setOf(old.jwk)
    await signatures.claims(old.token, auth)
    at.text = setOf(fresh.jwk)
    signatures.assertReadable({ ...auth })
    expect(await signatures.claims(fresh.token, auth)).toMatchObject({ sub: 'u' })
    expect(await signatures.claims(old.token, auth)).toContain(NOT_SIGNED)
  })

  test.each<[string, string | undefined]>([
    ['missing', undefined],
    ['half written', '{"keys": [{'],
  ])('a key file that changes leaves its last keys in force while it is %s', async (_, text) => {
    const { at, signatures } = changing()
    const { jwk, token } = await provider('ES256')
    at.text = setOf(jwk)
    await signatures.claims(token, auth)
    at.text = text
    at.ms = 1000
    expect(await signatures.claims(token, auth)).toMatchObject({ sub: 'u' })
    expect(() => signatures.assertReadable(auth)).toThrow(
      expect.objectContaining({ code: 'invalid_profile' }),
    )
  })
})

test('a token that was checked once is answered at once the next time', async () => {
  const signatures = new TokenSignatures(NO_FILES)
  const token = await signToken({ issuedAt: 0 })
  const first = signatures.claims(token, defaultProfile.auth)
  expect(first).toBeInstanceOf(Promise)
  expect(signatures.claims(token, defaultProfile.auth)).toBeInstanceOf(Promise)
  await first
  expect(signatures.claims(token, defaultProfile.auth)).toEqual({ sub: 'user_local', iat: 0 })
})

test('a token that was checked once is checked again once the options have changed', async () => {
  const signatures = new TokenSignatures(NO_FILES)
  const { token } = await provider('ES256')
  const decode = { ...defaultProfile.auth, jwt: 'decode' } as const
  expect(await signatures.claims(token, decode)).toMatchObject({ sub: 'u' })
  expect(await signatures.claims(token, defaultProfile.auth)).toContain(NOT_SIGNED)
  expect(await signatures.claims(token, decode)).toMatchObject({ sub: 'u' })
})

test('a token that was checked once is checked again if the options changed during the first check', async () => {
  const signatures = new TokenSignatures(NO_FILES)
  const { token } = await provider('ES256')
  const slow = signatures.claims(token, { ...defaultProfile.auth, jwt: 'decode' })
  const strict = signatures.claims(token, defaultProfile.auth)
  expect(await slow).toMatchObject({ sub: 'u' })
  expect(await strict).toContain(NOT_SIGNED)
  expect(await signatures.claims(token, defaultProfile.auth)).toContain(NOT_SIGNED)
})
