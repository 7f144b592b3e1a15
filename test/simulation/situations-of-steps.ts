import type { ModelWorld } from './model/world.js'
import type { Step } from './steps.js'

/** The states reached by steps other than requests, i.e. those that control the emulator. */

/** The states that each kind of step can reach. */
export const STEERING: Readonly<Record<string, readonly string[]>> = {
  'move the clock ahead': [
    'frozen',
    'running',
    'across an expiry',
    'across a month',
    "across a fault's edge",
  ],
  'move the clock back': ['allowed', 'not allowed'],
  'move the clock': [
    'no change',
    'to the next expiry, if there is none',
    'to freeze it',
    'to let it run',
    'dry run',
  ],
  'let time pass': ['frozen', 'running'],
  'add faults': ['new', 'replacing others'],
  'change a fault': ['to on', 'to off', 'to gone', 'that does not exist'],
  'clear the faults': ['none', 'some'],
  reset: ['keeping nothing', 'keeping the clock', 'keeping the faults', 'keeping the requests'],
  'take a snapshot': ['new', 'replacing another'],
  'restore a snapshot': ['present', 'missing'],
  'drop a snapshot': ['present', 'missing'],
  'make a world': ['from the seed', 'from the state', 'from a snapshot', 'from a missing one'],
  'close a world': ['another', 'the default one'],
  'change the profile': ['any'],
  'change the rate limit': ['to one', 'to none'],
  'import an export': ['any'],
  'merge a seed': ['any'],
  'replace the state': ['any'],
  'change the seed': ['of the default world', 'of another'],
  'make a namespace': ['any'],
  'make a store': ['any'],
  'make a key': ['of a namespace', 'of a store', 'of a missing resource'],
  'make a database key': ['unscoped', 'scoped'],
  'change a namespace': ['its limits', 'its counters', 'its owner', 'that does not exist'],
  'remove a namespace': ['present', 'missing'],
  'remove a store': ['present', 'missing'],
  'remove a key': ['present', 'missing'],
  'remove a database key': ['present', 'missing'],
  'remove a record': ['present', 'missing'],
}

/** Returns the name in STEERING and the states that a step reaches. Undefined for requests. */
export function metBy(
  step: Step,
  world: ModelWorld,
  isDefault: boolean,
): readonly [string, readonly string[]] | undefined {
  const { state, snapshots } = world
  const there = (isThere: boolean) => [isThere ? 'present' : 'missing']
  switch (step.do) {
    case 'pass':
      return ['let time pass', [state.clock.mode]]
    case 'fault': {
      const isOld = step.specs.some(({ id }) => state.faults.some((fault) => fault.id === id))
      return ['add faults', [isOld ? 'replacing others' : 'new']]
    }
    case 'change fault':
      return [
        'change a fault',
        [state.faults[step.index] === undefined ? 'that does not exist' : `to ${step.to}`],
      ]
    case 'clear faults':
      return ['clear the faults', [state.faults.length === 0 ? 'none' : 'some']]
    case 'reset':
      return [
        'reset',
        step.keep.length === 0 ? ['keeping nothing'] : step.keep.map((kept) => `keeping the ${kept}`),
      ]
    case 'snapshot':
      return ['take a snapshot', [snapshots.has(step.name) ? 'replacing another' : 'new']]
    case 'restore':
      return ['restore a snapshot', there(snapshots.has(step.name))]
    case 'drop snapshot':
      return ['drop a snapshot', there(snapshots.has(step.name))]
    case 'world':
      return ['make a world', [originOf(step.from, snapshots.has(step.from))]]
    case 'close':
      return ['close a world', [isDefault ? 'the default one' : 'another']]
    case 'profile':
      return ['change the profile', ['any']]
    case 'rate limit':
      return ['change the rate limit', [step.rateLimit === null ? 'to none' : 'to one']]
    case 'reload':
      return ['import an export', ['any']]
    case 'merge':
      return ['merge a seed', ['any']]
    case 'replace':
      return ['replace the state', ['any']]
    case 'seed':
      return ['change the seed', [isDefault ? 'of the default world' : 'of another']]
    default:
      return managedBy(step, world)
  }
}

function originOf(from: string, isSnapshot: boolean): string {
  if (from === 'seed') return 'from the seed'
  if (from === 'current') return 'from the state'
  return isSnapshot ? 'from a snapshot' : 'from a missing one'
}

function managedBy(step: Step, { state }: ModelWorld): readonly [string, readonly string[]] | undefined {
  const nth = (list: Iterable<unknown>, index: number) => [index < [...list].length ? 'present' : 'missing']
  switch (step.do) {
    case 'make namespace':
      return ['make a namespace', ['any']]
    case 'make store':
      return ['make a store', ['any']]
    case 'make key': {
      const resources = step.of === 'store' ? state.stores : state.namespaces
      return ['make a key', [step.index < resources.size ? `of a ${step.of}` : 'of a missing resource']]
    }
    case 'make database key': {
      const isScoped = step.scope.projects !== undefined || step.scope.documents !== undefined
      return ['make a database key', [isScoped ? 'scoped' : 'unscoped']]
    }
    case 'change namespace': {
      if (step.index >= state.namespaces.size) return ['change a namespace', ['that does not exist']]
      const changed = { 'its limits': step.limits, 'its counters': step.usage, 'its owner': step.owner }
      return [
        'change a namespace',
        Object.entries(changed).flatMap(([what, to]) => (to === undefined ? [] : [what])),
      ]
    }
    case 'remove namespace':
      return ['remove a namespace', nth(state.namespaces.keys(), step.index)]
    case 'remove store':
      return ['remove a store', nth(state.stores.keys(), step.index)]
    case 'remove key':
      return ['remove a key', nth(state.keys.keys(), step.index)]
    case 'remove database key':
      return ['remove a database key', nth(state.databaseKeys.keys(), step.index)]
    case 'remove record':
      return ['remove a record', [state[step.collection].records.has(step.id) ? 'present' : 'missing']]
    default:
      return undefined
  }
}
