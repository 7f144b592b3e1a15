import * as v from 'valibot'
import {
  type AnswerOf,
  anyObject,
  anything,
  component,
  count,
  dateTime,
  described,
  integer,
  milliseconds,
  namespaceId,
  number,
  pair,
  realMs,
  text,
  typed,
} from '../contract/answer-schema.js'
import { type OperationId, operations } from '../contract/operations.js'
import { formatInstant } from '../core/instants.js'
import { CONNECTION_FAULTS } from '../domain/faults/connection-faults.js'
import { WAIT_ENDS, type Wait } from '../domain/faults/wait.js'
import type { Fix } from '../domain/refusals/fixes.js'
import type { KeptBody, RequestRecord } from '../domain/requests/record.js'
import { type Absence, absenceText } from '../domain/tombstones.js'
import { type Explanation, type ExplanationWithFixes, explain } from '../inspect/explain.js'
import { agentOf } from '../inspect/filters.js'
import { fixesFor } from '../inspect/fixes.js'
import { maskJwt, presentHeaders } from '../inspect/mask.js'
import { otherTime } from '../inspect/other-time.js'
import type { WorldContext } from '../worlds/context.js'

const socket = v.object({
  id: described('Requests over one connection have the same.', count),
  openedMs: number,
  closedMs: v.exactOptional(described('Left out while it is open.', number)),
})

const counted = v.object({
  namespaceId,
  quantity: v.picklist(['reads', 'writes', 'lists']),
  limit: described('The limit at the time.', count),
})

const fix: v.GenericSchema<unknown, Fix> = component('Fix', () =>
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

export const summary = component('RequestSummary', () =>
  v.object({
    id: described('"r1", "r2", …', text),
    at: described('The virtual time of arrival, in ms.', milliseconds),
    atIso: dateTime,
    operation: described(
      'null if the contract shows no such operation.',
      v.nullable(v.picklist(operations.map(({ id }) => id))),
    ),
    method: text,
    path: text,
    status: described('null if a fault left no answer.', v.nullable(integer)),
    outcome: described(
      '"ok", what it was refused for, or "fault" if a fault kept it from being judged.',
      text,
    ),
    reason: v.exactOptional(described('Why it was refused.', text)),
    absence: v.exactOptional(described('Why the entry is not there: "expired at …", "deleted by …".', text)),
    expiredAt: v.exactOptional(
      described('When the missing entry expired, in virtual ms; left out if it did not.', milliseconds),
    ),
    otherTime: v.exactOptional(
      described(
        "How the client's clock is not the world's, by its Date header or its token's `iat`: more than a minute off.",
        text,
      ),
    ),
    fault: v.exactOptional(described('The id of the fault that struck.', text)),
    lostStatus: v.exactOptional(described('The status that a fault kept from the client.', count)),
    heldMs: v.exactOptional(
      described(
        'Real ms for which a fault held it back, by `delay`, `hang` or `hold`: so far, while it is waiting.',
        realMs,
      ),
    ),
    ended: v.exactOptional(
      described(
        'How that ended: the client was answered, its connection broken, or it left (aborted).',
        v.picklist(WAIT_ENDS),
      ),
    ),
    connection: v.exactOptional(
      described(
        'What the fault did to the connection, if it broke it or never answered.',
        v.picklist(CONNECTION_FAULTS),
      ),
    ),
    credential: described("An API key as it was sent, or a token's owner.", v.nullable(text)),
    userAgent: v.exactOptional(described('Left out if it sent none.', text)),
    arrivedMs: described(
      'Real ms from the start of the process to its arrival: their differences are what counts.',
      realMs,
    ),
    durationMs: described('Real ms.', realMs),
  }),
)

export interface RequestSummary extends v.InferOutput<typeof summary> {}

const headers = described('Name and value, in order; signatures of tokens are left out.', v.array(pair))

const keptText = v.object({ text, bytes: count })

/** A body that the journal keeps; `bytes` is its length as sent. */
export interface KeptText extends AnswerOf<typeof keptText> {}

/** The type has `grease` besides what is described here, which only --grease makes. */
const explanation: v.GenericSchema<unknown, ExplanationWithFixes> = component('Explanation', () =>
  v.object({
    gates: v.array(
      v.objectWithRest(
        { gate: text, result: v.picklist(['passed', 'refused', 'not reached']) },
        described('The numbers of the gate.', typed<unknown>({ type: 'number' })),
      ),
    ),
    gaps: described('The options of the profile that the answer used.', v.record(text, anything)),
    fixes: described(
      'What keeps it from being refused so again: each call by itself, then the request once more.',
      v.array(fix),
    ),
    entry: v.exactOptional(text),
    fault: v.exactOptional(v.object({ id: text, text, lostStatus: v.exactOptional(count) })),
  }),
)

export const details = component('RequestDetails', () =>
  v.intersect([
    summary,
    v.object({
      target: described('Path and query, as sent.', text),
      socket: v.exactOptional(
        described(
          'The connection that it came over, or that it would have come over if it came without a socket; its instants are of the clock of arrivedMs.',
          socket,
        ),
      ),
      delayMs: v.exactOptional(described('Real ms for which a fault was to delay its answer.', number)),
      counted: v.exactOptional(described('The monthly quota that it counted in.', counted)),
      ttlRaisedBy: v.exactOptional(
        described('Seconds by which the TTL of a put was raised to the least.', number),
      ),
      requestHeaders: headers,
      responseHeaders: headers,
      requestBody: v.exactOptional(keptText),
      responseBody: v.exactOptional(keptText),
      bodies: v.exactOptional(described('Why the bodies are not there: the bound that they met.', text)),
      explain: described(
        'Each gate in order, with its numbers, the gaps of the contract that the answer used, and what would change it.',
        explanation,
      ),
    }),
  ]),
)

export interface RequestDetails extends v.InferOutput<typeof details> {}

/** One request as the journal lists it. */
export function summaryToJson(entry: RequestRecord): RequestSummary {
  const { id, at, operation, method, path, status, outcome, reason, credential, arrivedMs, durationMs } =
    entry
  const { faultAction, lostStatus, decision } = entry
  const lived = otherTime(entry)
  const userAgent = agentOf(entry)
  const absence = outcome === 'entry_missing' ? decision.absence : undefined
  return {
    id,
    at,
    atIso: formatInstant(at),
    operation: operation as OperationId | null,
    method,
    path: maskJwt(path),
    status,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(absence === undefined ? {} : { absence: absenceText(absence), ...expiryOf(absence) }),
    ...(lived === undefined ? {} : { otherTime: lived }),
    ...(faultAction === undefined ? {} : { fault: faultAction.fault }),
    ...(lostStatus === undefined ? {} : { lostStatus }),
    ...waited(faultAction?.wait),
    ...(faultAction?.connection === undefined ? {} : { connection: faultAction.connection }),
    credential: credential === null ? null : maskJwt(credential),
    ...(userAgent === '' ? {} : { userAgent: maskJwt(userAgent) }),
    arrivedMs: toMicroseconds(arrivedMs),
    durationMs: toMicroseconds(durationMs),
  }
}

const expiryOf = (absence: Absence): Pick<RequestSummary, 'expiredAt'> =>
  typeof absence === 'object' && 'expiredAt' in absence ? { expiredAt: absence.expiredAt } : {}

const waited = (wait: Wait | undefined): Pick<RequestSummary, 'heldMs' | 'ended'> =>
  wait === undefined ? {} : { heldMs: toMicroseconds(wait.heldMs), ended: wait.ended }

/** One request with all that the journal kept of it, and what would change its answer in the world as it is now. */
export const detailsToJson = (entry: RequestRecord, { world }: WorldContext): RequestDetails => ({
  ...keptToJson(entry),
  explain: { ...explain(entry), fixes: fixesFor(entry, world) },
})

export function keptToJson(
  entry: RequestRecord,
): Omit<RequestDetails, 'explain'> & { readonly explain: Explanation } {
  const { target, requestHeaders, replyHeaders, requestBody, replyBody, faultAction } = entry
  const { ttlRaisedBy = 0 } = entry.decision
  return {
    ...summaryToJson(entry),
    target: maskJwt(target),
    requestHeaders: presentHeaders(requestHeaders),
    responseHeaders: presentHeaders(replyHeaders),
    ...(requestBody === undefined ? {} : { requestBody: bodyToJson(requestBody) }),
    ...(replyBody === undefined ? {} : { responseBody: bodyToJson(replyBody) }),
    ...bodiesNote(entry),
    ...socketOf(entry),
    ...(faultAction === undefined || faultAction.delayMs === 0 ? {} : { delayMs: faultAction.delayMs }),
    ...countedIn(entry),
    ...(ttlRaisedBy > 0 ? { ttlRaisedBy } : {}),
    explain: explain(entry),
  }
}

const bodiesNote = ({ hasBodies }: RequestRecord): { bodies?: string } =>
  hasBodies ? {} : { bodies: 'dropped: they are too large, or newer ones took their room' }

const bodyToJson = (body: KeptBody): KeptText => ({ text: body.text, bytes: body.bytes })

/** Further digits are noise of the arithmetic. */
const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000

function socketOf({ connection }: RequestRecord): { socket?: AnswerOf<typeof socket> } {
  if (connection === undefined) return {}
  const { id, openedMs, closedMs } = connection
  const closed = closedMs === undefined ? {} : { closedMs: toMicroseconds(closedMs) }
  return { socket: { id, openedMs: toMicroseconds(openedMs), ...closed } }
}

function countedIn({ served, decision }: RequestRecord): { counted?: AnswerOf<typeof counted> } {
  const { countedBy: namespaceId, quotaLimit: limit } = decision
  const quantity = served?.counts === 'deletes' ? undefined : served?.counts
  if (namespaceId === undefined || limit === undefined || quantity === undefined) return {}
  return { counted: { namespaceId, quantity, limit } }
}
