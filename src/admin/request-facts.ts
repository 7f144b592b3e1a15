import * as v from 'valibot'
import {
  type AnswerOf,
  anyObject,
  component,
  count,
  described,
  namespaceId,
  number,
  pair,
  text,
} from '../contract/answer-schema.js'
import type { Fix } from '../domain/refusals/fixes.js'
import type { RequestRecord } from '../domain/requests/record.js'

export const socket = v.object({
  id: described('Requests over one connection have the same.', count),
  openedMs: number,
  closedMs: v.exactOptional(described('Left out while it is open.', number)),
})

export const counted = v.object({
  namespaceId,
  quantity: v.picklist(['reads', 'writes', 'lists']),
  limit: described('The limit at the time.', count),
})

export const fix: v.GenericSchema<unknown, Fix> = component('Fix', () =>
  v.object({
    text: described('What to do: "Raise the limit of reads to 21".', text),
    call: v.exactOptional(
      described(
        'The call of the admin interface that does it.',
        v.object({
          method: v.picklist(['POST', 'PUT', 'PATCH', 'DELETE']),
          path: text,
          body: v.exactOptional(anyObject),
        }),
      ),
    ),
    header: v.exactOptional(
      described(
        "A header to send in place of the one that was sent; `{token}` in it is that member of the call's answer.",
        pair,
      ),
    ),
  }),
)

/** Further digits are noise of the arithmetic. */
export const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000

export function socketOf({ connection }: RequestRecord): { socket?: AnswerOf<typeof socket> } {
  if (connection === undefined) return {}
  const { id, openedMs, closedMs } = connection
  const closed = closedMs === undefined ? {} : { closedMs: toMicroseconds(closedMs) }
  return { socket: { id, openedMs: toMicroseconds(openedMs), ...closed } }
}

export function countedIn({ served, decision }: RequestRecord): { counted?: AnswerOf<typeof counted> } {
  const { countedBy: namespaceId, quotaLimit: limit } = decision
  const quantity = served?.counts === 'deletes' ? undefined : served?.counts
  if (namespaceId === undefined || limit === undefined || quantity === undefined) return {}
  return { counted: { namespaceId, quantity, limit } }
}
