import { numberOf, readCommandId } from '../../src/core/command-id.js'

/** "r31" → 31. Returns 0 for no id, which sorts before all others. */
export function commandNumber(id: string | undefined): number {
  const known = readCommandId(id)
  return known === undefined ? 0 : numberOf(known)
}
