import { ANYTHING } from '../../conformance/model/call.js'
import { changed } from '../../conformance/model/profile.js'
import type { ModelState } from '../../conformance/model/state.js'
import type { SeedObject } from '../../src/client/seed-object.js'
import type { RateWindow } from '../../src/seed/resume-point.js'
import { addFaults } from './model/faults.js'
import { addLength } from './model/lengths.js'
import { isInConflict, type ModelSeed, mergeInto } from './model/seed.js'
import { ModelWorld } from './model/world.js'
import type { Simulation, WorldPair } from './simulation.js'
import { moveClock, refusedUnless } from './steering-clock.js'
import type { Step } from './steps.js'

/** Takes the steps that control an emulator: clock, faults, resets, snapshots, worlds, profile and state. */
export async function steer(simulation: Simulation, step: Step): Promise<void> {
  if (step.do === 'pass') {
    simulation.note(undefined, `${step.ms} ms of real time pass`)
    simulation.subject.machine.now += step.ms
    simulation.universe.real += step.ms
    for (const { model } of simulation.worlds) model.pass(step.ms)
    return
  }
  const pair = simulation.pair(step.world)
  const { client, model } = pair
  const { state } = model
  const note = (line: string) => simulation.note(pair, line)
  switch (step.do) {
    case 'clock':
      return moveClock(simulation, pair, step)
    case 'fault': {
      note(`add faults ${JSON.stringify(step.specs)}`)
      const added = await client.faults.add(step.specs)
      simulation.hold(
        'the ids of the faults',
        addFaults(state, step.specs, state.clock.now),
        added.map(({ id }) => id),
      )
      return
    }
    case 'change fault': {
      const fault = state.faults[step.index]
      if (fault === undefined) return
      note(`turn fault ${fault.id} ${step.to}`)
      if (step.to === 'gone') {
        await client.faults.remove(fault)
        state.faults.splice(step.index, 1)
        return
      }
      fault.enabled = step.to === 'on'
      await (fault.enabled ? client.faults.enable(fault.id) : client.faults.disable(fault.id))
      return
    }
    case 'clear faults':
      note('clear the faults')
      await client.faults.clear()
      state.faults = []
      return
    case 'reset':
      note(`reset, keeping ${JSON.stringify(step.keep)}`)
      await client.reset({ keep: step.keep })
      return model.reset(step.keep)
    case 'snapshot':
      note(`take snapshot ${step.name}`)
      await client.snapshots.take(step.name)
      return model.take(step.name)
    case 'restore':
      return restore(simulation, pair, step.name)
    case 'drop snapshot':
      note(`drop snapshot ${step.name}`)
      return refusedUnless(simulation, model.snapshots.delete(step.name), 'not_found', () =>
        client.snapshots.remove(step.name),
      )
    case 'world':
      return makeWorld(simulation, pair, step.from)
    case 'close':
      if (pair === simulation.worlds[0]) return
      note('close it')
      simulation.worlds.splice(simulation.worlds.indexOf(pair), 1)
      return client.close()
    case 'profile':
      note(`set options ${JSON.stringify(step.changes)}`)
      await client.profile.patch(step.changes)
      state.profile = changed(state.profile, step.changes)
      return
    case 'rate limit': {
      const { rateLimit } = step
      note(`set the rate limit ${JSON.stringify(rateLimit)}`)
      const { status } = await client.fetch('/_admin/database', {
        method: 'PATCH',
        body: JSON.stringify({ rateLimit }),
      })
      simulation.hold('the status', 200, status)
      state.rateLimit =
        rateLimit === null ? null : { requests: rateLimit.requests, perMs: addLength(0, rateLimit.per) }
      return
    }
    case 'reload':
      return reload(simulation, pair)
    case 'merge': {
      note(`merge ${JSON.stringify(step.seed)}`)
      const isSound = !isInConflict(state, step.seed)
      await refusedUnless(simulation, isSound, 'conflict', () => client.state.merge(step.seed as SeedObject))
      if (isSound) mergeInto(state, step.seed)
      return
    }
    case 'replace':
      note(`replace the state with ${JSON.stringify(step.seed)}`)
      await client.state.replace(step.seed as SeedObject)
      return model.replace(step.seed)
    case 'seed':
      return changeSeed(simulation, pair, step.seed)
  }
}

/** Restores a snapshot of the world, or another world's snapshot if it has none with this name. */
async function restore(simulation: Simulation, wanted: WorldPair, name: string): Promise<void> {
  const has = ({ model }: WorldPair) => model.snapshots.has(name)
  const pair = has(wanted) ? wanted : (simulation.worlds.find(has) ?? wanted)
  simulation.note(pair, `restore snapshot ${name}`)
  const isThere = pair.model.restore(name)
  await refusedUnless(simulation, isThere, 'not_found', () => pair.client.snapshots.restore(name))
}

async function makeWorld(simulation: Simulation, pair: WorldPair, from: string): Promise<void> {
  const { client, model } = pair
  const state = from === 'current' ? model.state : model.snapshots.get(from)?.state
  simulation.note(pair, `make a world from ${from}`)
  if (simulation.worlds.length >= 4) return
  if (from !== 'seed' && state === undefined) {
    return refusedUnless(simulation, false, 'not_found', () => client.world({ from }))
  }
  const baseline = state === undefined ? { seed: simulation.seed } : { state: structuredClone(state) }
  const made = await client.world({ from })
  simulation.worlds.push({
    model: new ModelWorld(nameOf(made.baseUrl), simulation.universe, baseline),
    client: made,
  })
}

const nameOf = (baseUrl: string): string => baseUrl.slice(baseUrl.lastIndexOf('/') + 1)

/** Imports the exported state into a new world, and expects it to behave the same. */
async function reload(simulation: Simulation, pair: WorldPair): Promise<void> {
  simulation.note(pair, 'export the state and load it into a new world')
  const exported = await pair.client.state.get()
  simulation.transcript.push(JSON.stringify(exported))
  simulation.hold('the state that an import resumes', resumeOf(pair.model.state), resumeIn(exported))
  if (simulation.worlds.length >= 4) return
  const client = await pair.client.world()
  await client.state.replace(exported)
  const model = new ModelWorld(nameOf(client.baseUrl), simulation.universe, { seed: simulation.seed })
  model.state = structuredClone(pair.model.state)
  simulation.worlds.push({ model, client })
  simulation.hold('the export after an import', exported, await client.state.get())
}

/**
 * Returns the state that isn't part of any record, i.e. the last generated ids and the requests counted for each key.
 */
function resumeOf({ documents, projects, lastFaultId, rateRequests }: ModelState) {
  return {
    ids: { documents: `${documents.lastId}`, projects: `${projects.lastId}`, faults: `${lastFaultId}` },
    random: ANYTHING,
    counted: Object.fromEntries([...rateRequests].map(([key, requests]) => [key, requests.length])),
  }
}

/** Reads the same from an export. The model doesn't know why entries were removed, or the names of cursors. */
function resumeIn({ resume }: SeedObject) {
  const { ids, random, rateWindows = {} } = resume ?? {}
  const counts = Object.entries(rateWindows).map(([key, window]) => [key, countedIn(window as RateWindow)])
  return { ids, random, counted: Object.fromEntries(counts) }
}

function countedIn(window: RateWindow): number {
  if ('log' in window) return window.log.reduce((sum, [, count]) => sum + count, 0)
  return (window.others ?? []).reduce((sum, [, used]) => sum + used, window.used)
}

async function changeSeed(simulation: Simulation, pair: WorldPair, seed: ModelSeed): Promise<void> {
  simulation.note(pair, `change the seed to ${JSON.stringify(seed)}`)
  const { status } = await pair.client.fetch('/_admin/seed', { method: 'PUT', body: JSON.stringify(seed) })
  simulation.hold('the status', 200, status)
  if (pair === simulation.worlds[0]) simulation.seed = seed
  pair.model.baseline = { seed }
  pair.model.reset([])
}
