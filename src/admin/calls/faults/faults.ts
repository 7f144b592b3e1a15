import * as v from 'valibot'
import {
  type AnswerOf,
  anything,
  component,
  count,
  dateTime,
  described,
  flag,
  realMs,
  text,
  typed,
} from '../../../contract/answer-schema.js'
import type { OperationGlob } from '../../../contract/operations.js'
import { expected } from '../../../core/expected.js'
import { formatInstant } from '../../../core/instants.js'
import { Refusal } from '../../../core/refusal.js'
import type { Bounds } from '../../../domain/bounds.js'
import type { FaultChange } from '../../../domain/events.js'
import { CONNECTION_FAULTS } from '../../../domain/faults/connection-faults.js'
import { type Fault, remaining } from '../../../domain/faults/fault.js'
import { tooManyFaults } from '../../../domain/faults/faults.js'
import { whyNeverFires } from '../../../domain/faults/never-fires.js'
import { operationIdsOf } from '../../../domain/service.js'
import type { World } from '../../../domain/world.js'
import { expandFault } from '../../../seed/expand/fault.js'
import { operationProblems } from '../../../seed/parse.js'
import { fault, faults } from '../../../seed/schema/fault.js'
import { jsonBody, needed, ofRequest, seedBody } from '../../body.js'
import { call } from '../../call.js'

const ms = described('Real ms.', realMs)

const faultInfo = component('InstalledFault', () =>
  v.object({
    id: text,
    enabled: flag,
    matches: described('The number of requests it has matched.', count),
    hits: described('The number of times it has fired.', count),
    remaining: described(
      "The number of times it can still fire, or null if there's no limit.",
      v.nullable(count),
    ),
    note: v.exactOptional(
      described(
        "The reason why it wouldn't fire at the moment. Only set in the response to adding it.",
        text,
      ),
    ),
    match: v.exactOptional(
      described(
        'The requests it matches. All fields that are set must match.',
        v.object({
          operation: v.exactOptional(typed<OperationGlob>({ type: 'string' })),
          method: v.exactOptional(text),
          path: v.exactOptional(text),
          namespace: v.exactOptional(text),
          store: v.exactOptional(text),
          key: v.exactOptional(text),
          credential: v.exactOptional(text),
          header: v.exactOptional(v.record(text, text)),
        }),
      ),
    ),
    status: v.exactOptional(typed<number>({ type: 'integer', minimum: 200, maximum: 599 })),
    body: v.exactOptional(described('Any JSON value.', anything)),
    headers: v.exactOptional(v.record(text, text)),
    retryAfter: v.exactOptional(described('Seconds.', realMs)),
    delay: v.exactOptional(described('Real ms.', v.union([ms, v.object({ min: ms, max: ms })]))),
    connection: v.exactOptional(v.picklist(CONNECTION_FAULTS)),
    effect: v.exactOptional(v.picklist(['before', 'after'])),
    hold: v.exactOptional(flag),
    after: v.exactOptional(described('The number of matches to skip before it fires.', count)),
    times: v.exactOptional(described('The maximum number of times it can fire.', count)),
    probability: v.exactOptional(typed<number>({ type: 'number', minimum: 0, maximum: 1 })),
    from: v.exactOptional(described('ISO 8601.', dateTime)),
    until: v.exactOptional(described('In ISO 8601, exclusive.', dateTime)),
    optional: v.exactOptional(described('True if a test may pass even if the fault has never fired.', flag)),
  }),
)

export interface FaultInfo extends v.InferOutput<typeof faultInfo> {}

const EXAMPLE: FaultInfo = {
  match: { operation: 'kv.*' },
  status: 503,
  times: 2,
  id: 'f_1',
  enabled: true,
  matches: 0,
  hits: 0,
  remaining: 2,
}

/** Picks the schema for a single fault or for a list, so that error messages come from the right one. */
const oneOrMany = v.lazy((input) => (Array.isArray(input) ? faults : fault))

const faultBody = {
  ...seedBody(
    oneOrMany,
    { match: { operation: 'kv.*' }, status: 503, times: 2 },
    assertNotTooMany,
    (document, services) => operationProblems(document, [], operationIdsOf(services)),
  ),
  // JSON Schema can't tell which of the two a lazy schema resolves to.
  schema: v.union([fault, faults]),
}

const changes = v.pipe(
  v.strictObject({
    enabled: v.optional(v.boolean(expected('true or false'))),
    before: v.optional(v.nullable(v.string(expected('the id of a fault, or null')))),
  }),
  v.check((given) => Object.keys(given).length > 0, 'expected enabled, before or both'),
)

/** All ids in a list differ, so a list longer than the limit can never fit. @throws Refusal `invalid_request` */
function assertNotTooMany(given: unknown, { faults: max }: Bounds): void {
  if (Array.isArray(given) && given.length > max) throw tooManyFaults(max)
}

const faultsAnswer = v.object({
  faults: v.array(faultInfo),
  held: described("The number of requests they're holding. GET /held lists them.", count),
})

/** A world's faults in the order in which they're tried, and how many requests they hold. */
export interface FaultsAnswer extends AnswerOf<typeof faultsAnswer> {}

export const faultCalls = [
  call({
    method: 'GET',
    path: '/faults',
    summary:
      "List all faults in the order in which they're tried, with matches, hits and how often they can still fire",
    details: "; also says how many requests they're holding",
    tag: 'Faults',
    answer: { schema: faultsAnswer, example: { faults: [EXAMPLE], held: 0 } },
    handle: ({ world }) => ({
      faults: world.faults.list().map(faultToJson),
      held: world.holds.list().length,
    }),
  }),
  call({
    method: 'POST',
    path: '/faults',
    summary: 'Add a fault or a list of faults',
    details:
      ': {"match": {"operation": "kv.*"}, "status": 503, "times": 2}, {"connection": "reset", "effect": "after"}, {"delay": "200ms"}',
    tag: 'Faults',
    changes: 'faults',
    addsContents: true,
    body: needed(ofRequest(faultBody)),
    answer: {
      status: 201,
      schema: described(
        'The fault, or a list of faults if you sent a list.',
        v.union([faultInfo, v.object({ faults: v.array(faultInfo) })]),
      ),
      example: EXAMPLE,
    },
    refusals: ['conflict'],
    handle({ world, body, change }) {
      const all = Array.isArray(body) ? body : [body]
      const specs = all.map(expandFault)
      world.faults.assertFit(specs)
      const { faults, replaced } = change((now) => world.faults.add(specs, now))
      for (const one of faults) publish(world, one, replaced.has(one.id) ? 'changed' : 'added')
      const added = faults.map((one) => ({ ...faultToJson(one), ...noteOn(one, world) }))
      if (Array.isArray(body)) return { faults: added }
      const [one] = added
      if (one === undefined) throw new Error('a fault was added but is not in the list')
      return one
    },
  }),
  call({
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove all faults',
    tag: 'Faults',
    changes: 'faults',
    handle({ world, change }) {
      const removed = world.faults.byId
      change(() => world.faults.clear())
      for (const one of removed.values()) publish(world, one, 'removed')
      world.holds.releaseAll(new Set(removed.keys()))
    },
  }),
  call({
    method: 'GET',
    path: '/faults/:id',
    summary: 'Get a fault',
    tag: 'Faults',
    answer: { schema: faultInfo, example: EXAMPLE },
    handle: ({ world, params: { id } }) => faultToJson(assertFound(id, world.faults.find(id))),
  }),
  call({
    method: 'PATCH',
    path: '/faults/:id',
    summary: 'Disable, enable or reorder a fault',
    details:
      ': {"enabled": false}; try it before another with {"before": "f_1"}, or last with {"before": null}',
    tag: 'Faults',
    changes: 'faults',
    body: needed(jsonBody(changes, { enabled: false })),
    answer: { schema: faultInfo, example: { ...EXAMPLE, enabled: false } },
    handle({ world, params: { id }, body, change }) {
      const { enabled, before } = body
      const { faults: all } = world
      assertFound(id, all.find(id))
      if (typeof before === 'string') assertFound(before, all.find(before))
      const changed = change(
        () => {
          if (before !== undefined) all.move(id, before)
          return assertFound(id, enabled === undefined ? all.find(id) : all.enable(id, enabled))
        },
        { id },
      )
      publish(world, changed, 'changed')
      return faultToJson(changed)
    },
  }),
  call({
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Remove a fault',
    tag: 'Faults',
    changes: 'faults',
    handle({ world, params: { id }, change }) {
      const removed = assertFound(id, world.faults.find(id))
      change(() => world.faults.remove(id), { id })
      publish(world, removed, 'removed')
      world.holds.releaseAll(new Set([id]))
    },
  }),
]

/** As it was given, but with its times as instants. */
export function faultToJson(one: Fault): FaultInfo {
  const { from, until, id, enabled, matches, hits } = one
  const { from: _from, until: _until, ...spec } = one.spec
  return {
    ...spec,
    id,
    enabled,
    ...(from === undefined ? {} : { from: formatInstant(from) }),
    ...(until === undefined ? {} : { until: formatInstant(until) }),
    matches,
    hits,
    remaining: remaining(one) ?? null,
  }
}

function noteOn({ spec: { match } }: Fault, { services, state }: World): { note?: string } {
  const complaint = match && whyNeverFires(match, services, [state])
  if (complaint === undefined) return {}
  return { note: [complaint.message, complaint.hint].filter((text) => text !== undefined).join('; ') }
}

const publish = ({ events }: World, fault: Fault, change: FaultChange): void =>
  events.publish({ type: 'fault', change, fault })

function assertFound(id: string, found: Fault | undefined): Fault {
  if (found !== undefined) return found
  throw new Refusal('not_found', `there is no fault ${id}`, { hint: 'GET /_admin/faults lists them' })
}
