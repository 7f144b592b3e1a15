import type { RequestRecord } from '../api/record.js'
import { maskJwt } from './mask.js'

/** The longest text that is looked for. */
export const TEXT_LENGTH_MAX = 1000

/**
 * A filter for the requests that a text occurs in, in capitals or not. It looks at the id, the target (as it was sent
 * and decoded), the operation, the credential, what became of it, the fault, and the bodies that are kept.
 *
 * @returns undefined for a text that is too long
 */
export function byText(sought: string): ((record: RequestRecord) => boolean) | undefined {
  if (sought.length > TEXT_LENGTH_MAX) return undefined
  const lower = sought.toLowerCase()
  // An id is looked for as a whole: r1 is not part of r12.
  return (record) => record.id === lower || occursIn(record, lower)
}

function occursIn(record: RequestRecord, lower: string): boolean {
  const { target, operation, credential, outcome, reason, faultAction, requestBody, replyBody } = record
  const isIn = (one: string | null | undefined): boolean => one?.toLowerCase().includes(lower) === true
  // What the page does not show is not found either.
  const shown = (one: string | null | undefined): string | undefined =>
    one === null || one === undefined ? undefined : maskJwt(one)
  return (
    isIn(shown(target)) ||
    isIn(decoded(target)) ||
    isIn(operation) ||
    isIn(shown(credential)) ||
    isIn(outcome) ||
    isIn(reason) ||
    isIn(faultAction?.fault) ||
    isIn(requestBody?.text) ||
    isIn(replyBody?.text)
  )
}

/** undefined if nothing is encoded, or not as it should be. */
function decoded(target: string): string | undefined {
  if (!target.includes('%')) return undefined
  try {
    return maskJwt(decodeURIComponent(target))
  } catch {
    return undefined
  }
}
