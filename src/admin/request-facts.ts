import {
  component,
  count,
  described,
  namespaceId,
  number,
  object,
  oneOf,
  type Schema,
  text,
  typed,
} from '../contract/json-schema.js'
import type { Limited } from '../domain/quotas.js'
import type { Fix } from '../domain/refusals/fixes.js'
import type { RequestRecord } from '../domain/requests/record.js'

/** A connection of a client; its instants are of the clock of `arrivedMs`. */
export interface SocketInfo {
  /** Requests over one connection have the same. */
  readonly id: number
  readonly openedMs: number
  /** Left out while it is open. */
  readonly closedMs?: number
}

/** One monthly quota of a namespace. */
export interface CountedIn {
  readonly namespaceId: string
  readonly quantity: Limited
  /** The limit at the time. */
  readonly limit: number
}

export const socket: Schema<SocketInfo> = object({ id: count, openedMs: number }, { closedMs: number })

export const counted: Schema<CountedIn> = object({
  namespaceId,
  quantity: oneOf('reads', 'writes', 'lists'),
  limit: count,
})

export const fix: Schema<Fix> = component(
  'Fix',
  object(
    { text: described('What to do: "Raise the limit of reads to 21".', text) },
    {
      call: described(
        'The call of the admin interface that does it.',
        object(
          { method: oneOf('POST', 'PUT', 'PATCH', 'DELETE'), path: text },
          { body: typed<object>({ type: 'object' }) },
        ),
      ),
      header: described(
        "A header to send in place of the one that was sent; `{token}` in it is that member of the call's answer.",
        typed<readonly [string, string]>({ type: 'array', items: text, minItems: 2, maxItems: 2 }),
      ),
    },
  ),
)

/** Further digits are noise of the arithmetic. */
export const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000

export function socketOf({ connection }: RequestRecord): { socket?: SocketInfo } {
  if (connection === undefined) return {}
  const { id, openedMs, closedMs } = connection
  const closed = closedMs === undefined ? {} : { closedMs: toMicroseconds(closedMs) }
  return { socket: { id, openedMs: toMicroseconds(openedMs), ...closed } }
}

export function countedIn({ served, decision }: RequestRecord): { counted?: CountedIn } {
  const { countedBy: namespaceId, quotaLimit: limit } = decision
  const quantity = served?.counts === 'deletes' ? undefined : served?.counts
  if (namespaceId === undefined || limit === undefined || quantity === undefined) return {}
  return { counted: { namespaceId, quantity, limit } }
}
