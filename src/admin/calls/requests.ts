import type { KeptBody, RequestRecord } from '../../api/record.js'
import { formatInstant } from '../../core/instants.js'
import { Refusal } from '../../core/refusal.js'
import type { Bounds } from '../../domain/bounds.js'
import { absenceText, explain } from '../../journal/explain.js'
import { readQuery } from '../../journal/filters.js'
import { maskJwt, presentHeaders } from '../../journal/mask.js'
import { boundOptions } from '../../wording/bound-options.js'
import { type AdminRoute, NO_CONTENT, ok } from '../call.js'
import { harRoutes } from './har.js'

export const requestRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/requests',
    help: 'The journal, newest first; filters: operation=kv.*, method, path=/v1/kv/**, status=404 or 4xx, credential, outcome, fault, since (instant or request id), limit; count=true answers their number',
    handle({ context, query }) {
      const { journal } = context.world
      const { matches, limit, countsOnly } = readQuery(query)
      const requests: object[] = []
      let count = 0
      for (const exchange of journal.newestFirst()) {
        if (!matches(exchange)) continue
        count++
        if (!countsOnly) requests.push(summary(exchange))
        if (!countsOnly && count >= limit) break
      }
      return ok(countsOnly ? { count } : { requests, dropped: journal.dropped })
    },
  },
  {
    method: 'GET',
    path: '/requests/:id',
    help: 'One request of the journal, with headers, bodies, and why it was answered so (explain)',
    handle({ context, params }) {
      const { journal } = context.world
      const exchange = journal.find(params.id ?? '')
      if (exchange !== undefined) return ok(whole(exchange, context.world.bounds))
      const hint = `it keeps the last ${journal.bounds.entriesMax} (--${boundOptions.requests}); GET /_admin/requests lists them`
      throw new Refusal('not_found', `the journal has no request ${params.id}, or no longer`, { hint })
    },
  },
  // Behind it, since a point in a path stands for any character: /requests/har is a request's.
  ...harRoutes,
  {
    method: 'DELETE',
    path: '/requests',
    help: 'Forget all requests; ids go on',
    handle({ context }) {
      context.world.journal.clear()
      return NO_CONTENT
    },
  },
]

/** One request as the journal lists it. */
export function summary(exchange: RequestRecord) {
  const { id, at, operation, method, path, status, outcome, reason, credential, durationMs } = exchange
  const { faultAction, lostStatus, decision } = exchange
  const absence = outcome === 'entry_missing' ? decision.absence : undefined
  return {
    id,
    at,
    atIso: formatInstant(at),
    operation,
    method,
    path: maskJwt(path),
    status,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(absence === undefined ? {} : { absence: absenceText(absence) }),
    ...(faultAction === undefined ? {} : { fault: faultAction.fault }),
    ...(lostStatus === undefined ? {} : { lostStatus }),
    credential: credential === null ? null : maskJwt(credential),
    // To the µs: further digits are noise of the arithmetic.
    durationMs: Math.round(durationMs * 1000) / 1000,
  }
}

function whole(exchange: RequestRecord, bounds: Bounds) {
  const { target, requestHeaders, replyHeaders, requestBody, replyBody } = exchange
  return {
    ...summary(exchange),
    target: maskJwt(target),
    requestHeaders: presentHeaders(requestHeaders),
    responseHeaders: presentHeaders(replyHeaders),
    ...(requestBody === undefined ? {} : { requestBody: shownBody(requestBody) }),
    ...(replyBody === undefined ? {} : { responseBody: shownBody(replyBody) }),
    ...bodiesNote(exchange, bounds),
    explain: explain(exchange),
  }
}

/** Why a body is not there, or only its beginning. */
function bodiesNote({ bodiesKept }: RequestRecord, { bodyBytes, journalBytes }: Bounds): { bodies?: string } {
  switch (bodiesKept) {
    case 'cut':
      return { bodies: `cut: ${bodyBytes} bytes of each are kept (--${boundOptions.bodyBytes})` }
    case 'dropped':
      return {
        bodies: `dropped for those of newer requests: ${journalBytes} bytes are kept in all (--${boundOptions.journalBytes})`,
      }
    case 'whole':
      return {}
  }
}

/** `text` is the beginning of the body where it holds fewer than its `bytes`. */
const shownBody = ({ text, bytes }: KeptBody) => ({ text, bytes })
