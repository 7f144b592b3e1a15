import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { exportJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { publicKeys, signToken } from '../../src/identity/provider.js'
import { startEmulator } from '../../src/start-emulator.js'
import { ask } from './attacker.js'

/** Tokens that try to choose how they are verified, or to pass for another user. */

const OWNER = 'user_alice'
const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', owner: OWNER }],
}

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED })
})
afterAll(() => emulator.close())

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const [builtIn] = publicKeys().keys
const claims = { sub: OWNER, iat: 0 }
const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const attackersKey = await exportJWK(attacker.publicKey)

/** A token signed with the attacker's key, with a header of the attacker's choice. */
function forged(header: object, payload: object = claims): string {
  const text = `${encode({ alg: 'ES256', typ: 'JWT', ...header })}.${encode(payload)}`
  const seal = sign('sha256', Buffer.from(text), { key: attacker.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${seal.toString('base64url')}`
}

function hmac(secret: string | Buffer, alg = 'HS256'): string {
  const text = `${encode({ alg, typ: 'JWT', kid: builtIn?.kid })}.${encode(claims)}`
  return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`
}

async function take(token: string, profile?: object): Promise<number> {
  if (profile !== undefined) await emulator.profile.patch(profile)
  try {
    const answer = await ask(emulator, 'GET /v1/usage/ns_a_1', [`Authorization: Bearer ${token}`])
    return answer.status
  } finally {
    if (profile !== undefined) await emulator.reset()
  }
}

const good = await signToken({ subject: OWNER, issuedAt: 0 })
const [head = '', payload = '', seal = ''] = good.split('.')

test('the real token is accepted', async () => {
  expect(await take(good)).toBe(200)
})

const CURVES = ['P-384', 'P-521', 'secp256k1']

describe('401', () => {
  test.each<[string, string]>([
    ['alg none', `${encode({ alg: 'none' })}.${payload}.`],
    ['alg None', `${encode({ alg: 'None' })}.${payload}.`],
    ['alg nOnE with the real signature', `${encode({ alg: 'nOnE' })}.${payload}.${seal}`],
    ['no alg', `${encode({ typ: 'JWT' })}.${payload}.${seal}`],
    ['alg null', `${encode({ alg: null })}.${payload}.${seal}`],
    ['alg as a list', `${encode({ alg: ['ES256'] })}.${payload}.${seal}`],
    ['alg __proto__', `${encode({ alg: '__proto__' })}.${payload}.${seal}`],
    ['alg constructor', `${encode({ alg: 'constructor' })}.${payload}.${seal}`],
    ['an empty signature', `${head}.${payload}.`],
    ['a signature of zeros', `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`],
    [
      'a signature in DER',
      `${head}.${payload}.${Buffer.concat([Buffer.from('3006020100020100', 'hex')]).toString('base64url')}`,
    ],
    ['a longer signature', `${good}AAAA`],
    ['another payload', `${head}.${encode({ sub: OWNER, iat: 1 })}.${seal}`],
    ['HS256 with the public key, as JWK', hmac(JSON.stringify(builtIn))],
    ['HS256 with the public key, as its point', hmac(Buffer.from(`${builtIn?.x}${builtIn?.y}`, 'base64url'))],
    ['HS256 with x of the public key', hmac(builtIn?.x ?? '')],
    ['HS512 with an empty secret', hmac('', 'HS512')],
    ['HS256 with "null"', hmac('null')],
    ["the attacker's key", forged({})],
    ["the attacker's key under the kid of the real one", forged({ kid: builtIn?.kid })],
    ["the attacker's key in the header", forged({ jwk: attackersKey })],
    ["the attacker's key at jku", forged({ jku: 'http://127.0.0.1:1/jwks.json', kid: 'evil' })],
    ["the attacker's key at x5u", forged({ x5u: 'http://127.0.0.1:1/cert.pem' })],
    ["the attacker's key in x5c", forged({ x5c: ['MIIB'] })],
    ['a kid that is a path', forged({ kid: '../../../../dev/null' })],
    ['a kid that is SQL', forged({ kid: "x' UNION SELECT 'key" })],
    ['a kid __proto__', forged({ kid: '__proto__' })],
    ['a kid that is an object', forged({ kid: { a: 1 } })],
    ['crit', forged({ crit: ['exp'] })],
    ['b64 false', forged({ b64: false, crit: ['b64'] })],
    ['an encrypted one', `${encode({ alg: 'dir', enc: 'A128GCM' })}..AAAA.AAAA.AAAA`],
    ['a header that is a list', `${encode(['ES256'])}.${payload}.${seal}`],
    ['a header that is null', `${encode(null)}.${payload}.${seal}`],
    ['a payload that is a list', `${head}.${encode([claims])}.${seal}`],
    [
      'a payload that is nested deeply',
      `${head}.${Buffer.from(`${'['.repeat(50_000)}${']'.repeat(50_000)}`).toString('base64url')}.${seal}`,
    ],
    ['standard base64 with padding', `${head}=.${payload}.${seal}`],
  ])('a token is refused with a 401: %s', async (_what, token) => {
    expect(await take(token)).toBe(401)
  })

  test.each(CURVES)('a token signed on another curve gets a 401: %s', async (namedCurve) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve })
    const text = `${encode({ alg: 'ES256', kid: builtIn?.kid })}.${payload}`
    const other = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    expect(await take(`${text}.${other.toString('base64url')}`)).toBe(401)
  })

  test.each([
    `\t${good}`,
    `${good}\x0b`,
    `${good}\xa0`,
    `${good};`,
    `"${good}"`,
    `${head} .${payload}.${seal}`,
    `${good}\t${good}`,
  ])('a token with white space or the like is refused with a 401: %j', async (text) => {
    // Control characters are not allowed in a header.
    expect([400, 401]).toContain(await take(text))
  })

  test('a secret in the profile does not turn a public key into a secret', async () => {
    for (const secret of ['x', JSON.stringify(builtIn)]) {
      const profile = { auth: { secret: 'another one' } }
      expect(await take(hmac(secret), profile)).toBe(401)
    }
  })
})

describe('a token of the real signer', () => {
  const signed = (body: Record<string, unknown>) => signToken({ subject: OWNER, issuedAt: 0, claims: body })
  test.each<[string, Record<string, unknown>, number]>([
    ['exp beyond all numbers', { exp: Number.MAX_VALUE }, 200],
    ['exp as text', { exp: '9999999999' }, 401],
    ['exp as an object', { exp: {} }, 401],
    ['exp in the past', { exp: -1 }, 401],
    ['nbf as a list', { nbf: [0] }, 401],
    ['sub as a list', { sub: [OWNER] }, 403],
    ['sub as an object', { sub: { toString: OWNER } }, 403],
    ['sub as true', { sub: true }, 403],
    ['sub with a NUL after it', { sub: `${OWNER}\0` }, 403],
    ['sub with white space', { sub: ` ${OWNER}` }, 403],
    ['sub in other letters', { sub: 'user_аlice' }, 403],
  ])('a token signed by the real provider is judged by its claims: %s', async (_what, body, status) => {
    expect(await take(await signed(body))).toBe(status)
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a token of the real signer has no owner if the owner claim is %s, which is only inherited',
    async (ownerClaim) => {
      expect(await take(good, { auth: { ownerClaim } })).toBe(403)
    },
  )

  test('a token of the real signer has an owner if the claim __proto__ is its own', async () => {
    const text = Buffer.from(`{"__proto__":"${OWNER}"}`).toString('base64url')
    const profile = { auth: { ownerClaim: '__proto__', jwt: 'decode' } }
    expect(await take(`${head}.${text}.${seal}`, profile)).not.toBe(401)
    expect(Object.hasOwn(Object.prototype, OWNER)).toBe(false)
  })
})
