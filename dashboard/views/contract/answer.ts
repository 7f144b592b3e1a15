import type { ContractInfo } from '../../../src/admin/calls/contract.js'

/** The needs of a check, in words. */
export function needsText(needs: readonly string[] | string, words: ContractInfo['needs']): string {
  if (typeof needs === 'string') return 'no client can see it'
  return needs.map((need) => words[need] ?? need).join(', ')
}
