import * as v from 'valibot'
import { literalField, seedBody } from '../../admin/body.js'
import type { ServiceAdmin } from '../../admin/call.js'
import { fresh, resourceName } from '../../admin/ids.js'
import { byNumber } from '../../admin/lists/record-orders.js'
import { entryCallsOf, jsonText, seedInstant } from '../../admin/record-calls.js'
import { foundIn, KEY_EXAMPLE, keyToJson, resourceCalls, scopedKey } from '../../admin/resource-calls.js'
import {
  anything,
  component,
  count,
  described,
  literal,
  monthKey as month,
  namespaceId,
  text,
} from '../../contract/answer-schema.js'
import * as json from '../../contract/json-schema.js'
import { suffix } from '../../core/ids.js'
import { formatInstant, monthKey } from '../../core/instants.js'
import { Refusal } from '../../core/refusal.js'
import { Gaps } from '../../domain/profile/gaps.js'
import type { World } from '../../domain/world.js'
import { LOCAL_USER } from '../../identity/provider.js'
import { lifetime, oneValue } from '../../seed/schema/entry.js'
import { choice, count as countField, mapping, nonEmptyText } from '../../seed/schema/fields.js'
import { owner } from '../../seed/schema/resource.js'
import { moment } from '../../seed/schema/times.js'
import { countersByMonth, usage } from '../../seed/schema/usage.js'
import { KV } from './contents.js'
import { contentsOf, limitsInForce, putUncounted, removeUncounted } from './entries.js'
import { creationOf, expiryOf, type KvEntry } from './entry.js'
import { kvEntry, limits as limitsField, namespaces } from './kinds.js'
import type { Namespace } from './namespace.js'

const limits = { reads: count, writes: count, lists: count, storageBytes: count }

const own = v.exactOptional(count)

const namespaceInfo = component('Namespace', () =>
  v.object({
    id: namespaceId,
    namespaceId: described('The same id, under the name that the contract uses.', namespaceId),
    owner: text,
    limits: described(
      'Its own limits.',
      v.object({ reads: own, writes: own, lists: own, storageBytes: own }),
    ),
    limitsInForce: described(
      "The limits that apply: its own and, for the rest, the profile's.",
      v.object(limits),
    ),
    monthKey: described('The current month in virtual time, as "YYYY-MM".', month),
    usage: described('Its usage in that month.', v.object({ ...limits, deletes: count })),
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

/** With null, the profile's limit applies again. */
const changedLimit = v.exactOptional(v.nullable(countField))

const namespaceChanges = mapping('changes to a namespace', {
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

/** Returns an unused id of the form `ns_<name>_<suffix>`. */
const freshId = (name: string, { state, random }: World): string =>
  fresh(random, (ids) => `ns_${name}_${suffix(ids, 6)}`, state.of(KV).namespaces)

const { calls: namespaceCalls, find: findNamespace } = resourceCalls<
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
      summary: 'List all namespaces',
      details: ': owner, limits (its own and those that apply), usage this month, keys and number of entries',
    },
    create: {
      summary: 'Create a namespace',
      details: ': {"name": "shop", "owner": "user_local", "limits": {"reads": 1000}}; its id is generated',
    },
    one: { summary: 'Get a namespace' },
    update: {
      summary: 'Change {"owner", "limits", "usage"}',
      details:
        ': single limits (with null, the profile\'s applies again), counters for this month or by month ({"2025-12": {"reads": 7}})',
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

const entryInfo = component('StoredEntry', () =>
  v.object({
    key: text,
    ttlSeconds: count,
    createdAt: seedInstant,
    expiresAt: seedInstant,
    state: v.picklist(['live', 'expired']),
    value: v.exactOptional(anything),
    json: v.exactOptional(jsonText),
    literal: v.exactOptional(literal),
  }),
)

/** A namespace's entry, in the form that seeds use. */
export interface EntryInfo extends v.InferOutput<typeof entryInfo> {}

const seeded = kvEntry.schema.entries

const entryBody = v.pipe(
  mapping('an entry', {
    key: v.exactOptional(nonEmptyText),
    value: seeded.value,
    json: seeded.json,
    literal: literalField,
    ttlSeconds: seeded.ttlSeconds,
    createdAt: v.exactOptional(moment),
    expiresAt: v.exactOptional(moment),
    state: v.exactOptional(choice('live', 'expired')),
  }),
  oneValue(),
  lifetime(),
)

const entryCalls = entryCallsOf<KvEntry, Namespace, v.InferOutput<typeof entryBody>, typeof entryInfo>({
  base: '/namespaces/:id/entries',
  kind: kvEntry,
  tag: 'Namespaces',
  bodyHelp:
    '{"value": {"enabled": true}, "ttlSeconds": 3600}, or "json": "1.0" for the value, or "expiresAt"',
  body: seedBody(entryBody, { value: { enabled: true }, ttlSeconds: 3600 }),
  schema: entryInfo,
  example: {
    key: 'flag:checkout',
    value: { enabled: true },
    ttlSeconds: 3600,
    createdAt: '2026-01-31T23:00:00.000Z',
    expiresAt: '2026-02-01T00:00:00.000Z',
    state: 'live',
  },
  find: findNamespace,
  orders: (origin) => ({
    createdAt: byNumber((entry) => creationOf(entry, origin)),
    expiresAt: byNumber((entry) => expiryOf(entry, origin)),
  }),
  // Durations count from now, which is also the default for createdAt.
  put({ state, ...body }, world, namespace) {
    const now = world.clock.now()
    const entry = kvEntry.make(body, now)
    assertState(state, stateOf(entry, world), now)
    return putUncounted(world, namespace, entry)
  },
  remove: removeUncounted,
  toJson(entry, world) {
    const { origin } = world.state
    const seeded = kvEntry.value(entry, origin)
    // In seeds, ttlSeconds is optional if there's an expiresAt, but responses always include it.
    const between = Math.max(0, Math.round((expiryOf(entry, origin) - creationOf(entry, origin)) / 1000))
    return { ...seeded, ttlSeconds: seeded.ttlSeconds ?? between, state: stateOf(entry, world) }
  },
})

/** @throws Refusal if the body's `state` contradicts the one that follows from its `expiresAt` */
function assertState(given: string | undefined, state: string, now: number): void {
  if (given === undefined || given === state) return
  const reason = `state: by its expiresAt the entry is ${state}, since the clock is at ${formatInstant(now)}`
  throw new Refusal('invalid_request', reason, {
    hint: `leave state out; ${given === 'expired' ? 'expiresAt: "-1s" makes an expired entry' : 'a later expiresAt makes a live entry'}`,
  })
}

function stateOf(entry: Pick<KvEntry, 'expiresAt' | 'offsets'>, { state, clock }: World): 'live' | 'expired' {
  return expiryOf(entry, state.origin) > clock.now() ? 'live' : 'expired'
}

export const kvAdmin: ServiceAdmin = {
  calls: [...namespaceCalls, ...entryCalls],
  named: { namespaces: json.parameter("A namespace's id.", json.text, 'ns_shop_k3v9x2') },
  ...foundIn(namespaces, { holder: 'namespace', entry: 'entry' }),
}
