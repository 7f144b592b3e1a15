import * as v from 'valibot'
import { seedBody } from '../../../admin/body.js'
import { fresh, resourceName } from '../../../admin/ids.js'
import { KEY_EXAMPLE, keyToJson, resourceCalls, scopedKey } from '../../../admin/resource-calls.js'
import {
  component,
  count,
  described,
  monthKey as month,
  namespaceId,
  text,
} from '../../../contract/answer-schema.js'
import { suffix } from '../../../core/ids.js'
import { monthKey } from '../../../core/instants.js'
import { Gaps } from '../../../domain/profile/gaps.js'
import type { World } from '../../../domain/world.js'
import { LOCAL_USER } from '../../../identity/provider.js'
import { count as countField, mapping } from '../../../seed/schema/fields.js'
import { owner } from '../../../seed/schema/resource.js'
import { countersByMonth, usage } from '../../../seed/schema/usage.js'
import { KV } from '../contents.js'
import { contentsOf, limitsInForce } from '../entries.js'
import { limits as limitsField } from '../kinds.js'
import type { Namespace } from '../namespace.js'

const limits = { reads: count, writes: count, lists: count, storageBytes: count }

const own = v.exactOptional(count)

const namespaceInfo = component('Namespace', () =>
  v.object({
    id: namespaceId,
    namespaceId: described("The id, under the contract's name.", namespaceId),
    owner: text,
    limits: described(
      'Its own limits.',
      v.object({ reads: own, writes: own, lists: own, storageBytes: own }),
    ),
    limitsInForce: described('Its own limits, and those of the profile for the rest.', v.object(limits)),
    monthKey: described('The present month of virtual time, as "YYYY-MM".', month),
    usage: described("Its use of that month's limits.", v.object({ ...limits, deletes: count })),
    keys: v.array(scopedKey),
    entries: v.object({ live: count, expired: count }),
  }),
)

export interface NamespaceInfo extends v.InferOutput<typeof namespaceInfo> {}

const newNamespace = mapping('a namespace', {
  name: resourceName,
  owner: v.exactOptional(owner),
  limits: v.exactOptional(limitsField),
})

/** null goes back to the profile's. */
const changedLimit = v.exactOptional(v.nullable(countField))

const namespaceChanges = mapping('the changes of a namespace', {
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

const EXAMPLE: NamespaceInfo = {
  id: 'ns_shop_k3v9x2',
  namespaceId: 'ns_shop_k3v9x2',
  owner: 'user_local',
  limits: { reads: 1000 },
  limitsInForce: { reads: 1000, writes: 100_000, lists: 10_000, storageBytes: 104_857_600 },
  monthKey: '2026-01',
  usage: { reads: 998, writes: 12, deletes: 1, lists: 3, storageBytes: 4096 },
  keys: [KEY_EXAMPLE],
  entries: { live: 1, expired: 0 },
}

/** ns_<name>_<suffix>, not in use. */
const freshId = (name: string, { state, random }: World): string =>
  fresh(random, (ids) => `ns_${name}_${suffix(ids, 6)}`, state.of(KV).namespaces)

/** The calls on namespaces and their keys, and the way to one of them. */
export const { calls: namespaceCalls, find: findNamespace } = resourceCalls<
  Namespace,
  v.InferOutput<typeof newNamespace>,
  v.InferOutput<typeof namespaceChanges>,
  typeof namespaceInfo
>({
  noun: 'namespace',
  many: 'namespaces',
  tag: 'Namespaces',
  help: {
    list: {
      summary: 'All namespaces',
      details: ': owner, limits (its own, and those in force), usage of this month, keys, number of entries',
    },
    create: {
      summary: 'Create a namespace',
      details: ': {"name": "shop", "owner": "user_local", "limits": {"reads": 1000}}; its id is generated',
    },
    one: { summary: 'One namespace' },
    update: {
      summary: 'Change {"owner", "limits", "usage"}',
      details:
        ': limits one by one (null takes the profile\'s again), counters of this month or by month ({"2025-12": {"reads": 7}})',
    },
    remove: { summary: 'Remove a namespace with its entries and keys' },
  },
  bodies: {
    create: seedBody(newNamespace, { name: 'shop', owner: 'user_local', limits: { reads: 1000 } }),
    update: seedBody(namespaceChanges, { limits: { reads: 500 }, usage: { reads: 499 } }),
  },
  schema: namespaceInfo,
  example: EXAMPLE,
  find: (state, id) => state.of(KV).namespace(id),
  all: (state) => state.of(KV).namespaces.values(),
  create: ({ name, owner: sub = LOCAL_USER, limits: own = {} }, world) =>
    world.state.of(KV).addNamespace(freshId(name, world), sub, own),
  update(namespace, changes, { clock }) {
    if (changes.owner !== undefined) namespace.transferTo(changes.owner)
    if (changes.limits !== undefined) namespace.changeLimits(changes.limits)
    for (const [which, counters] of countersByMonth(changes.usage ?? {}, monthKey(clock.now())))
      namespace.usage.set(which, counters)
  },
  toJson(namespace, keys, { state, clock, profile }) {
    const { id } = namespace
    const now = clock.now()
    const { reads, writes, deletes, lists } = namespace.usage.of(monthKey(now), state.origin)
    const gaps = new Gaps(profile)
    const { live, expired, storageBytes } = contentsOf({ namespace, gaps, now, origin: state.origin })
    return {
      id,
      namespaceId: id,
      owner: namespace.owner,
      limits: namespace.limits,
      limitsInForce: limitsInForce(namespace, gaps),
      monthKey: monthKey(now),
      usage: { reads, writes, deletes, lists, storageBytes },
      keys: keys.map(keyToJson),
      entries: { live, expired },
    }
  },
})
