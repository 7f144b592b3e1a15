import { formatInstant } from '../core/instants.js'
import type { Identity } from '../domain/credentials.js'
import type { World } from '../domain/world.js'
import type { TokenClaims, TokenSignatures } from '../identity/signatures.js'
import type { Call, DataRequest } from './call.js'
import type { Exchange } from './record.js'

const NO_TOKEN = 'one Authorization header of the form "Bearer <token>" is needed here'

/** The clocks that times of tokens are held against, by auth.tokenTime. */
const CLOCKS = { virtual: 'the virtual clock', real: "the machine's clock" } as const

/** The bearer token of a request: undefined where no Authorization header was sent. */
export function bearerToken(request: DataRequest): string | undefined {
  const header = request.header('authorization')
  if (header === undefined) return undefined
  if (request.isRepeated('authorization')) return ''
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
}

/** Who a token says calls, at the present virtual time; a sentence on why it is not taken. */
export function identify(
  token: string,
  world: World<Exchange>,
  signatures: TokenSignatures,
  realNow: () => number,
): Identity | string | Promise<Identity | string> {
  if (token === '') return NO_TOKEN
  const { auth } = world.profile
  const judge = (claims: TokenClaims) => {
    if (typeof claims === 'string') return claims
    const now = auth.tokenTime === 'virtual' ? world.clock.now() : realNow()
    return timeProblem(claims, now, CLOCKS[auth.tokenTime]) ?? { claims }
  }
  const claims = signatures.claims(token, auth)
  return claims instanceof Promise ? claims.then(judge) : judge(claims)
}

/**
 * Reads, by way of the call's profile, the options that its token was judged by, which notes them: identify() comes
 * ahead of the call, where nothing is noted.
 */
export function noteJudgement({ identity, profile }: Call): void {
  if (identity === undefined || identity === NO_TOKEN) return
  void profile.auth.jwt
  if (isOfTime(identity)) void profile.auth.tokenTime
}

/** Whether it took a clock to judge the token. */
function isOfTime(identity: Identity | string): boolean {
  if (typeof identity === 'string') {
    return Object.values(CLOCKS).some((clock) => identity.includes(`, ${clock} is at `))
  }
  const { exp, nbf } = identity.claims
  return exp !== undefined || nbf !== undefined
}

/** exp is exclusive, nbf inclusive (RFC 7519, 4.1); both in seconds. */
function timeProblem(
  claims: Readonly<Record<string, unknown>>,
  now: number,
  clock: string,
): string | undefined {
  const { exp, nbf } = claims
  if (exp !== undefined && typeof exp !== 'number') return "the token's exp is no number"
  if (nbf !== undefined && typeof nbf !== 'number') return "the token's nbf is no number"
  const at = `${clock} is at ${formatInstant(now)}`
  if (exp !== undefined && now >= exp * 1000) return `the token expired at ${formatSeconds(exp)}, ${at}`
  if (nbf !== undefined && now < nbf * 1000) return `the token is valid from ${formatSeconds(nbf)}, ${at}`
  return undefined
}

/** A token may name seconds that no calendar reaches. */
const formatSeconds = (seconds: number): string => formatInstant(Math.max(seconds, 0) * 1000)
