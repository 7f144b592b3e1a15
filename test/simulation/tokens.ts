import type { Bearer } from '../../conformance/model/call.js'
import { OWNERS } from './draw.js'
import type { Subject } from './subject.js'

/** Bearer tokens for requests, both as text and as the model sees them. */

export const ISSUER = 'https://id.test'

export interface HeldToken {
  readonly text: string
  readonly bearer: Bearer
}

/** Each subject has one of each kind. A forged token has another token's signature. */
export const TOKEN_KINDS = ['plain', 'expiring', 'early', 'addressed', 'renamed', 'forged'] as const

export type TokenKind = (typeof TOKEN_KINDS)[number]

/** Signed only once, because that takes longer than a run. All emulators have the same key, so they accept them. */
let made: Promise<ReadonlyMap<string, HeldToken>> | undefined

/** By `tokenName`. Includes a malformed one. */
export function tokensOf(subject: Subject): Promise<ReadonlyMap<string, HeldToken>> {
  made ??= makeTokens(subject)
  return made
}

export const BROKEN_TOKEN = 'broken'

export const tokenName = (kind: TokenKind, owner: string): string => `${kind} ${owner}`

async function makeTokens({ client }: Subject): Promise<ReadonlyMap<string, HeldToken>> {
  const tokens = new Map<string, HeldToken>([[BROKEN_TOKEN, { text: 'abc.def', bearer: 'invalid' }]])
  const { now } = await client.clock.get()
  for (const [index, sub] of OWNERS.entries()) {
    const stranger = OWNERS[(index + 1) % OWNERS.length] ?? sub
    const plain = await client.tokens.create({ sub })
    const [head = '', payload = ''] = plain.split('.')
    const [, , seal = ''] = (await client.tokens.create({ sub: stranger })).split('.')
    const texts: Readonly<Record<TokenKind, string>> = {
      plain,
      expiring: await client.tokens.create({ sub, expiresIn: '60s' }),
      early: await client.tokens.create({ sub, claims: { nbf: now / 1000 + 90 } }),
      addressed: await client.tokens.create({ sub, claims: { iss: ISSUER, aud: ['kv', 'web'] } }),
      renamed: await client.tokens.create({ sub: stranger, claims: { uid: sub } }),
      forged: [head, payload, seal].join('.'),
    }
    for (const kind of TOKEN_KINDS) {
      const text = texts[kind]
      const claims = claimsIn(text)
      tokens.set(tokenName(kind, sub), { text, bearer: { claims, isForged: kind === 'forged' } })
    }
  }
  return tokens
}

function claimsIn(token: string): Readonly<Record<string, unknown>> {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return JSON.parse(payload) as Readonly<Record<string, unknown>>
}
