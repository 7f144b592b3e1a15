import * as v from 'valibot'
import { seedBody } from '../../../admin/body.js'
import { fresh, resourceName } from '../../../admin/ids.js'
import {
  KEY_EXAMPLE,
  keyToJson,
  resourceCalls,
  type ScopedKeyInfo,
  scopedKey,
} from '../../../admin/resource-calls.js'
import {
  component,
  count,
  described,
  list,
  monthKey as month,
  namespaceId,
  object,
  type Schema,
  text,
} from '../../../contract/json-schema.js'
import { suffix } from '../../../core/ids.js'
import { monthKey } from '../../../core/instants.js'
import { Gaps } from '../../../domain/profile/gaps.js'
import type { Counters, Limits } from '../../../domain/quotas.js'
import type { World } from '../../../domain/world.js'
import { LOCAL_USER } from '../../../identity/provider.js'
import { count as countField, mapping } from '../../../seed/schema/fields.js'
import { owner } from '../../../seed/schema/resource.js'
import { countersByMonth, usage } from '../../../seed/schema/usage.js'
import { KV } from '../contents.js'
import { contentsOf, limitsInForce } from '../entries.js'
import { limits as limitsField } from '../kinds.js'
import type { Namespace } from '../namespace.js'

/**
 * A namespace of the key-value store.
 *
 * @example
 * const { usage, limitsInForce } = await emulator.namespaces.get('ns_shop_k3v9x2')
 */
export interface NamespaceInfo {
  readonly id: string
  /** The id, under the contract's name. */
  readonly namespaceId: string
  readonly owner: string
  /** Its own limits. */
  readonly limits: Partial<Limits>
  /** Its own limits, and those of the profile for the rest. */
  readonly limitsInForce: Limits
  /** The present month of virtual time, as "YYYY-MM". */
  readonly monthKey: string
  /** Its use of that month's limits. */
  readonly usage: Counters & Pick<Limits, 'storageBytes'>
  readonly keys: readonly ScopedKeyInfo[]
  readonly entries: { readonly live: number; readonly expired: number }
}

const limits = { reads: count, writes: count, lists: count, storageBytes: count }

const namespaceInfo: Schema<NamespaceInfo> = component(
  'Namespace',
  object({
    id: namespaceId,
    namespaceId,
    owner: text,
    limits: described('Its own limits.', object({}, limits)),
    limitsInForce: described('With those that the profile gives.', object(limits)),
    monthKey: month,
    usage: object({ ...limits, deletes: count }),
    keys: list(scopedKey),
    entries: object({ live: count, expired: count }),
  }),
)

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
  NamespaceInfo
>({
  noun: 'namespace',
  many: 'namespaces',
  tag: 'Namespaces',
  help: {
    list: 'All namespaces: owner, limits (its own, and those in force), usage of this month, keys, number of entries',
    create:
      'Create a namespace: {"name": "shop", "owner": "user_local", "limits": {"reads": 1000}}; its id is generated',
    one: 'One namespace',
    update:
      'Change {"owner", "limits", "usage"}: limits one by one (null takes the profile\'s again), counters of this month or by month ({"2025-12": {"reads": 7}})',
    remove: 'Remove a namespace with its entries and keys',
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
