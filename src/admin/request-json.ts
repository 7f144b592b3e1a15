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
  id: described('Requests over the same connection share this id.', count),
  openedMs: number,
  closedMs: v.exactOptional(described("Only set once it's closed.", number)),
})

const counted = v.object({
  namespaceId,
  quantity: v.picklist(['reads', 'writes', 'lists']),
  limit: described('The limit at the time.', count),
})

const fix: v.GenericSchema<unknown, Fix> = component('Fix', () =>
  v.object({
    text: described('An instruction, e.g. "Raise the limit on reads to 21".', text),
    call: v.exactOptional(
      described(
        'The admin call that does it.',
        v.object({
          method: v.picklist(['POST', 'PUT', 'PATCH', 'DELETE']),
          path: text,
          body: v.exactOptional(anyObject),
        }),
      ),
    ),
    header: v.exactOptional(
      described(
        "A header to send instead of the original one. Replace `{token}` with that member of the call's response.",
        pair,
      ),
    ),
  }),
)

export const summary = component('RequestSummary', () =>
  v.object({
    id: described('"r1", "r2", …', text),
    at: described('The virtual time when it arrived, in ms.', milliseconds),
    atIso: dateTime,
    operation: described(
      "null if the contract doesn't show such an operation.",
      v.nullable(v.picklist(operations.map(({ id }) => id))),
    ),
    method: text,
    path: text,
    status: described('null if a fault prevented a response.', v.nullable(integer)),
    outcome: described(
      '"ok", the code it was refused with, or "fault" if a fault kept the service from handling it.',
      text,
    ),
    reason: v.exactOptional(described('Why it was refused.', text)),
    absence: v.exactOptional(
      described('The reason the entry doesn\'t exist, e.g. "expired at …" or "deleted by …".', text),
    ),
    expiredAt: v.exactOptional(
      described('When the missing entry expired, in virtual ms. Only set if it did.', milliseconds),
    ),
    otherTime: v.exactOptional(
      described(
        "The difference between the client's clock and the world's, judging by its Date header or its token's `iat`. Only set if it's more than a minute off.",
        text,
      ),
    ),
    fault: v.exactOptional(described('The id of the fault that fired.', text)),
    lostStatus: v.exactOptional(
      described("The status that the client didn't get because of a fault.", count),
    ),
    heldMs: v.exactOptional(
      described(
        "The number of real ms for which a fault has held it back with `delay`, `hang` or `hold`. While it's waiting, that's the time so far.",
        realMs,
      ),
    ),
    ended: v.exactOptional(
      described(
        'The end of the wait: the client got a response, its connection was broken, or it left (aborted).',
        v.picklist(WAIT_ENDS),
      ),
    ),
    connection: v.exactOptional(
      described(
        'The effect of the fault on the connection, if it broke it or never responded.',
        v.picklist(CONNECTION_FAULTS),
      ),
    ),
    credential: described("An API key as it was sent, or a token's owner.", v.nullable(text)),
    userAgent: v.exactOptional(described('Only set if it sent one.', text)),
    arrivedMs: described(
      "Real ms from the process's start to its arrival. Only the differences between these matter.",
      realMs,
    ),
    durationMs: described('Real ms.', realMs),
  }),
)

export interface RequestSummary extends v.InferOutput<typeof summary> {}

const headers = described('Names and values in order, without token signatures.', v.array(pair))

const keptText = v.object({ text, bytes: count })

/** A body that's still in the journal. `bytes` is its original length. */
export interface KeptText extends AnswerOf<typeof keptText> {}

/** The type also has `grease`, which isn't described here since it only exists with --grease. */
const explanation: v.GenericSchema<unknown, ExplanationWithFixes> = component('Explanation', () =>
  v.object({
    gates: v.array(
      v.objectWithRest(
        { gate: text, result: v.picklist(['passed', 'refused', 'not reached']) },
        described("The gate's numbers.", typed<unknown>({ type: 'number' })),
      ),
    ),
    gaps: described('The profile options that the response depended on.', v.record(text, anything)),
    fixes: described(
      'Calls that keep it from being refused again. Make any one of them, then repeat the request.',
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
      target: described('The path and query as they were sent.', text),
      socket: v.exactOptional(
        described(
          'The connection it used, or would have used if it had come over a socket. Its times are on the same clock as arrivedMs.',
          socket,
        ),
      ),
      delayMs: v.exactOptional(
        described('The number of real ms by which a fault was meant to delay the response.', number),
      ),
      counted: v.exactOptional(described('The monthly quota it counted towards.', counted)),
      ttlRaisedBy: v.exactOptional(
        described("The number of seconds by which a put's TTL was raised to reach the minimum.", number),
      ),
      requestHeaders: headers,
      responseHeaders: headers,
      requestBody: v.exactOptional(keptText),
      responseBody: v.exactOptional(keptText),
      bodies: v.exactOptional(described('The limit that the missing bodies exceeded.', text)),
      explain: described(
        'All gates in order with their numbers, the gaps in the contract that the response depended on, and what would change it.',
        explanation,
      ),
    }),
  ]),
)

export interface RequestDetails extends v.InferOutput<typeof details> {}

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

/** Adds what you'd have to change for the request to succeed now. */
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
  hasBodies ? {} : { bodies: 'dropped: they were too large, or newer ones needed the space' }

const bodyToJson = (body: KeptBody): KeptText => ({ text: body.text, bytes: body.bytes })

/** Any further digits are just rounding noise. */
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
