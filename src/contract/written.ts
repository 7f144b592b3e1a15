/** The SHA-256 of the written contract that the emulator and its judge follow, in hex. */
export const CONTRACT_SHA256 = 'c69c836e294ff84c93d3044807e32d2f28e5aa168ab9f7298694d62c01ac9f21'
