/** Values that the services guarantee. The conformance suite has its own copies, so that it can disagree. */

/** In seconds. Smaller values are raised to this (docs/CONTRACT.md L-1). */
export const TTL_MIN_S = 60

/** Every JSON parser can read integers up to this one without losing precision. */
export const INTEGER_MAX = Number.MAX_SAFE_INTEGER

/** Project and document ids are int64 (docs/CONTRACT.md C-5, C-8). */
export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/** Accepts canonical digits only, so not "007". */
export function isInt64(digits: string): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(digits)) return false
  const value = BigInt(digits)
  return value >= INT64_MIN && value <= INT64_MAX
}

/** The `limit` query parameter is an int32 (docs/CONTRACT.md C-12, C-15). */
export const INT32_MAX = 2 ** 31 - 1

export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** By service (docs/CONTRACT.md A-7, B-6). */
export const ID_PREFIXES: Readonly<Record<string, string>> = { kv: 'ns_', config: 'ec_' }

/** The contract document's SHA-256 in hex. The emulator and the conformance suite both follow this version. */
export const CONTRACT_SHA256 = 'c69c836e294ff84c93d3044807e32d2f28e5aa168ab9f7298694d62c01ac9f21'
