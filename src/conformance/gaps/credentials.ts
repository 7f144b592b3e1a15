/** Looks at the gaps of tokens, and of the errors of A and B. */

import { expectStatus } from '../check.js'
import { type Exchange, RawBody, withBearer } from '../http-client.js'
import { type Guest, offered } from '../session.js'
import {
  byStatus,
  hidden,
  isSuccess,
  jsonIn,
  type Look,
  type Looks,
  memberOf,
  type Sight,
  seen,
  textOf,
} from './sight.js'

const HOUR_MS = 3_600_000

/** The shape of an error body of A and B, and its code; undefined where it is none of the known ones. */
function errorIn(answer: Exchange): { shape: 'flat' | 'nested' | 'code'; code: string } | undefined {
  const body = jsonIn(answer.text)
  const error = memberOf(body, 'error')
  const candidates = [
    { shape: 'flat', code: textOf(error) },
    { shape: 'nested', code: textOf(memberOf(error, 'code')) },
    { shape: 'code', code: textOf(memberOf(body, 'code')) },
  ] as const
  for (const { shape, code } of candidates) if (code !== undefined) return { shape, code }
  return undefined
}

/** The code of an answer, which must have this status. */
function codeIn(answer: Exchange, status: number): Sight {
  const error = errorIn(expectStatus(answer, status))
  return error === undefined ? hidden('the error body carries no code in a known place') : seen(error.code)
}

/** A request without a credential, which is refused wherever it goes. */
const anonymous = (guest: Guest): Promise<Exchange> => guest.kv.get(guest.newKey(), {})

const provoked =
  (status: number): Look =>
  async (guest) => {
    await guest.subject.provoke?.(status)
    return codeIn(await anonymous(guest), status)
  }

/** The same token with another signature of the same length. */
function respelt(token: string): string {
  const [head, payload, signature = ''] = token.split('.')
  return [head, payload, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))].join('.')
}

/** The claims of a token that are texts: any of them may name the owner. */
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

/** Has a token signed that says this. */
function sign(guest: Guest, claims: Readonly<Record<string, string | number>>): Promise<string> {
  return offered(guest.subject.signToken, 'tokens')(claims)
}

const opens = async (guest: Guest, token: string): Promise<boolean> =>
  isSuccess(await guest.kv.usage(withBearer(token)))

export const credentialLooks: Looks = {
  'auth.foreignKey': async (guest) => {
    const foreign = guest.foreignKv.as('admin')
    return byStatus(await guest.kv.get(guest.newKey(), foreign), { 401: 401, 403: 403 })
  },
  'auth.notOwner': async (guest) =>
    byStatus(await guest.kv.usage(guest.bearerOf('stranger')), { 403: 403, 404: 404 }),
  'auth.jwt': async (guest) => {
    const token = respelt(offered(guest.subject.bearer, 'bearer'))
    return byStatus(await guest.kv.usage(withBearer(token)), { 401: 'verify', 200: 'decode' })
  },
  'auth.tokenTime': async (guest) => {
    const exp = Math.floor((await guest.time.now()) / 1000) + HOUR_MS / 1000
    const claims = Object.fromEntries(textClaims(offered(guest.subject.bearer, 'bearer')))
    const token = await sign(guest, { ...claims, exp })
    const before = await opens(guest, token)
    await guest.pass(2 * HOUR_MS)
    const after = await opens(guest, token)
    // By the service's own clock the token was good and is not any more; by another one the leap changed nothing.
    if (before === after) return seen('real')
    return before ? seen('virtual') : hidden('the token became valid when it should have expired')
  },
  'auth.ownerClaim': async (guest) => {
    const found: string[] = []
    for (const [name, value] of textClaims(offered(guest.subject.bearer, 'bearer'))) {
      if (await opens(guest, await sign(guest, { [name]: value }))) found.push(name)
    }
    const [claim, other] = found
    return claim !== undefined && other === undefined
      ? seen(claim)
      : hidden(`${found.length} of the token's claims open the namespace by themselves`)
  },
  'errors.shape': async (guest) => {
    const error = errorIn(expectStatus(await anonymous(guest), 401))
    return error === undefined ? hidden('the error body carries no code in a known place') : seen(error.shape)
  },
  'errors.codes.400': async (guest) =>
    codeIn(await guest.kv.put(guest.newKey(), new RawBody('{"value": "cut off')), 400),
  'errors.codes.401': async (guest) => codeIn(await anonymous(guest), 401),
  'errors.codes.403': async (guest) => {
    const answer = await guest.kv.put(guest.newKey(), { value: 1, ttlSeconds: 60 }, guest.kv.as('read'))
    return codeIn(answer, 403)
  },
  'errors.codes.404': async (guest) => codeIn(await guest.kv.get(guest.newKey()), 404),
  'errors.codes.413': provoked(413),
  'errors.codes.5xx': provoked(503),
}
