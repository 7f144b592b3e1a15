import { numberOf, readCommandId } from '../../src/core/command-id.js'

/** The number in the id of a request or an admin call; 0 for none, which is before all. */
export function commandNumber(id: string | undefined): number {
  const known = readCommandId(id)
  return known === undefined ? 0 : numberOf(known)
}
