/** Statements about bearer tokens, which cover the list of keys, the usage report, owners and invalid tokens. */

import { expectRefusal, expectStatus, expectSuccess, StatementSkip } from '../../check.js'
import { type Headers, type HttpExchange, withBearer } from '../../http-client.js'
import { offered, type Session } from '../../session.js'
import { each, type Shared, type Statement, statements } from '../statement.js'

const SHARED: Shared = { service: 'kv', section: 'Authentication AB.7', needs: ['kv', 'bearer'] }

const NONE: Headers = {}

/** Makes the two calls that require a bearer token. */
const bearerCalls = async (session: Session, credential: Headers): Promise<readonly HttpExchange[]> => [
  await session.kv.list(credential),
  await session.kv.usage(credential),
]

const WHAT = { list: 'the key list', usage: 'the usage report' } as const

/** One second into 1970. */
const LONG_AGO_S = 1

/** Splits a token. Skips the statement if it doesn't have three parts. */
function partsOf(token: string | undefined): readonly [head: string, payload: string, signature: string] {
  const [head, payload, signature, ...more] = (token ?? '').split('.')
  if (head === undefined || payload === undefined || !signature || more.length > 0) {
    throw new StatementSkip('the token is not a signed JWT that could be changed')
  }
  return [head, payload, signature]
}

/** Decodes a token's payload. Skips the statement if that fails. */
function claimsIn(payload: string): Readonly<Record<string, unknown>> {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    return Object(JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))))
  } catch {
    throw new StatementSkip('the claims of the token cannot be read')
  }
}

const textClaims = (claims: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

function encoded(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  const binary = String.fromCharCode(...bytes)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export const bearerStatements: readonly Statement[] = statements(SHARED, {
  'kv.bearer.accepted': {
    section: 'Authentication AB.5',
    text: "The key list and the usage report answer to a bearer token of the namespace's owner.",
    async check(session) {
      for (const answer of await bearerCalls(session, session.bearerOf('owner'))) expectSuccess(answer)
    },
  },
  'kv.bearer.missing': {
    text: 'Without a credential the key list and the usage report answer 401.',
    needs: ['kv'],
    async check(session) {
      for (const answer of await bearerCalls(session, NONE)) expectStatus(answer, 401)
    },
  },
  'kv.bearer.invalid': {
    text: 'With a bearer token that is none, the key list and the usage report answer 401.',
    needs: ['kv'],
    async check(session) {
      for (const credential of [withBearer('no.such.token'), { authorization: 'Bearer' }]) {
        for (const answer of await bearerCalls(session, credential)) expectStatus(answer, 401)
      }
    },
  },
  'kv.bearer.scheme': {
    section: 'Authentication AB.5',
    text: 'A token counts only as Authorization: Bearer; under another scheme the credential is missing.',
    async check(session) {
      const basic = { authorization: `Basic ${session.subject.bearer ?? ''}` }
      for (const answer of await bearerCalls(session, basic)) expectStatus(answer, 401)
    },
  },
  'kv.bearer.usage-by-key': {
    section: 'Authentication AB.5',
    text: 'The usage report requires a bearer token: to a scoped key it answers 401.',
    needs: ['kv.admin'],
    check: async ({ kv }) => expectStatus(await kv.usage(kv.as('admin')), 401),
  },
  'kv.bearer.stranger': {
    section: 'Authentication AB.6',
    text: "Ownership is checked: somebody else's token gets neither key list nor usage report.",
    needs: ['kv', 'bearer.stranger'],
    async check(session) {
      for (const answer of await bearerCalls(session, session.bearerOf('stranger'))) expectRefusal(answer)
    },
  },
  ...each(['list', 'usage'] as const, (call) => ({
    [`kv.bearer.forged.${call}`]: {
      text: `A token whose signature is none of the provider's is invalid: ${WHAT[call]} answers 401.`,
      async check({ subject, kv }) {
        const [head, payload, signature] = partsOf(subject.bearer)
        const reversed = [...signature].reverse().join('')
        for (const other of ['AAAA', '', 'A'.repeat(signature.length), reversed]) {
          if (other === signature) continue
          expectStatus(await kv[call](withBearer([head, payload, other].join('.'))), 401)
        }
      },
    },
    [`kv.bearer.altered.${call}`]: {
      text: `A token whose claims were changed after it was signed is invalid: ${WHAT[call]} answers 401.`,
      async check({ subject, kv }) {
        const [head, payload, signature] = partsOf(subject.bearer)
        const claims = { ...claimsIn(payload), altered: true }
        const altered = [head, encoded(claims), signature].join('.')
        expectStatus(await kv[call](withBearer(altered)), 401)
      },
    },
    [`kv.bearer.unsigned.${call}`]: {
      text: `A token that says that it needs no signature is invalid: ${WHAT[call]} answers 401.`,
      async check({ subject, kv }) {
        const [, payload] = partsOf(subject.bearer)
        for (const alg of ['none', 'None']) {
          const unsigned = `${encoded({ typ: 'JWT', alg })}.${payload}.`
          expectStatus(await kv[call](withBearer(unsigned)), 401)
        }
      },
    },
    [`kv.bearer.borrowed-signature.${call}`]: {
      text: `The owner's claims under the signature of somebody else's token are invalid: ${WHAT[call]} answers 401.`,
      needs: ['kv', 'bearer', 'bearer.stranger'],
      async check({ subject, kv }) {
        const [head, payload] = partsOf(subject.bearer)
        const [, , signature] = partsOf(subject.strangerBearer)
        expectStatus(await kv[call](withBearer([head, payload, signature].join('.'))), 401)
      },
    },
    [`kv.bearer.expired.${call}`]: {
      text: `A token of the owner that expired long ago is invalid: ${WHAT[call]} answers 401.`,
      needs: ['kv', 'bearer', 'tokens'],
      async check({ subject, kv }) {
        const claims = textClaims(claimsIn(partsOf(subject.bearer)[1]))
        const sign = offered(subject.signToken, 'tokens')
        expectSuccess(await kv[call](withBearer(await sign(claims))))
        expectStatus(await kv[call](withBearer(await sign({ ...claims, exp: LONG_AGO_S }))), 401)
      },
    },
  })),
  'kv.bearer.not-for-data': {
    section: 'Authentication AB.1',
    text: "A token is not a key: with the owner's token alone, data calls on a namespace answer 401.",
    async check({ bearerOf, kv }, key) {
      const owner = bearerOf('owner')
      expectStatus(await kv.get(key, owner), 401)
      expectStatus(await kv.put(key, { value: 1, ttlSeconds: 60 }, owner), 401)
      expectStatus(await kv.delete(key, owner), 401)
    },
  },
  'config.bearer.not-for-data': {
    section: 'Authentication AB.1',
    service: 'config',
    text: "A token is not a key: with its owner's token alone, data calls on a store answer 401.",
    needs: ['store', 'bearer'],
    async check({ bearerOf, store }, key) {
      const owner = bearerOf('owner')
      expectStatus(await store.get(key, owner), 401)
      expectStatus(await store.put(key, { value: 1 }, owner), 401)
      expectStatus(await store.delete(key, owner), 401)
      expectStatus(await store.list(owner), 401)
    },
  },
  'kv.list.not-by-write-key': {
    section: 'Authentication AB.2',
    text: 'A write key does not list keys, whatever else the contract leaves open about scoped keys and lists.',
    needs: ['kv.write'],
    check: async ({ kv }) => expectRefusal(await kv.list(kv.as('write'))),
  },
})
