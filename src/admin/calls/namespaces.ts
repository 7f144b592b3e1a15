import * as v from 'valibot'
import { monthKey } from '../../core/instants.js'
import { Refusal } from '../../core/refusal.js'
import type { ScopedKey } from '../../domain/credentials.js'
import { contentsOf, limitsInForce } from '../../domain/kv.js'
import type { Namespace } from '../../domain/namespace.js'
import type { World } from '../../domain/world.js'
import { LOCAL_USER } from '../../identity/provider.js'
import { expandUsage } from '../../seed/expand/expand.js'
import { count, mapping } from '../../seed/schema/fields.js'
import { limits, owner, usage } from '../../seed/schema/schema.js'
import { readPart } from '../body.js'
import { type AdminCall, type AdminRoute, created, NO_CONTENT, ok } from '../call.js'
import { namespaceId, resourceName } from '../ids.js'
import { keyRoutes, keysByResource, shownKey } from './keys.js'

/** The body of POST /namespaces. */
export const newNamespace = mapping('a namespace', {
  name: resourceName,
  owner: v.exactOptional(owner),
  limits: v.exactOptional(limits),
})

/** null goes back to the profile's. */
const changedLimit = v.exactOptional(v.nullable(count))

/** The body of PATCH /namespaces/{id}. */
export const namespaceChanges = mapping('the changes of a namespace', {
  owner: v.exactOptional(owner),
  limits: v.exactOptional(
    mapping('limits', {
      reads: changedLimit,
      writes: changedLimit,
      lists: changedLimit,
      storageBytes: changedLimit,
    }),
  ),
  usage: v.exactOptional(usage),
})

export const namespaceRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/namespaces',
    help: 'All namespaces: owner, limits (its own, and those in force), usage of this month, keys, number of entries',
    handle({ context: { world } }) {
      const { namespaces, scopedKeys } = world.state
      const keys = keysByResource(scopedKeys.values())
      return ok({
        namespaces: [...namespaces.values()].flatMap(({ id }) => {
          const namespace = world.state.namespace(id)
          return namespace === undefined ? [] : [shown(namespace, keys.get(id) ?? [], world)]
        }),
      })
    },
  },
  {
    method: 'POST',
    path: '/namespaces',
    help: 'Create a namespace: {"name": "shop", "owner": "user_local", "limits": {"reads": 1000}}; its id is generated',
    handle(call) {
      const { name, owner = LOCAL_USER, limits = {} } = readPart(call, newNamespace)
      const { world } = call.context
      const namespace = world.state.addNamespace(namespaceId(name, world), owner, limits)
      return created(shown(namespace, [], world))
    },
  },
  {
    method: 'GET',
    path: '/namespaces/:id',
    help: 'One namespace',
    handle: (call) => ok(shownWhole(findNamespace(call), call)),
  },
  {
    method: 'PATCH',
    path: '/namespaces/:id',
    help: 'Change {"owner", "limits", "usage"}: limits one by one (null takes the profile\'s again), counters of this month or by month ({"2025-12": {"reads": 7}})',
    handle(call) {
      const namespace = findNamespace(call)
      const changes = readPart(call, namespaceChanges)
      const now = call.context.world.clock.now()
      if (changes.owner !== undefined) namespace.transferTo(changes.owner)
      if (changes.limits !== undefined) namespace.changeLimits(changes.limits)
      for (const { month, counters } of expandUsage(changes.usage ?? {})) {
        namespace.usage.set(month === 'current' ? monthKey(now) : month, counters)
      }
      return ok(shownWhole(namespace, call))
    },
  },
  {
    method: 'DELETE',
    path: '/namespaces/:id',
    help: 'Remove a namespace with its entries and keys',
    handle(call) {
      call.context.world.state.removeResource(findNamespace(call).id)
      return NO_CONTENT
    },
  },
  ...keyRoutes('/namespaces', findNamespace),
]

/**
 * The namespace that a call names, safe to write to.
 *
 * @throws Refusal not_found
 */
export function findNamespace({ context, params }: AdminCall): Namespace {
  const namespace = context.world.state.namespace(params.id ?? '')
  if (namespace !== undefined) return namespace
  const hint = 'GET /_admin/namespaces lists them, and POST creates one'
  throw new Refusal('not_found', `there is no namespace ${params.id}`, { hint })
}

function shownWhole(namespace: Namespace, { context: { world } }: AdminCall) {
  return shown(namespace, world.state.keysOf(namespace.id), world)
}

/** Fields are called as in a seed, and the id also as in the contract. */
function shown(namespace: Namespace, keys: readonly ScopedKey[], { state, clock, profile }: World) {
  const { id, owner, limits, usage } = namespace
  const now = clock.now()
  const { reads, writes, deletes, lists } = usage.at(now)
  const context = { namespace, profile: profile.kv, now, origin: state.origin }
  const { live, expired, storageBytes } = contentsOf(context)
  return {
    id,
    namespaceId: id,
    owner,
    limits,
    limitsInForce: limitsInForce(namespace, profile.kv),
    monthKey: monthKey(now),
    usage: { reads, writes, deletes, lists, storageBytes },
    keys: keys.map(shownKey),
    entries: { live, expired },
  }
}
