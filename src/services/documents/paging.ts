import { INT32_MAX } from '../../contract/values.js'
import { joinedHeader } from '../../core/raw-headers.js'
import { Refusal } from '../../core/refusal.js'
import type { OperationCall } from '../../request/call.js'

export interface Paging {
  readonly limit: number | undefined
  /** The cursor from the `x-next` that the client sent back. */
  readonly next: string | undefined
}

/**
 * Reads `limit` and an `x-next` that the client sent back (docs/CONTRACT.md C-20, C-21). Clients can follow its URL,
 * send all of it as `?next=`, or send it as an `x-next` header.
 *
 * @throws Refusal `parameter_invalid`
 */
export function readPaging(call: OperationCall): Paging {
  const query = call.query === '' ? undefined : new URLSearchParams(call.query)
  const limit = once(query, 'limit')
  const next = once(query, 'next') ?? joinedHeader(call.request.rawHeaders, 'x-next')
  return {
    limit: limit === undefined ? undefined : readLimit(limit, call),
    next: next === undefined ? undefined : cursorIn(next),
  }
}

function once(query: URLSearchParams | undefined, name: string): string | undefined {
  const values = query?.getAll(name) ?? []
  if (values.length > 1) throw new Refusal('parameter_invalid', `${name} was given more than once`)
  return values[0]
}

function readLimit(text: string, { gaps }: OperationCall): number {
  const limit = /^\d{1,10}$/.test(text) ? Number(text) : -1
  if (limit === 0 && gaps.decide('database.limitZero') === 'empty') return 0
  if (limit >= 1 && limit <= INT32_MAX) return limit
  throw new Refusal('parameter_invalid', `limit must be a whole number from 1 to ${INT32_MAX}`)
}

/** Accepts a URL, a path or just the cursor. */
export function cursorIn(next: string): string {
  const query = next.indexOf('?')
  return query < 0 ? next : (new URLSearchParams(next.slice(query)).get('next') ?? '')
}
