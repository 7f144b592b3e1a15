import { formatInstant } from '../core/instants.js'
import { headerOf, timesSent } from '../core/raw-headers.js'
import type { Identity, JudgedToken } from '../domain/credentials.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Profile } from '../domain/profile/profile.js'
import type { World } from '../domain/world.js'
import type { TokenClaims, TokenSignatures } from '../identity/signatures.js'

/** Names used in messages for the values of `auth.tokenTime`. */
const CLOCKS = { virtual: 'the virtual clock', real: "the machine's clock" } as const

/** Undefined without an Authorization header. */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const header = headerOf(rawHeaders, 'authorization')
  if (header === undefined) return undefined
  if (timesSent(rawHeaders, 'authorization') > 1) return ''
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
}

const NO_TOKEN: JudgedToken = {
  identity: 'one Authorization header of the form "Bearer <token>" is needed here',
  usedSettings: false,
  usedClock: false,
}

/** Only returns a promise if the token's signature hasn't been checked before. */
export function identify(
  token: string,
  world: World,
  signatures: TokenSignatures,
  realNow: () => number,
): JudgedToken | Promise<JudgedToken> {
  if (token === '') return NO_TOKEN
  const { auth } = world.profile
  const judge = (claims: TokenClaims): JudgedToken => {
    if (typeof claims === 'string') return { identity: claims, usedSettings: true, usedClock: false }
    const problem = addressProblem(claims, auth)
    if (problem !== undefined) return { identity: problem, usedSettings: true, usedClock: false }
    const now = auth.tokenTime === 'virtual' ? world.clock.now() : realNow()
    return atTime(claims, now, auth)
  }
  const claims = signatures.claims(token, auth)
  return claims instanceof Promise ? claims.then(judge) : judge(claims)
}

/**
 * Drops the claims we don't need, because tokens may have thousands. A needed claim that's neither a string nor a
 * number becomes null, because it may be long.
 */
export function withoutOtherClaims(judged: JudgedToken, { ownerClaim }: Profile['auth']): JudgedToken {
  if (typeof judged.identity === 'string') return judged
  const { claims } = judged.identity
  const asked = [...new Set([ownerClaim, 'sub', 'exp'])].filter((name) => claims[name] !== undefined)
  const kept = asked.map((name) => [name, isPlain(claims[name]) ? claims[name] : null])
  return { ...judged, identity: { claims: Object.fromEntries(kept) } }
}

const isPlain = (claim: unknown): boolean => typeof claim === 'string' || typeof claim === 'number'

/** Records the gaps that a checked token depends on, since `identify` runs before there's a call to record them in. */
export function recordGaps({ usedSettings, usedClock }: JudgedToken, gaps: Gaps): void {
  if (usedSettings) gaps.note('auth.jwt', 'auth.issuer', 'auth.audience')
  if (usedClock) gaps.note('auth.tokenTime', 'auth.leeway')
}

/** Compares the issuer and audience. Undefined if both match. */
function addressProblem(
  { iss, aud }: Readonly<Record<string, unknown>>,
  { issuer, audience }: Profile['auth'],
): string | undefined {
  if (issuer !== null && iss !== issuer) return `the token's iss is not ${issuer} (auth.issuer)`
  const isMeant = Array.isArray(aud) ? aud.includes(audience) : aud === audience
  return audience === null || isMeant ? undefined : `the token's aud is not ${audience} (auth.audience)`
}

/**
 * Checks a signed token's `exp` (exclusive) and `nbf` (inclusive), as defined by RFC 7519, 4.1. Both are in seconds,
 * and the leeway applies to both.
 */
function atTime(
  claims: Readonly<Record<string, unknown>>,
  now: number,
  { leeway, tokenTime }: Profile['auth'],
): JudgedToken {
  const { exp, nbf } = claims
  const clock = CLOCKS[tokenTime]
  const judged = (identity: Identity | string, usedClock: boolean): JudgedToken => ({
    identity,
    usedSettings: true,
    usedClock,
  })
  if (exp !== undefined && typeof exp !== 'number') return judged("the token's exp is not a number", false)
  if (nbf !== undefined && typeof nbf !== 'number') return judged("the token's nbf is not a number", false)
  if (exp !== undefined && now >= (exp + leeway) * 1000) {
    return judged(`the token expired at ${formatSeconds(exp)}, ${clock} is at ${formatInstant(now)}`, true)
  }
  if (nbf !== undefined && now < (nbf - leeway) * 1000) {
    return judged(`the token is valid from ${formatSeconds(nbf)}, ${clock} is at ${formatInstant(now)}`, true)
  }
  return judged({ claims }, exp !== undefined || nbf !== undefined)
}

/** Clamps negative times to 1970. */
const formatSeconds = (seconds: number): string => formatInstant(Math.max(seconds, 0) * 1000)
