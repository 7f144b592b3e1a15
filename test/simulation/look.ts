import { monthOf } from '../../conformance/model/calendar.js'
import { bytesIn, isExpired, limitsOf } from '../../conformance/model/kv.js'
import type { Entry, ModelFault, ModelNamespace, ModelState } from '../../conformance/model/state.js'
import { shown } from './model/database.js'
import type { Simulation, WorldPair } from './simulation.js'

/** Compares everything about a world that can be read with admin calls that change nothing. */
export async function look(simulation: Simulation, pair: WorldPair): Promise<void> {
  const { client, model } = pair
  const { state } = model
  simulation.note(pair, 'look at everything')
  const { now, mode, rate } = await client.clock.get()
  simulation.hold('the clock', state.clock, { now, mode, rate })
  simulation.hold('the profile', state.profile, within(state.profile, await client.profile.get()))
  simulation.hold('the namespaces', namespacesOf(state), byId(await client.namespaces.list()))
  simulation.hold('the stores', storesOf(state), byId(await client.stores.list()))
  simulation.hold('the database keys', databaseKeysOf(state), await client.databaseKeys.list())
  simulation.hold('the faults', state.faults.map(faultOf), (await client.faults.list()).map(sketched))
  for (const name of ['documents', 'projects'] as const) {
    const { records } = state[name]
    const all = [...records].map(([id, record]) => ({
      ...shown(id, record, name),
      ...projectOf(record.project),
    }))
    const answer = await client.fetch(`/_admin/${name}?limit=1000`)
    const { [name]: actual } = (await answer.json()) as Record<string, unknown>
    simulation.hold(`the ${name}`, all, actual)
  }
  const lines = await client.requests({ limit: 50 })
  simulation.hold('the journal', model.journal.slice(-50).reverse(), lines.map(lineOf))
  const names = (await client.snapshots.list()).map((snapshot) => snapshot.name)
  simulation.hold('the snapshots', [...model.snapshots.keys()].sort(), names.sort())
}

const projectOf = (project: string | undefined) => (project === undefined ? {} : { project: Number(project) })

/** Returns the part of `whole` that has the same fields as `part`. */
function within(part: unknown, whole: unknown): unknown {
  if (!isObject(part) || !isObject(whole)) return whole
  return Object.fromEntries(Object.keys(part).map((name) => [name, within(part[name], whole[name])]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function byId<T extends { readonly id: string }>(list: readonly T[]): Record<string, T> {
  return Object.fromEntries(list.map((item) => [item.id, item]))
}

function keysOf(state: ModelState, id: string) {
  return [...state.keys].flatMap(([key, { resource, scope }]) => (resource === id ? [{ key, scope }] : []))
}

function namespacesOf(state: ModelState) {
  return byId([...state.namespaces].map(([id, namespace]) => namespaceOf(state, id, namespace)))
}

function namespaceOf(state: ModelState, id: string, namespace: ModelNamespace) {
  const { owner, limits, usage, entries } = namespace
  const month = monthOf(state.clock.now)
  const counters = usage.get(month) ?? { reads: 0, writes: 0, deletes: 0, lists: 0 }
  const live = new Map<string, Entry>([...entries].filter(([, entry]) => !isExpired(state, entry)))
  const isFreed = state.profile.kv.expiredStorage === 'freed'
  return {
    id,
    namespaceId: id,
    owner,
    limits,
    limitsInForce: limitsOf(state, namespace),
    monthKey: month,
    usage: { ...counters, storageBytes: bytesIn(state, isFreed ? live : entries) },
    keys: keysOf(state, id),
    entries: { live: live.size, expired: entries.size - live.size },
  }
}

function storesOf(state: ModelState) {
  return byId(
    [...state.stores].map(([id, { owner, entries }]) => {
      return { id, storeId: id, owner, keys: keysOf(state, id), entries: { live: entries.size } }
    }),
  )
}

function databaseKeysOf(state: ModelState) {
  return [...state.databaseKeys].map(([key, scope]) => {
    if (scope === 'everything') return { key }
    const { projects, documents, outOfScope } = scope
    return { key, projects: projects.map(Number), documents: documents.map(Number), outOfScope }
  })
}

function faultOf({ id, enabled, matches, hits, spec }: ModelFault) {
  const remaining = spec.times === undefined ? null : Math.max(0, spec.times - hits)
  return { id, enabled, matches, hits, remaining }
}

function sketched(fault: {
  id: string
  enabled: boolean
  matches: number
  hits: number
  remaining: number | null
}) {
  const { id, enabled, matches, hits, remaining } = fault
  return { id, enabled, matches, hits, remaining }
}

function lineOf({
  id,
  at,
  operation,
  method,
  path,
  status,
  credential,
  fault,
}: Awaited<ReturnType<WorldPair['client']['requests']>>[number]) {
  return { id, at, operation, method, path, status, credential, fault }
}
