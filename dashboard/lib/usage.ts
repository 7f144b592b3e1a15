import type { NamespaceInfo } from '../../src/services/kv/admin.js'

export const LIMITED = ['reads', 'writes', 'lists', 'storageBytes'] as const

type Used = Pick<NamespaceInfo, 'usage' | 'limitsInForce'>

/** Greater than 1 if the limit is exceeded. */
export const shareOf = ({ usage, limitsInForce }: Used, name: (typeof LIMITED)[number]): number =>
  limitsInForce[name] === 0 ? 1 : usage[name] / limitsInForce[name]

export const largestShare = (used: Used): number => Math.max(...LIMITED.map((name) => shareOf(used, name)))
