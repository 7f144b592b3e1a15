/** Values that the services promise. The conformance suite declares its own, so that it can disagree. */

/** The minimum TTL of a key-value entry in seconds; smaller values are raised to it (docs/CONTRACT.md L-1). */
export const TTL_MIN_S = 60

/** The largest integer that every JSON parser reads exactly. */
export const INTEGER_MAX = Number.MAX_SAFE_INTEGER

/** Project and document ids are int64 (docs/CONTRACT.md C-5, C-8). */
export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/** Accepts canonical digits only. */
export function isInt64(digits: string): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(digits)) return false
  const value = BigInt(digits)
  return value >= INT64_MIN && value <= INT64_MAX
}

/** The query parameter `limit` is an int32 (docs/CONTRACT.md C-12, C-15). */
export const INT32_MAX = 2 ** 31 - 1

/** The scopes of API keys (docs/CONTRACT.md K-2). */
export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** Prefixes of namespace and store ids by service (docs/CONTRACT.md A-7, B-6). */
export const ID_PREFIXES: Readonly<Record<string, string>> = { kv: 'ns_', config: 'ec_' }

/** SHA-256 of the contract document, in hex. The emulator and the conformance suite both follow it. */
export const CONTRACT_SHA256 = 'c69c836e294ff84c93d3044807e32d2f28e5aa168ab9f7298694d62c01ac9f21'
