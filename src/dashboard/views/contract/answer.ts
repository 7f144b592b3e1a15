import type { ContractInfo } from '../../../admin/calls/contract.js'

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
