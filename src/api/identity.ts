import { formatInstant } from '../core/instants.js'
import type { Identity } from '../domain/credentials.js'
import type { World } from '../domain/world.js'
import type { TokenClaims, TokenSignatures } from '../identity/signatures.js'
import type { DataRequest } from './call.js'
import type { Exchange } from './exchange.js'

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
  if (token === '') return 'one Authorization header of the form "Bearer <token>" is needed here'
  const { auth } = world.profile
  const judge = (claims: TokenClaims) => {
    if (typeof claims === 'string') return claims
    const isVirtual = auth.tokenTime === 'virtual'
    const now = isVirtual ? world.clock.now() : realNow()
    return timeProblem(claims, now, isVirtual ? 'the virtual clock' : "the machine's clock") ?? { claims }
  }
  const claims = signatures.claims(token, auth)
  return claims instanceof Promise ? claims.then(judge) : judge(claims)
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
