/** SHA-256 of the contract document, in hex. The emulator and the conformance suite both follow it. */
export const CONTRACT_SHA256 = 'c69c836e294ff84c93d3044807e32d2f28e5aa168ab9f7298694d62c01ac9f21'
