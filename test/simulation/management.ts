import { usageOf } from '../../conformance/model/kv.js'
import type { ModelState } from '../../conformance/model/state.js'
import { Mismatch, type Simulation, type WorldPair } from './simulation.js'
import type { ManageStep, Step } from './steps.js'

/**
 * Takes a step of the services' dashboard, which manages namespaces, stores, keys and records. Returns false for other
 * steps.
 */
export async function manage(simulation: Simulation, step: Step): Promise<boolean> {
  switch (step.do) {
    case 'make namespace':
    case 'make store':
      await make(simulation, simulation.pair(step.world), step)
      return true
    case 'remove namespace':
    case 'remove store':
      await remove(simulation, simulation.pair(step.world), step)
      return true
    case 'make key':
      await makeKey(simulation, simulation.pair(step.world), step)
      return true
    case 'remove key':
      await removeKey(simulation, simulation.pair(step.world), step.index)
      return true
    case 'change namespace':
      await change(simulation, simulation.pair(step.world), step)
      return true
    case 'make database key': {
      const pair = simulation.pair(step.world)
      const { key } = await pair.client.databaseKeys.create(step.scope)
      const { projects, documents, outOfScope = 'empty' } = step.scope
      const isScoped = projects !== undefined || documents !== undefined
      const scope = { projects: projects ?? [], documents: documents ?? [], outOfScope }
      pair.model.state.databaseKeys.set(key, isScoped ? scope : 'everything')
      simulation.note(pair, `make database key ${JSON.stringify(step.scope)} -> ${key}`)
      return true
    }
    case 'remove database key': {
      const pair = simulation.pair(step.world)
      const key = [...pair.model.state.databaseKeys.keys()][step.index]
      if (key === undefined) return true
      simulation.note(pair, `remove database key ${key}`)
      await pair.client.databaseKeys.remove(key)
      pair.model.state.databaseKeys.delete(key)
      return true
    }
    case 'remove record': {
      const { client, model } = simulation.pair(step.world)
      simulation.note(simulation.pair(step.world), `remove ${step.collection}/${step.id}`)
      const { status } = await client.fetch(`/_admin/${step.collection}/${step.id}`, { method: 'DELETE' })
      simulation.hold('the status', model.state[step.collection].records.delete(step.id) ? 204 : 404, status)
      return true
    }
    default:
      return false
  }
}

type StepTo<Name extends ManageStep['do']> = Extract<ManageStep, { do: Name }>

async function make(
  simulation: Simulation,
  pair: WorldPair,
  { do: what, owner }: StepTo<'make namespace' | 'make store'>,
): Promise<void> {
  const { client, model } = pair
  const { state } = model
  const isStore = what === 'make store'
  const { id } = isStore
    ? await client.stores.create({ name: 'made', owner })
    : await client.namespaces.create({ name: 'made', owner })
  simulation.note(pair, `${what} of ${owner} -> ${id}`)
  const form = isStore ? /^ec_made_[0-9a-z]+$/ : /^ns_made_[0-9a-z]+$/
  if (!form.test(id)) throw new Mismatch(`${id} doesn't have the expected format`)
  if (state.stores.has(id) || state.namespaces.has(id)) throw new Mismatch(`the id ${id} already exists`)
  if (isStore) state.stores.set(id, { owner, entries: new Map() })
  else state.namespaces.set(id, { owner, limits: {}, usage: new Map(), entries: new Map() })
}

async function remove(
  simulation: Simulation,
  pair: WorldPair,
  { do: what, index }: StepTo<'remove namespace' | 'remove store'>,
): Promise<void> {
  const { client, model } = pair
  const { state } = model
  const resources = what === 'remove store' ? state.stores : state.namespaces
  const id = [...resources.keys()][index]
  if (id === undefined) return
  simulation.note(pair, `${what} ${id}`)
  await (what === 'remove store' ? client.stores : client.namespaces).remove(id)
  resources.delete(id)
  for (const [key, { resource }] of [...state.keys]) {
    if (resource !== id) continue
    state.keys.delete(key)
    simulation.revoked.push(key)
  }
}

async function makeKey(
  simulation: Simulation,
  pair: WorldPair,
  { of, index, scope }: StepTo<'make key'>,
): Promise<void> {
  const { client, model } = pair
  const { state } = model
  const resource = [...(of === 'store' ? state.stores : state.namespaces).keys()][index]
  if (resource === undefined) return
  const { key } = await (of === 'store' ? client.stores : client.namespaces).createKey(resource, { scope })
  simulation.note(pair, `make ${scope} key of ${resource} -> ${key}`)
  if (state.keys.has(key)) throw new Mismatch(`the key ${key} already exists`)
  state.keys.set(key, { resource, scope })
}

async function removeKey(simulation: Simulation, pair: WorldPair, index: number): Promise<void> {
  const { client, model } = pair
  const found = [...model.state.keys][index]
  if (found === undefined) return
  const [key, { resource }] = found
  simulation.note(pair, `remove key ${key} of ${resource}`)
  await (resource.startsWith('ec_') ? client.stores : client.namespaces).removeKey(resource, key)
  model.state.keys.delete(key)
  simulation.revoked.push(key)
}

async function change(
  simulation: Simulation,
  pair: WorldPair,
  { index, owner, limits, usage }: StepTo<'change namespace'>,
): Promise<void> {
  const { client, model } = pair
  const found = [...model.state.namespaces][index]
  if (found === undefined) return
  const [id, namespace] = found
  const changes = {
    ...(owner === undefined ? {} : { owner }),
    ...(limits === undefined ? {} : { limits }),
    ...(usage === undefined ? {} : { usage }),
  }
  simulation.note(pair, `change ${id}: ${JSON.stringify(changes)}`)
  await client.namespaces.update(id, changes)
  namespace.owner = owner ?? namespace.owner
  const together = Object.entries({ ...namespace.limits, ...limits })
  namespace.limits = Object.fromEntries(together.filter(([, limit]) => limit !== null))
  noteUsage(model.state, id, usage ?? {})
}

function noteUsage(state: ModelState, id: string, usage: { readonly [name: string]: number }): void {
  const namespace = state.namespaces.get(id)
  if (namespace !== undefined) Object.assign(usageOf(state, namespace), usage)
}
