import type { AdminInterface } from './ask.js'
import type { DurationText } from './clock.js'

/**
 * What a token says.
 *
 * @example
 * const token = await emulator.tokens.create({ sub: 'user_alice', expiresIn: '1h' })
 */
export interface NewToken {
  /** Who calls; user_local when left out. */
  readonly sub?: string
  /** By the virtual clock; without it the token does not expire. */
  readonly expiresIn?: DurationText
  /** Further claims. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The built-in identity provider. */
export interface TokensClient {
  /** A bearer token: `tokens.create({ sub: 'user_alice', expiresIn: '1h' })`. */
  create(token?: NewToken): Promise<string>
}

/** Tokens over the admin interface. */
export function tokensClient(admin: AdminInterface): TokensClient {
  return {
    create: async (token = {}) => (await admin.send<{ token: string }>('POST', '/tokens', token)).token,
  }
}
