import type { Service } from '../../admin/call.js'
import { valueAt } from '../../core/objects.js'
import { resourceParts } from '../../domain/parts.js'
import type { Counters } from '../../domain/quotas.js'
import { eachOnce, pointer, type View, type WorldPart } from '../../domain/view.js'
import { keyedErrors } from '../keyed.js'
import { served } from '../operation.js'
import { KV } from './contents.js'
import { namespaces } from './kinds.js'
import type { Namespace } from './namespace.js'
import { kvOperations } from './operations.js'
import { kvSeed } from './seed.js'
import { kvSchemas, kvWires } from './wire.js'

const namespaceIn = (view: View, id: string): Namespace | undefined =>
  namespaces.resources(view.state).all.get(id)

function settingsOf(id: string, one: View, other: View): readonly WorldPart[] {
  const [left, right] = [namespaceIn(one, id), namespaceIn(other, id)]
  const limits = [left, right].flatMap((each) => Object.keys(each?.limits ?? {}))
  const [before, after] = [monthsOf(left, one), monthsOf(right, other)]
  const counters = [...new Set([...before.keys(), ...after.keys()])].flatMap((month) =>
    COUNTERS.filter((name) => (before.get(month)?.[name] ?? 0) !== (after.get(month)?.[name] ?? 0)).map(
      (name) => counterPart(id, month, name),
    ),
  )
  return [...eachOnce(limits.map((name) => limitPart(id, name))), ...counters]
}

const limitPart = (id: string, name: string): WorldPart => ({
  path: pointer('namespaces', id, 'limits', name),
  read: (view) => valueAt(namespaceIn(view, id)?.limits, [name]),
})

const COUNTERS = ['reads', 'writes', 'deletes', 'lists'] as const satisfies readonly (keyof Counters)[]

/** If a month has no counters, they read as 0. */
const counterPart = (id: string, month: string, name: keyof Counters): WorldPart => ({
  path: pointer('namespaces', id, 'usage', month, name),
  read: (view) => namespaceIn(view, id)?.usage.of(month, view.state.origin)[name],
})

const monthsOf = (namespace: Namespace | undefined, { state }: View) =>
  new Map(namespace?.usage.copy(state.origin).months())

/** See docs/CONTRACT.md section A. */
export const kv: Service = {
  name: 'kv',
  contents: KV,
  seed: kvSeed,
  operations: served('kv', kvOperations),
  parts: resourceParts(namespaces, {
    settings: settingsOf,
    earliestExpiry: (namespace, origin) => namespace.earliestExpiry(origin),
  }),
  wires: kvWires,
  schemas: kvSchemas,
  holder: 'namespace',
  tag: { name: 'Key-value store', description: 'Entries that expire, and a usage report.' },
  errors: keyedErrors({
    statuses: {
      body_malformed: (gaps) => gaps.decide('kv.invalidStatus'),
      body_invalid: (gaps) => gaps.decide('kv.invalidStatus'),
    },
    messages: { entry_missing: 'The key does not exist or has expired.' },
  }),
  admin: async () => (await import('./admin.js')).kvAdmin,
}
