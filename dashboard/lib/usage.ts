import type { NamespaceInfo } from '../../src/services/kv/admin.js'

/** What of a namespace has a limit. */
export const LIMITED = ['reads', 'writes', 'lists', 'storageBytes'] as const

type Used = Pick<NamespaceInfo, 'usage' | 'limitsInForce'>

/** The part of a limit that is used, 0 to 1 and above. */
export const shareOf = ({ usage, limitsInForce }: Used, name: (typeof LIMITED)[number]): number =>
  limitsInForce[name] === 0 ? 1 : usage[name] / limitsInForce[name]

/** The largest part of any limit that is used. */
export const largestShare = (used: Used): number => Math.max(...LIMITED.map((name) => shareOf(used, name)))
