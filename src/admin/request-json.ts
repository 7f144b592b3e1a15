import {
  anything,
  both,
  component,
  count,
  dateTime,
  described,
  list,
  milliseconds,
  number,
  object,
  oneOf,
  orNull,
  record,
  type Schema,
  text,
  typed,
} from '../contract/json-schema.js'
import { type OperationId, operations } from '../contract/operations.js'
import { formatInstant } from '../core/instants.js'
import { CONNECTION_FAULTS, type ConnectionFault } from '../domain/faults/connection-faults.js'
import { WAIT_ENDS, type Wait, type WaitEnd } from '../domain/faults/wait.js'
import type { Fix } from '../domain/refusals/fixes.js'
import type { KeptBody, RequestRecord } from '../domain/requests/record.js'
import { absenceText, type Explanation, explain } from '../inspect/explain.js'
import { agentOf } from '../inspect/filters.js'
import { fixesFor } from '../inspect/fixes.js'
import { maskJwt, presentHeaders } from '../inspect/mask.js'
import { otherTime } from '../inspect/other-time.js'
import type { WorldContext } from '../worlds/context.js'
import {
  type CountedIn,
  counted,
  countedIn,
  fix,
  type SocketInfo,
  socket,
  socketOf,
  toMicroseconds,
} from './request-facts.js'

/**
 * A request in the journal.
 *
 * @example
 * const [last] = await emulator.requests({ operation: 'kv.get', limit: 1 })
 */
export interface RequestSummary {
  /** "r1", "r2", … */
  readonly id: string
  /** The virtual time of arrival, in ms. */
  readonly at: number
  readonly atIso: string
  /** null if the contract shows no such operation. */
  readonly operation: OperationId | null
  readonly method: string
  readonly path: string
  /** null if a fault left no answer. */
  readonly status: number | null
  /** "ok", what it was refused for, or "fault" if a fault kept it from being judged. */
  readonly outcome: string
  /** Why it was refused. */
  readonly reason?: string
  /** Why the entry is not there: "expired at …", "deleted by …". */
  readonly absence?: string
  /** How the client's clock is not the world's, by its Date header or its token's `iat`: more than a minute off. */
  readonly otherTime?: string
  /** The id of the fault that struck. */
  readonly fault?: string
  /** The status that a fault kept from the client. */
  readonly lostStatus?: number
  /** Real ms for which a fault held it back, by `delay`, `hang` or `hold`: so far, while it is waiting. */
  readonly heldMs?: number
  /** How that ended: the client was answered, its connection broken, or it left (aborted). */
  readonly ended?: WaitEnd
  /** What it did to the connection, if it broke it or never answered. */
  readonly connection?: ConnectionFault
  /** An API key as it was sent, or a token's owner. */
  readonly credential: string | null
  /** Left out if it sent none. */
  readonly userAgent?: string
  /** Real ms from the start of the process to its arrival: their differences are what counts. */
  readonly arrivedMs: number
  /** Real ms. */
  readonly durationMs: number
}

/** A body that the journal keeps; `bytes` is its length as sent. */
export interface KeptText {
  readonly text: string
  readonly bytes: number
}

/**
 * A request with all that is known of it.
 *
 * @example
 * const { explain, requestBody } = await emulator.request('r1')
 */
export interface RequestDetails extends RequestSummary {
  /** Path and query, as sent. */
  readonly target: string
  /** The connection that it came over, or that it would have come over if it came without a socket. */
  readonly socket?: SocketInfo
  /** Real ms for which a fault was to delay its answer. */
  readonly delayMs?: number
  /** The monthly quota that it counted in. */
  readonly counted?: CountedIn
  /** Seconds by which the TTL of a put was raised to the least. */
  readonly ttlRaisedBy?: number
  readonly requestHeaders: readonly (readonly [name: string, value: string])[]
  readonly responseHeaders: readonly (readonly [name: string, value: string])[]
  readonly requestBody?: KeptText
  readonly responseBody?: KeptText
  /** Why the bodies are not there: the bound that they met. */
  readonly bodies?: string
  /** Each gate in order, with its numbers, the gaps of the contract that the answer used, and what would change it. */
  readonly explain: ExplanationWithFixes
}

export interface ExplanationWithFixes extends Explanation {
  /** Each by itself; empty if it was neither refused nor met a fault. */
  readonly fixes: readonly Fix[]
}

export const summary: Schema<RequestSummary> = component(
  'RequestSummary',
  object(
    {
      id: text,
      at: milliseconds,
      atIso: dateTime,
      operation: described(
        'null if the contract shows no such operation.',
        orNull(oneOf(...operations.map(({ id }) => id))),
      ),
      method: text,
      path: text,
      status: described(
        'null if a fault left no answer.',
        typed<number | null>({ type: ['integer', 'null'] }),
      ),
      outcome: described(
        '"ok", what it was refused for, or "fault" if a fault kept it from being judged.',
        text,
      ),
      credential: orNull(text),
      arrivedMs: described(
        'Real ms from the start of the process to its arrival: their differences are what counts.',
        typed<number>({ type: 'number', minimum: 0 }),
      ),
      durationMs: described('Real ms.', typed<number>({ type: 'number', minimum: 0 })),
    },
    {
      reason: text,
      absence: text,
      userAgent: text,
      otherTime: described(
        "How the client's clock is not the world's, by its Date header or its token's iat: more than a minute off.",
        text,
      ),
      fault: text,
      lostStatus: count,
      heldMs: described(
        'Real ms for which a fault held it back; so far, while it is waiting.',
        typed<number>({ type: 'number', minimum: 0 }),
      ),
      ended: described(
        'How that ended: the client was answered, its connection broken, or it left (aborted).',
        oneOf(...WAIT_ENDS),
      ),
      connection: described(
        'What the fault did to the connection, if it broke it or never answered.',
        oneOf(...CONNECTION_FAULTS),
      ),
    },
  ),
)

const headers = described(
  'Name and value, in order; signatures of tokens are left out.',
  list(typed<readonly [string, string]>({ type: 'array', items: text, minItems: 2, maxItems: 2 })),
)

const keptText: Schema<KeptText> = object({ text, bytes: count })

/** The type has `grease` beside what is described here, which only --grease makes. */
const explanation = component(
  'Explanation',
  typed<ExplanationWithFixes>(
    object(
      {
        gates: list({
          ...object({ gate: text, result: oneOf('passed', 'refused', 'not reached') }),
          additionalProperties: described('The numbers of the gate.', number),
        }),
        gaps: described('The options of the profile that the answer used.', record(anything)),
        fixes: described(
          'What keeps it from being refused so again: each call by itself, then the request once more.',
          list(fix),
        ),
      },
      { entry: text, fault: object({ id: text, text }, { lostStatus: count }) },
    ),
  ),
)

export const details: Schema<RequestDetails> = component(
  'RequestDetails',
  both(
    summary,
    object(
      {
        target: text,
        requestHeaders: headers,
        responseHeaders: headers,
        explain: explanation,
      },
      {
        requestBody: keptText,
        responseBody: keptText,
        bodies: described('Why the bodies are not there: the bound that they met.', text),
        socket: described(
          'The connection that it came over; its instants are of the clock of arrivedMs.',
          socket,
        ),
        delayMs: described('Real ms for which a fault was to delay its answer.', number),
        counted: described('The monthly quota that it counted in.', counted),
        ttlRaisedBy: described('Seconds by which the TTL of a put was raised to the least.', number),
      },
    ),
  ),
)

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
    ...(absence === undefined ? {} : { absence: absenceText(absence) }),
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
