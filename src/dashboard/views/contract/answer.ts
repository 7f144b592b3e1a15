/** The answer of GET /_admin/contract. */
export interface ContractInfo {
  readonly statements: readonly StatementInfo[]
  readonly leftOut: { readonly counts: Readonly<Record<string, number>> }
  readonly gaps: readonly GapInfo[]
  /** Each need in words. */
  readonly needs: Readonly<Record<string, string>>
}

export interface StatementInfo {
  readonly id: string
  readonly meaning: string
  readonly section: string
  readonly area: string
  readonly interface: string
  readonly needs: readonly string[]
}

export interface GapInfo {
  /** Its path in the profile: "kv.putStatus". */
  readonly option: string
  readonly meaning: string
  readonly value: unknown
  readonly default: unknown
  /** Its values where they can be listed, else what it must be, in words. */
  readonly allowed: readonly unknown[] | string
  readonly sees: readonly string[] | 'nobody'
  readonly hidden?: string
  readonly leanedOn: { readonly count: number; readonly requests: readonly string[] }
}

/** The needs of a check, in words. */
export function needsText(needs: readonly string[] | 'nobody', words: ContractInfo['needs']): string {
  if (needs === 'nobody') return 'no client can see it'
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
