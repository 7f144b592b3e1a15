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
    throw new StatementSkip("the token isn't a signed JWT")
  }
  return [head, payload, signature]
}

/** Decodes a token's payload. Skips the statement if that fails. */
function claimsIn(payload: string): Readonly<Record<string, unknown>> {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    return Object(JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))))
  } catch {
    throw new StatementSkip("the token's claims can't be decoded")
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
    text: "The key list and the usage report accept a bearer token of the namespace's owner.",
    async check(session) {
      for (const answer of await bearerCalls(session, session.bearerOf('owner'))) expectSuccess(answer)
    },
  },
  'kv.bearer.missing': {
    text: 'Without a credential, the key list and the usage report return 401.',
    needs: ['kv'],
    async check(session) {
      for (const answer of await bearerCalls(session, NONE)) expectStatus(answer, 401)
    },
  },
  'kv.bearer.invalid': {
    text: 'If the bearer token is malformed or empty, the key list and the usage report return 401.',
    needs: ['kv'],
    async check(session) {
      for (const credential of [withBearer('no.such.token'), { authorization: 'Bearer' }]) {
        for (const answer of await bearerCalls(session, credential)) expectStatus(answer, 401)
      }
    },
  },
  'kv.bearer.scheme': {
    section: 'Authentication AB.5',
    text: 'A token is only accepted with the Bearer scheme. With another scheme, the credential is missing.',
    async check(session) {
      const basic = { authorization: `Basic ${session.subject.bearer ?? ''}` }
      for (const answer of await bearerCalls(session, basic)) expectStatus(answer, 401)
    },
  },
  'kv.bearer.usage-by-key': {
    section: 'Authentication AB.5',
    text: 'The usage report requires a bearer token. For a scoped key it returns 401.',
    needs: ['kv.admin'],
    check: async ({ kv }) => expectStatus(await kv.usage(kv.as('admin')), 401),
  },
  'kv.bearer.stranger': {
    section: 'Authentication AB.6',
    text: "Ownership is checked. With another user's token, both the key list and the usage report are refused.",
    needs: ['kv', 'bearer.stranger'],
    async check(session) {
      for (const answer of await bearerCalls(session, session.bearerOf('stranger'))) expectRefusal(answer)
    },
  },
  ...each(['list', 'usage'] as const, (call) => ({
    [`kv.bearer.forged.${call}`]: {
      text: `A token that isn't signed by the provider is invalid: ${WHAT[call]} returns 401.`,
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
      text: `A token whose claims were changed after signing is invalid: ${WHAT[call]} returns 401.`,
      async check({ subject, kv }) {
        const [head, payload, signature] = partsOf(subject.bearer)
        const claims = { ...claimsIn(payload), altered: true }
        const altered = [head, encoded(claims), signature].join('.')
        expectStatus(await kv[call](withBearer(altered)), 401)
      },
    },
    [`kv.bearer.unsigned.${call}`]: {
      text: `An unsigned token (alg "none") is invalid: ${WHAT[call]} returns 401.`,
      async check({ subject, kv }) {
        const [, payload] = partsOf(subject.bearer)
        for (const alg of ['none', 'None']) {
          const unsigned = `${encoded({ typ: 'JWT', alg })}.${payload}.`
          expectStatus(await kv[call](withBearer(unsigned)), 401)
        }
      },
    },
    [`kv.bearer.borrowed-signature.${call}`]: {
      text: `A token with the owner's claims and the signature of another user's token is invalid: ${WHAT[call]} returns 401.`,
      needs: ['kv', 'bearer', 'bearer.stranger'],
      async check({ subject, kv }) {
        const [head, payload] = partsOf(subject.bearer)
        const [, , signature] = partsOf(subject.strangerBearer)
        expectStatus(await kv[call](withBearer([head, payload, signature].join('.'))), 401)
      },
    },
    [`kv.bearer.expired.${call}`]: {
      text: `An owner's token that expired long ago is invalid: ${WHAT[call]} returns 401.`,
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
    text: "A token isn't a key. With just the owner's token, data operations on a namespace return 401.",
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
    text: "A token isn't a key. With just the owner's token, data operations on a store return 401.",
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
    text: "A write key can't list keys, even though the contract leaves open whether other scoped keys can.",
    needs: ['kv.write'],
    check: async ({ kv }) => expectRefusal(await kv.list(kv.as('write'))),
  },
})
