import { numberOf, readCommandId } from '../../src/core/command-id.js'

/** Returns the number in an id, e.g. 31 for "r31". Returns 0 if there's no id, so that it sorts first. */
export function commandNumber(id: string | undefined): number {
  const known = readCommandId(id)
  return known === undefined ? 0 : numberOf(known)
}
