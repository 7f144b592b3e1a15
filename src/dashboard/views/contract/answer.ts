import type { GapInfo, StatementInfo } from '../../../admin/calls/contract.js'

/** The answer of GET /_admin/contract. */
export interface ContractInfo {
  readonly statements: readonly StatementInfo[]
  readonly leftOut: { readonly counts: Readonly<Record<string, number>> }
  readonly gaps: readonly GapInfo[]
  /** Each need in words. */
  readonly needs: Readonly<Record<string, string>>
}

/** The needs of a check, in words. */
export function needsText(needs: readonly string[] | string, words: ContractInfo['needs']): string {
  if (typeof needs === 'string') return 'no client can see it'
  return needs.map((need) => words[need] ?? need).join(', ')
}

/** Whether the texts contain every word of the search. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
