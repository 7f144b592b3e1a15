import { expectStatus } from '../check.js'
import { type HttpExchange, RawBody, withBearer, withKey } from '../http-client.js'
import { offered, type Session } from '../session.js'
import {
  byStatus,
  hidden,
  isSuccess,
  jsonIn,
  largest,
  memberOf,
  type Observation,
  type Observe,
  type Observers,
  seen,
  textOf,
} from './observation.js'

const HOUR_MS = 3_600_000
const HOUR_S = 3600
const QUOTA_STATUS = 429

/** Where the stores' error bodies have their message, and their code if there is one. */
interface ErrorLocation {
  /** Undefined if we'd have to see a code to tell which it is. */
  readonly shape: 'flat' | 'nested' | 'code' | undefined
  readonly code: string | null
}

/** Returns undefined if the shape of the error body is unknown. */
function errorIn(answer: HttpExchange): ErrorLocation | undefined {
  const body = jsonIn(answer.text)
  const error = memberOf(body, 'error')
  const candidates = [
    { shape: 'flat', code: textOf(error) },
    { shape: 'nested', code: textOf(memberOf(error, 'code')) },
    { shape: 'code', code: textOf(memberOf(body, 'code')) },
  ] as const
  for (const { shape, code } of candidates) if (code !== undefined) return { shape, code }
  if (memberOf(error, 'message') !== undefined) return { shape: 'nested', code: null }
  return memberOf(body, 'message') === undefined ? undefined : { shape: undefined, code: null }
}

const UNKNOWN_BODY = 'the error body has no code or message in a known place'

/** Returns the error code, or null if the body has a message but no code. Expects one of these statuses. */
function codeIn(answer: HttpExchange, ...statuses: readonly number[]): Observation {
  const error = errorIn(expectStatus(answer, ...statuses))
  return error === undefined ? hidden(UNKNOWN_BODY) : seen(error.code)
}

/** Sends a request without credentials, which every service refuses. */
const anonymous = (session: Session): Promise<HttpExchange> => session.kv.get(session.newKey(), {})

const provoked =
  (status: number): Observe =>
  async (session) => {
    await session.subject.provoke?.(status)
    return codeIn(await anonymous(session), status)
  }

/** Replaces the token's signature with another of the same length. */
function withOtherSignature(token: string): string {
  const [head, payload, signature = ''] = token.split('.')
  return [head, payload, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))].join('.')
}

/** Returns the token's string claims. Any of them may name the owner. */
function textClaims(token: string): readonly (readonly [name: string, value: string])[] {
  const payload = token.split('.')[1] ?? ''
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const claims = jsonIn(new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0))))
    if (claims?.kind !== 'object') return []
    return [...claims.members].flatMap(([name, value]) =>
      value.kind === 'string' ? [[name, value.value] as const] : [],
    )
  } catch {
    return []
  }
}

function sign(session: Session, claims: Readonly<Record<string, string | number>>): Promise<string> {
  return offered(session.subject.signToken, 'tokens')(claims)
}

const opens = async (session: Session, token: string): Promise<boolean> =>
  isSuccess(await session.kv.usage(withBearer(token)))

/** Observes which value a claim must have: the given token's, if the service accepts no other. */
const demanded =
  (claim: 'iss' | 'aud'): Observe =>
  async (session) => {
    const claims = Object.fromEntries(textClaims(offered(session.subject.bearer, 'bearer')))
    if (await opens(session, await sign(session, { ...claims, [claim]: 'somebody else' }))) {
      return hidden(`tokens with any ${claim} are accepted`)
    }
    const own = claims[claim]
    return own === undefined ? hidden(`the given token has no string claim ${claim}`) : seen(own)
  }

export const credentialObservers: Observers = {
  'auth.foreignKey': async (session) => {
    const foreign = session.foreignKv.as('admin')
    return byStatus(await session.kv.get(session.newKey(), foreign), { 401: 401, 403: 403, 404: 404 })
  },
  'auth.missingNamespace': async (session) => {
    const unknown = withKey(`kv_admin_${session.subject.prefix}`)
    const answer = await session.absentKv.get(session.newKey(), unknown)
    return byStatus(answer, { 404: 'first', 401: 'after-key' })
  },
  'auth.notOwner': async (session) =>
    byStatus(await session.kv.usage(session.bearerOf('stranger')), { 403: 403, 404: 404 }),
  'auth.jwt': async (session) => {
    const token = withOtherSignature(offered(session.subject.bearer, 'bearer'))
    return byStatus(await session.kv.usage(withBearer(token)), { 401: 'verify', 200: 'decode' })
  },
  'auth.tokenTime': async (session) => {
    const exp = Math.floor((await session.time.now()) / 1000) + HOUR_MS / 1000
    const claims = Object.fromEntries(textClaims(offered(session.subject.bearer, 'bearer')))
    const token = await sign(session, { ...claims, exp })
    const before = await opens(session, token)
    await session.pass(2 * HOUR_MS)
    const after = await opens(session, token)
    // If the service uses its virtual clock, the jump made the token expire. With any other clock, nothing changed.
    if (before === after) return seen('real')
    return before ? seen('virtual') : hidden('the token became valid when it should have expired')
  },
  'auth.ownerClaim': async (session) => {
    const found: string[] = []
    for (const [name, value] of textClaims(offered(session.subject.bearer, 'bearer'))) {
      if (await opens(session, await sign(session, { [name]: value }))) found.push(name)
    }
    const [claim, other] = found
    return claim !== undefined && other === undefined
      ? seen(claim)
      : hidden(`${found.length} of the token's claims are each enough for the namespace`)
  },
  'auth.challenge': async (session) => {
    const refusal = expectStatus(await anonymous(session), 401)
    return seen(refusal.header('www-authenticate') !== undefined)
  },
  'auth.issuer': demanded('iss'),
  'auth.audience': demanded('aud'),
  'auth.leeway': async (session, known) => {
    if (known.get('auth.tokenTime') === 'real') return hidden('tokens are checked against another clock')
    const claims = Object.fromEntries(textClaims(offered(session.subject.bearer, 'bearer')))
    const now = Math.floor((await session.time.now()) / 1000)
    const isTaken = async (late: number) =>
      opens(session, await sign(session, { ...claims, exp: now - late }))
    if (!(await isTaken(0))) return seen(0)
    if (await isTaken(HOUR_S)) return hidden("it's an hour or more")
    return seen((await largest(0, HOUR_S, isTaken)) + 1)
  },
  'errors.shape': async (session) => {
    const error = errorIn(expectStatus(await anonymous(session), 401))
    if (error === undefined) return hidden(UNKNOWN_BODY)
    if (error.shape !== undefined) return seen(error.shape)
    // The contract specifies a code for this one (docs/CONTRACT.md E-4).
    await session.subject.provoke?.(QUOTA_STATUS)
    const { shape } = errorIn(await anonymous(session)) ?? {}
    return shape === undefined ? hidden('none of the observed errors has a code') : seen(shape)
  },
  'errors.codes.400': async (session) =>
    codeIn(await session.kv.put(session.newKey(), new RawBody('{"value": "cut off')), 400, 422),
  'errors.codes.401': async (session) => codeIn(await anonymous(session), 401),
  'errors.codes.403': async (session) => {
    const answer = await session.kv.put(session.newKey(), { value: 1, ttlSeconds: 60 }, session.kv.as('read'))
    return codeIn(answer, 403)
  },
  'errors.codes.404': async (session) => codeIn(await session.kv.get(session.newKey()), 404),
  'errors.codes.413': provoked(413),
  'errors.codes.5xx': provoked(503),
}
