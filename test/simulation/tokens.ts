import type { Bearer } from '../../conformance/model/call.js'
import { OWNERS } from './draw.js'
import type { Subject } from './subject.js'

/** The bearer tokens of requests: their texts, and the bearers that the model sees. */

/** The issuer and audience of the tokens that have their own. */
export const ISSUER = 'https://id.test'

/** A token and its claims. */
export interface HeldToken {
  readonly text: string
  readonly bearer: Bearer
}

/** The kinds of tokens for each subject. A forged one has the signature of another token. */
export const TOKEN_KINDS = ['plain', 'expiring', 'early', 'addressed', 'renamed', 'forged'] as const

export type TokenKind = (typeof TOKEN_KINDS)[number]

/** The tokens are signed once, since that takes longer than a run. All emulators have the same key and accept them. */
let made: Promise<ReadonlyMap<string, HeldToken>> | undefined

/** The tokens by `tokenName`, and one that is broken. */
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
