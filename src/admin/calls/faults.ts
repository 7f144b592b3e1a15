import * as v from 'valibot'
import type { RequestRecord } from '../../api/record.js'
import { formatInstant } from '../../core/instants.js'
import { Refusal } from '../../core/refusal.js'
import type { FaultChange } from '../../domain/events.js'
import { type Fault, remaining } from '../../domain/faults/faults.js'
import type { World } from '../../domain/world.js'
import { expandFault } from '../../seed/expand/expand.js'
import { fault, faults } from '../../seed/schema/fault.js'
import { readPart } from '../body.js'
import { type AdminCall, type AdminRoute, created, NO_CONTENT, ok } from '../call.js'
import { readBody } from '../input.js'

/** One fault or a list of them, each with the messages of its own schema. */
const postBody = v.lazy((input) => (Array.isArray(input) ? faults : fault))

/** The body of PATCH /faults/{id}. */
export const patchBody = v.strictObject({ enabled: v.boolean('must be true or false') })

export const faultRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    help: 'The faults in the order in which they are asked, with matches, hits and what remains',
    handle: ({ context }) => ok({ faults: context.world.faults.list().map(shownFault) }),
  },
  {
    method: 'POST',
    path: '/faults',
    help: 'Add one fault or a list: {"match": {"operation": "kv.*"}, "status": 503, "times": 2}, {"connection": "reset", "effect": "after"}, {"delay": "200ms"}',
    handle(call) {
      const { world } = call.context
      const body = readPart(call, postBody)
      const specs = (Array.isArray(body) ? body : [body]).map(expandFault)
      const before = new Set(world.faults.list().map(({ id }) => id))
      const added = world.faults.add(specs, world.clock.now())
      tell(world, added, ({ id }) => (before.has(id) ? 'changed' : 'added'))
      const shown = added.map(shownFault)
      return created(Array.isArray(body) ? { faults: shown } : shown[0])
    },
  },
  {
    method: 'DELETE',
    path: '/faults',
    help: 'Remove all faults',
    handle({ context: { world } }) {
      const removed = world.faults.list()
      world.faults.clear()
      tell(world, removed, () => 'removed')
      return NO_CONTENT
    },
  },
  {
    method: 'GET',
    path: '/faults/:id',
    help: 'One fault',
    handle: (call) => ok(shownFault(found(call, call.context.world.faults.find(idOf(call))))),
  },
  {
    method: 'PATCH',
    path: '/faults/:id',
    help: 'Switch a fault off or on: {"enabled": false}',
    handle(call) {
      const { enabled } = readBody(call, patchBody)
      const { world } = call.context
      const changed = found(call, world.faults.enable(idOf(call), enabled))
      tell(world, [changed], () => 'changed')
      return ok(shownFault(changed))
    },
  },
  {
    method: 'DELETE',
    path: '/faults/:id',
    help: 'Remove a fault',
    handle(call) {
      const { world } = call.context
      const removed = found(call, world.faults.find(idOf(call)))
      world.faults.remove(removed.id)
      tell(world, [removed], () => 'removed')
      return NO_CONTENT
    },
  },
]

/** A fault as it was given, its times as instants, and what it has done. */
export function shownFault(one: Fault): object {
  const { from, until, id, enabled, matches, hits } = one
  const left = remaining(one)
  return {
    ...one.spec,
    id,
    enabled,
    ...(from === undefined ? {} : { from: formatInstant(from) }),
    ...(until === undefined ? {} : { until: formatInstant(until) }),
    matches,
    hits,
    remaining: left ?? null,
  }
}

function tell(
  { events }: World<RequestRecord>,
  faults: readonly Fault[],
  changeOf: (fault: Fault) => FaultChange,
): void {
  for (const fault of faults) events.publish({ type: 'fault', change: changeOf(fault), fault })
}

const idOf = ({ params }: AdminCall): string => params.id ?? ''

function found<T>(call: AdminCall, fault: T | undefined): T {
  if (fault !== undefined) return fault
  throw new Refusal('not_found', `there is no fault ${idOf(call)}`, { hint: 'GET /_admin/faults lists them' })
}
