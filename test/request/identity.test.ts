import { describe, expect, test } from 'vitest'
import type { JudgedToken } from '../../src/domain/credentials.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile, type ProfilePatch, patchProfile } from '../../src/domain/profile/profile.js'
import { signToken } from '../../src/identity/provider.js'
import { TokenSignatures } from '../../src/identity/signatures.js'
import { bearerToken, identify, recordGaps, withoutOtherClaims } from '../../src/request/identity.js'
import { NO_FILES, REAL_NOW, Service } from '../support/service.js'
import { FROZEN, NOW } from './clients.js'

const NOW_S = NOW / 1000

describe('the token of a request', () => {
  const tokenOf = (authorization: string) => bearerToken(['Authorization', authorization])

  test.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc  ', 'abc'],
    ['Bearer ', ''],
    ['Bearerabc', ''],
    ['Bearer a b', ''],
    ['xBearer abc', ''],
    ['Basic abc', ''],
    ['', ''],
  ])('the header %j holds the token %j', (header, token) => {
    expect(tokenOf(header)).toBe(token)
  })

  test('a token is missing if no header is sent, and empty if several are', () => {
    expect(bearerToken([])).toBeUndefined()
    expect(bearerToken(['Authorization', 'Bearer abc', 'authorization', 'Bearer abc'])).toBe('')
  })
})

/** Judges a token with these claims, its times in seconds from now. */
async function judge(
  claims: Readonly<Record<string, unknown>>,
  auth: ProfilePatch['auth'] = {},
): Promise<JudgedToken> {
  const { world } = await Service.start({ clock: FROZEN }, { auth })
  const token = await signToken({ subject: 'alice', issuedAt: NOW, claims })
  return await identify(token, world, new TokenSignatures(NO_FILES), () => REAL_NOW + 1000)
}

const expired = /^the token expired at 2026-01-15T\S+, the virtual clock is at 2026-01-15T12:00:00\S*$/

test('a token without a signature has no claims', async () => {
  const { world } = await Service.start({ clock: FROZEN })
  const of = (token: string) => identify(token, world, new TokenSignatures(NO_FILES), () => REAL_NOW)
  expect(of('')).toEqual({
    identity: 'one Authorization header of the form "Bearer <token>" is needed here',
    usedSettings: false,
    usedClock: false,
  })
  expect(await of('abc')).toEqual({ identity: expect.any(String), usedSettings: true, usedClock: false })
})

test.each<[string, Readonly<Record<string, unknown>>, ProfilePatch['auth'], unknown, boolean]>([
  ['without times', { exp: undefined, nbf: undefined }, {}, 'taken', false],
  ['until its exp', { exp: NOW_S + 0.001 }, {}, 'taken', true],
  ['at its exp', { exp: NOW_S }, {}, expired, true],
  ['at its exp, with leeway', { exp: NOW_S }, { leeway: 1 }, 'taken', true],
  ['beyond the leeway', { exp: NOW_S - 1 }, { leeway: 1 }, expired, true],
  ['whose exp no calendar has', { exp: -1e300 }, {}, /^the token expired at 1970-01-01T00:00:00/, true],
  ['whose exp is not a number', { exp: 'soon' }, {}, "the token's exp is not a number", false],
  [
    'whose nbf is not a number',
    { exp: undefined, nbf: 'soon' },
    {},
    "the token's nbf is not a number",
    false,
  ],
  ['from its nbf', { exp: undefined, nbf: NOW_S }, {}, 'taken', true],
  [
    'before its nbf',
    { exp: undefined, nbf: NOW_S + 1 },
    {},
    /^the token is valid from 2026-01-15T12:00:01/,
    true,
  ],
  ['before its nbf, with leeway', { exp: undefined, nbf: NOW_S + 1 }, { leeway: 1 }, 'taken', true],
  [
    'by the clock of the machine',
    { exp: NOW_S + 1 },
    { tokenTime: 'real' },
    /the machine's clock is at 2026-01-15T12:00:01/,
    true,
  ],
])('a token is judged by its times: %s', async (_, claims, auth, said, usedClock) => {
  const { identity, ...used } = await judge(claims, auth)
  expect(used).toEqual({ usedSettings: true, usedClock })
  if (said === 'taken') expect(identity).toMatchObject({ claims: { sub: 'alice' } })
  else expect(identity).toMatch(said instanceof RegExp ? said : String(said))
})

test.each<[string, Readonly<Record<string, unknown>>, ProfilePatch['auth'], string | undefined]>([
  ['another issuer', { iss: 'b' }, { issuer: 'a' }, "the token's iss is not a (auth.issuer)"],
  ['the issuer', { iss: 'a' }, { issuer: 'a' }, undefined],
  ['another audience', { aud: 'b' }, { audience: 'a' }, "the token's aud is not a (auth.audience)"],
  ['other audiences', { aud: ['b', 'c'] }, { audience: 'a' }, "the token's aud is not a (auth.audience)"],
  ['the audience', { aud: 'a' }, { audience: 'a' }, undefined],
  ['it and others', { aud: ['b', 'a'] }, { audience: 'a' }, undefined],
  ['anybody', { iss: 'b', aud: 'b' }, {}, undefined],
])('a token is judged by whom it is from and for: %s', async (_, claims, auth, problem) => {
  const judged = await judge({ ...claims, exp: undefined }, auth)
  expect(judged.usedSettings).toBe(true)
  if (problem === undefined) expect(judged.identity).toMatchObject({ claims })
  else expect(judged).toMatchObject({ identity: problem, usedClock: false })
})

describe('a judged token', () => {
  const judged = (claims: Readonly<Record<string, unknown>>): JudgedToken => ({
    identity: { claims },
    usedSettings: true,
    usedClock: true,
  })
  const auth = { ...defaultProfile.auth, ownerClaim: 'uid' }

  test('a judged token keeps the claims that are asked for, if they are text or numbers', () => {
    const claims = { uid: 'u', sub: 's', exp: 7, iss: 'i' }
    const { iss: _, ...asked } = claims
    expect(withoutOtherClaims(judged(claims), auth)).toEqual(judged(asked))
    expect(withoutOtherClaims(judged({ exp: 7 }), auth)).toEqual(judged({ exp: 7 }))
    expect(withoutOtherClaims(judged({ uid: ['u'], sub: {}, exp: null }), auth)).toEqual(
      judged({ uid: null, sub: null, exp: null }),
    )
  })

  test('a judged token keeps the reason if it is refused', () => {
    const refused = { ...judged({}), identity: 'expired' }
    expect(withoutOtherClaims(refused, auth)).toBe(refused)
  })

  test('records the options that decided it', () => {
    const read = (usedSettings: boolean, usedClock: boolean): readonly string[] => {
      const gaps = new Gaps(patchProfile(defaultProfile, { auth: { issuer: 'a', audience: 'b' } }))
      recordGaps({ identity: '', usedSettings, usedClock }, gaps)
      return Object.keys(gaps.used()).sort()
    }
    expect(read(false, false)).toEqual([])
    expect(read(true, false)).toEqual(['auth.audience', 'auth.issuer', 'auth.jwt'])
    expect(read(false, true)).toEqual(['auth.leeway', 'auth.tokenTime'])
  })
})
