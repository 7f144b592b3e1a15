/** Node's crypto, loaded on first use: importing it would slow every start, and few starts come to need it. */
export const nodeCrypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto')
