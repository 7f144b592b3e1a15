import { createHmac } from 'node:crypto'
import { OWNER, SECRET } from './program.js'

/** What the issuer of tokens gives: a token, and a grant that gives the next one. */
export interface Session {
  readonly token: string
  readonly grant: string
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A bearer token. @param exp the instant at which it expires, in Unix seconds; without it, it does not */
export function signed(exp?: number): string {
  const text = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub: OWNER, ...(exp === undefined ? {} : { exp }) })}`
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}

/** An issuer that rotates grants: each is good once. A second use looks like theft, and ends its whole family. */
export class Issuer {
  readonly #families = new Map<string, string>()

  /** Forgets all, and knows these families: a grant is "FAMILY 1" at first. */
  reset(): void {
    this.#families.clear()
  }

  refresh(grant: string): Session | undefined {
    const [family = '', number = ''] = grant.split(' ')
    const current = this.#families.get(family) ?? `${family} 1`
    if (grant !== current) {
      this.#families.set(family, 'revoked')
      return undefined
    }
    const next = `${family} ${Number(number) + 1}`
    this.#families.set(family, next)
    return { token: signed(), grant: next }
  }
}
