import { numberOf, readCommandId } from '../../src/core/command-id.js'

/** 31 for "r31". 0 without an id, so that it sorts first. */
export function commandNumber(id: string | undefined): number {
  const known = readCommandId(id)
  return known === undefined ? 0 : numberOf(known)
}
