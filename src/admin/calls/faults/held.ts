import * as v from 'valibot'
import { component, count, dateTime, described, text } from '../../../contract/answer-schema.js'
import { count as countJson } from '../../../contract/json-schema.js'
import { formatInstant } from '../../../core/instants.js'
import { Refusal } from '../../../core/refusal.js'
import type { PausedRequest } from '../../../domain/faults/holds.js'
import { expandFault } from '../../../seed/expand/fault.js'
import { heldEnd } from '../../../seed/schema/fault.js'
import type { WorldContext } from '../../../worlds/context.js'
import { ofRequest, seedBody } from '../../body.js'
import { call } from '../../call.js'
import { DONE } from '../../done.js'
import { anyText, parameter, whole } from '../../query.js'

const held = component('HeldRequest', () =>
  v.object({
    id: described('Its id in the journal, e.g. "r1". The journal lists it once it has ended.', text),
    operation: described("null if the contract doesn't show such an operation.", v.nullable(text)),
    method: text,
    path: text,
    party: described(
      '"A" if its Baggage header has emulator-party=A, or null if that doesn\'t name a party in letters.',
      v.nullable(text),
    ),
    since: described('The virtual time when it began to be held, in ISO 8601.', dateTime),
    fault: described('The id of the fault that holds it.', text),
    number: described('A number that increases with each held request.', count),
  }),
)

export interface HeldRequestInfo extends v.InferOutput<typeof held> {}

const EXAMPLE: HeldRequestInfo = {
  id: 'r1',
  operation: 'kv.put',
  method: 'PUT',
  path: '/v1/kv/ns_shop_k3v9x2/cart',
  party: null,
  since: '2026-01-31T23:59:00.000Z',
  fault: 'f_1',
  number: 1,
}

const WAIT_MS_MAX = 20_000

const listQuery = {
  fault: parameter('Only requests held by the fault with this id.', anyText, 'f_1'),
  after: parameter(
    'Only requests with a higher number.',
    whole('a number', /^\d{1,15}$/, Number.POSITIVE_INFINITY, countJson),
    1,
  ),
  wait: parameter(
    'The number of ms to wait for one if there are none yet.',
    whole(`ms from 1 to ${WAIT_MS_MAX}`, /^0*[1-9]\d*$/, WAIT_MS_MAX, {
      type: 'integer',
      minimum: 1,
      maximum: WAIT_MS_MAX,
    }),
    100,
  ),
}

export const heldCalls = [
  call({
    method: 'GET',
    path: '/held',
    summary: 'List requests held by faults',
    details: ', oldest first; fault=f_1, after=NUMBER, wait=1000 (ms to wait if there are none yet)',
    tag: 'Faults',
    query: listQuery,
    answer: { schema: v.object({ held: v.array(held) }), example: { held: [EXAMPLE] } },
    async handle({ context, query: { fault, after = 0, wait } }) {
      assertThere(context, fault)
      const listed = () => listHeld(context, fault).filter(({ number }) => number > after)
      if (wait !== undefined && listed().length === 0) await nextHeld(context, wait)
      return { held: listed() }
    },
  }),
  call({
    method: 'POST',
    path: '/held/:id',
    summary: 'Release a held request',
    details: ': {} lets it continue; or end it like a fault with {"status": 503} or {"connection": "reset"}',
    tag: 'Faults',
    body: ofRequest(seedBody(heldEnd, { status: 503 })),
    answer: DONE,
    handle({ world, params: { id }, body }) {
      if (world.holds.release(id, expandFault(body))) return DONE.example
      throw new Refusal('not_found', `request ${id} is not held; it may have been released`, {
        hint: 'GET /_admin/held lists them',
      })
    },
  }),
]

/** A fault that doesn't exist could never hold anything. */
function assertThere({ world }: WorldContext, fault: string | undefined): void {
  if (fault === undefined || world.faults.find(fault) !== undefined) return
  throw new Refusal('not_found', `there is no fault ${fault}`, { hint: 'GET /_admin/faults lists them' })
}

const listHeld = ({ world }: WorldContext, fault: string | undefined): HeldRequestInfo[] =>
  world.holds.list(fault).map(({ number, request }) => heldToJson(number, request))

const heldToJson = (number: number, { since, ...request }: PausedRequest): HeldRequestInfo => ({
  ...request,
  since: formatInstant(since),
  number,
})

/** Waits until a request is held, all of them are released, or the time is up. */
function nextHeld({ world, every }: WorldContext, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stopTimer()
      stopListening()
      resolve()
    }
    const stopTimer = every(waitMs, end)
    const stopListening = world.holds.listen(end)
  })
}
