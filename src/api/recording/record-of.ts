import type { OptionsRead } from '../../domain/profile/tracked.js'
import { sameText } from '../command.js'
import type { RequestContext } from '../context.js'
import type { Outcome, Reply } from '../message.js'
import { cut, RequestRecord } from '../record.js'
import type { Unusual } from './record-row.js'

/** Facts of a request that are known only once it is answered. */
export interface Completion {
  /** Real ms from arrival to the finished answer; what a fault adds is not in it. */
  readonly durationMs: number
  readonly optionsRead: OptionsRead
  /** The record before: of equal texts one is kept for both, as in the log. */
  readonly newest: RequestRecord | undefined
}

/** The record of a request that is answered. */
export function recordOf(
  context: RequestContext,
  outcome: Outcome,
  { durationMs, optionsRead, newest }: Completion,
): RequestRecord {
  const { request, world, command, decision } = context
  const { reply, lost } = outcome
  const judged = lost ?? reply
  const replyBytes = bytesOf(reply?.body)
  const bodyBytesMax = world.bounds.bodyBytes
  return new RequestRecord({
    command,
    operation: context.operation?.id ?? null,
    credential: sameText(newest?.credential, context.credential),
    arrivedMs: context.arrivedMs,
    durationMs,
    connection: request.connection,
    requestBytes: request.body.length,
    status: reply?.status ?? null,
    outcome: judged?.refusal?.code ?? (judged?.isInjected === true || judged === undefined ? 'fault' : 'ok'),
    reason: shortReason(judged?.refusal?.reason),
    decision,
    optionsRead,
    replyBytes: reply?.body === undefined ? undefined : replyBytes,
    ownHeaders: reply?.headers,
    unusual: unusualOf(outcome),
    bodyBytesMax,
    replyText: sameText(newest?.replyText, kept(reply?.body, replyBytes, bodyBytesMax)),
    droppedDigest: undefined,
  })
}

/** The longest reason that is kept: some repeat what was sent. */
const REASON_LENGTH_MAX = 1000

const shortReason = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : cut(text, REASON_LENGTH_MAX)

/** An answer that a fault made or lost has the action of that fault too. */
function unusualOf({ reply, lost, faultAction }: Outcome): Unusual | undefined {
  const greased = reply?.greased
  if (faultAction === undefined && greased === undefined) return undefined
  return { faultAction, lostStatus: lost?.status, isInjected: reply?.isInjected === true, greased }
}

const bytesOf = (body: Reply['body']): number => (body === undefined ? 0 : Buffer.byteLength(body))

/** The beginning of a body, in memory of its own: a slice would keep the whole text alive. */
function kept(text: Reply['body'], bytes: number, bytesMax: number): string | undefined {
  if (text === undefined) return undefined
  // No character takes less than a byte; one more, so that no pair is cut that the bytes hold a part of.
  return bytes <= bytesMax ? text : Buffer.from(text.slice(0, bytesMax + 1)).toString('utf8', 0, bytesMax)
}
