import type { Service } from '../../admin/call.js'
import { valueAt } from '../../core/objects.js'
import { ownerPlace, recordPlace, type ServicePlaces } from '../../domain/places.js'
import type { Counters } from '../../domain/quotas.js'
import { eachOnce, isMoved, isOtherTime, pointer, type View, type ViewPlace } from '../../domain/view.js'
import { keyedErrors } from '../keyed.js'
import { served } from '../operation.js'
import { KV } from './contents.js'
import { expiryOf, type KvEntry } from './entry.js'
import { kvEntry } from './kinds.js'
import type { Namespace } from './namespace.js'
import { kvOperations } from './operations.js'
import { kvSeed } from './seed.js'
import { kvSchemas, kvWires } from './wire.js'

/** The parts of the key-value store that a difference can name. */
const kvPlaces: ServicePlaces = {
  settings: (one, other) =>
    differingNamespaces(one, other, isMoved(one, other)).flatMap((id) => settingsOf(id, one, other)),
  records: (one, other) =>
    differingNamespaces(one, other, isOtherTime(one, other)).flatMap((id) => entriesOf(id, one, other)),
}

const resourcesOf = ({ state }: View) => state.of(KV).resources

const namespaceIn = (view: View, id: string): Namespace | undefined => resourcesOf(view).all.get(id)

/** The ids of namespaces that may differ, or of all that either view has. */
function differingNamespaces(one: View, other: View, areAll: boolean): readonly string[] {
  const [left, right] = [resourcesOf(one).all, resourcesOf(other).all]
  if (!areAll) return left.differing(right)
  return [...new Set([...left.values(), ...right.values()].map(({ id }) => id))]
}

/** The places of the owner, the limits and the counters of a namespace. */
function settingsOf(id: string, one: View, other: View): readonly ViewPlace[] {
  const [left, right] = [namespaceIn(one, id), namespaceIn(other, id)]
  const limits = [left, right].flatMap((each) => Object.keys(each?.limits ?? {}))
  const [before, after] = [monthsOf(left, one), monthsOf(right, other)]
  const counters = [...new Set([...before.keys(), ...after.keys()])].flatMap((month) =>
    COUNTERS.filter((name) => (before.get(month)?.[name] ?? 0) !== (after.get(month)?.[name] ?? 0)).map(
      (name) => counterPlace(id, month, name),
    ),
  )
  return [
    ownerPlace('namespaces', id, (view) => namespaceIn(view, id)),
    ...eachOnce(limits.map((name) => limitPlace(id, name))),
    ...counters,
  ]
}

const limitPlace = (id: string, name: string): ViewPlace => ({
  path: pointer('namespaces', id, 'limits', name),
  read: (view) => valueAt(namespaceIn(view, id)?.limits, [name]),
})

const COUNTERS = ['reads', 'writes', 'deletes', 'lists'] as const satisfies readonly (keyof Counters)[]

/** The place of a counter; in a month that nothing was counted in it is 0. */
const counterPlace = (id: string, month: string, name: keyof Counters): ViewPlace => ({
  path: pointer('namespaces', id, 'usage', month, name),
  read: (view) => namespaceIn(view, id)?.usage.of(month, view.state.origin)[name],
})

const monthsOf = (namespace: Namespace | undefined, { state }: View) =>
  new Map(namespace?.usage.copy(state.origin).months())

/** The places of entries in whose place another was put, and of those that time has ended, or moved. */
function entriesOf(id: string, one: View, other: View): readonly ViewPlace[] {
  const [entries, others] = [resourcesOf(one).entriesOf(id), resourcesOf(other).entriesOf(id)]
  const keys = new Set(entries.differing(others))
  if (mayHaveEnded(id, one, other)) {
    for (const entry of entries.values()) {
      if (isMoved(one, other) || isExpired(entry, one) !== isExpired(entry, other)) keys.add(entry.key)
    }
  }
  return Array.from(keys, (key) => recordPlace(kvEntry, id, key))
}

/** Checks if time may have ended or moved an entry. It rarely has, and then no entry is looked at. */
function mayHaveEnded(id: string, one: View, other: View): boolean {
  if (isMoved(one, other)) return true
  const earliest = namespaceIn(one, id)?.earliestExpiry(one.state.origin) ?? Number.POSITIVE_INFINITY
  return isOtherTime(one, other) && earliest <= Math.max(one.clock.now, other.clock.now)
}

const isExpired = (entry: KvEntry, { state, clock }: View): boolean =>
  expiryOf(entry, state.origin) <= clock.now

/** The key-value store (docs/CONTRACT.md section A). */
export const kv: Service = {
  name: 'kv',
  contents: KV,
  seed: kvSeed,
  operations: served('kv', kvOperations),
  places: kvPlaces,
  wires: kvWires,
  schemas: kvSchemas,
  holder: 'namespace',
  tag: { name: 'Key-value store', description: 'Entries that expire, and the report of their usage.' },
  errors: keyedErrors({
    statuses: {
      body_malformed: (gaps) => gaps.decide('kv.invalidStatus'),
      body_invalid: (gaps) => gaps.decide('kv.invalidStatus'),
    },
    messages: { entry_missing: 'The key does not exist or has expired.' },
  }),
  admin: async () => (await import('./admin/calls.js')).kvAdmin,
}
