/** Values that the services promise, declared here alone. The conformance suite has its own, to be able to disagree. */

/** The least time to live of a key-value entry, in seconds; smaller ones are raised to it (docs/CONTRACT.md L-1). */
export const TTL_MIN_S = 60

/** The largest integer that every JSON reader keeps exact. */
export const INTEGER_MAX = Number.MAX_SAFE_INTEGER

/** The ids of projects and documents are int64 (docs/CONTRACT.md C-5, C-8). */
export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/** Whether text is an int64 in canonical digits. */
export function isInt64(digits: string): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(digits)) return false
  const value = BigInt(digits)
  return value >= INT64_MIN && value <= INT64_MAX
}

/** The query parameter `limit` is an int32 (docs/CONTRACT.md C-12, C-15). */
export const INT32_MAX = 2 ** 31 - 1

/** The scopes of API keys of both stores (docs/CONTRACT.md K-2). */
export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** How the ids of namespaces and of stores begin, by the service (docs/CONTRACT.md A-7, B-6). */
export const ID_PREFIXES: Readonly<Record<string, string>> = { kv: 'ns_', config: 'ec_' }
