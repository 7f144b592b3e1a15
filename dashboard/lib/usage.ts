import type { NamespaceInfo } from '../../src/services/kv/admin.js'

/** Limited quantities of a namespace. */
export const LIMITED = ['reads', 'writes', 'lists', 'storageBytes'] as const

type Used = Pick<NamespaceInfo, 'usage' | 'limitsInForce'>

/** Used part of a limit: 0 to 1 and above. */
export const shareOf = ({ usage, limitsInForce }: Used, name: (typeof LIMITED)[number]): number =>
  limitsInForce[name] === 0 ? 1 : usage[name] / limitsInForce[name]

export const largestShare = (used: Used): number => Math.max(...LIMITED.map((name) => shareOf(used, name)))
