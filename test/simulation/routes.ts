import type { ModelFaultSpec } from '../../conformance/model/state.js'
import { OPERATIONS } from './situations.js'
import type { BodySpec, Credential, OperationName, RequestStep, Step } from './steps.js'

/** Steps that lead to states that random steps rarely reach. Each list gets its own emulator. */

const world = 0
const OWN: Credential = { key: 'own', scope: 'admin' }
const OWNER: Credential = { bearer: 'plain', of: 'owner' }
const DATABASE: Credential = { databaseKey: 0 }

const sound = (...members: [name: string, text: string][]): BodySpec => ({
  members: Object.fromEntries(members),
  form: 'plain',
})
const BODIES: Readonly<Record<string, BodySpec>> = {
  'kv.put': sound(['value', '1'], ['ttlSeconds', '60']),
  'config.put': sound(['value', '1']),
  'documents.create': sound(['title', '"One"']),
  'projects.create': sound(['name', '"One"']),
}

function ask(operation: string, changes: Partial<RequestStep> = {}): RequestStep {
  const isDatabase = /^(?:documents|projects)/.test(operation)
  const isBearers = operation === 'kv.list' || operation === 'usage.get'
  const body = BODIES[operation]
  return {
    do: 'request',
    world,
    operation: operation as OperationName,
    resource: isDatabase ? 1 : 0,
    key: 0,
    by: isDatabase ? DATABASE : isBearers ? OWNER : OWN,
    ...(body === undefined ? {} : { body }),
    ...changes,
  }
}

const advance = (by: string): Step => ({ do: 'clock', world, move: 'advance', by, rate: 1 })
const clear: Step = { do: 'clear faults', world }
const limits = (
  kept: Readonly<Record<string, number | null>>,
  usage: Readonly<Record<string, number>> = {},
): Step => ({
  do: 'change namespace',
  world,
  index: 0,
  limits: kept,
  usage,
})
const unlimited = limits({ reads: null, writes: null, lists: null, storageBytes: null })

/** Steps that make a fault apply to an operation, or not, in every possible way. */
function pastFaults(operation: string): readonly Step[] {
  const specs: readonly ModelFaultSpec[] = [
    { enabled: false, status: 503 },
    { from: '+1h', status: 503 },
    { until: '+1s', status: 503 },
    { after: 5, status: 503 },
    { times: 1, status: 503 },
    { probability: 0, status: 503 },
    { status: 503, effect: 'after' },
    { connection: 'reset' },
  ]
  const met = specs.flatMap((spec): readonly Step[] => [
    { do: 'fault', world, specs: [{ ...spec, match: { operation } }] },
    ask(operation),
    advance('2s'),
    ask(operation),
    clear,
  ])
  return [unlimited, ...met, ask(operation, { fault: '503' }), ask(operation, { fault: 'bogus' })]
}

/** Steps that get an operation refused in every possible way, including an exhausted quota and rate limit. */
function turnedDown(operation: string): readonly Step[] {
  const by = (credential: Credential): Step => ask(operation, { by: credential })
  const credentials: readonly Credential[] = [
    'nobody',
    { key: 'unknown' },
    { key: 'foreign', scope: 'admin' },
    { key: 'own', scope: 'read' },
    { key: 'own', scope: 'write' },
    { bearer: 'broken' },
    { bearer: 'plain', of: 'stranger' },
    { bearer: 'forged', of: 'owner' },
    { databaseKey: 1 },
    { databaseKey: 9 },
  ]
  const bodies: readonly BodySpec[] = [
    { members: {}, form: 'plain' },
    { members: { value: '1' }, form: 'broken' },
    { members: { value: '1' }, form: 'list' },
    sound(['value', '1'], ['ttlSeconds', '"60"'], ['title', '5'], ['name', '5']),
  ]
  const own = OPERATIONS.includes(operation) && BODIES[operation] !== undefined ? bodies : []
  return [
    unlimited,
    ...credentials.map(by),
    ...own.map((body) => ask(operation, { body })),
    ask(operation, { resource: 3 }),
    ask(operation, { key: 4 }),
    { do: 'rate limit', world, rateLimit: { requests: 2, per: '1h' } },
    ask(operation),
    ask(operation),
    ask(operation),
    advance('1h'),
    by({ bearer: 'expiring', of: 'owner' }),
    limits({ reads: 1, writes: 1, lists: 1 }, { reads: 0, writes: 0, lists: 0 }),
    ask(operation),
    ask(operation),
  ]
}

/** Runs an operation on an entry in its last millisecond, at its expiry, and after that. */
function aroundExpiry(operation: string): readonly Step[] {
  const lapses = [['59s', '999ms'], ['60s'], ['1h']]
  return [unlimited, ...lapses.flatMap((lapse) => [ask('kv.put'), ...lapse.map(advance), ask(operation)])]
}

const altered = { given: 0, way: 'query', altered: true } as const

/** Steps that control the emulator in ways that random steps rarely do. */
const STEERED: readonly Step[] = [
  ask('documents.list', { limit: '1' }),
  ask('documents.list', { next: altered }),
  ask('projects.list', { next: altered }),
  { do: 'clock', world, move: 'set', by: '-1h', rate: 1, force: true },
  { do: 'fault', world, specs: [{ id: 'one', status: 503 }] },
  { do: 'fault', world, specs: [{ id: 'one', status: 429 }] },
  clear,
  { do: 'make database key', world, scope: { projects: ['10'] } },
  { do: 'remove key', world, index: 99 },
  { do: 'snapshot', world, name: 'here' },
  { do: 'drop snapshot', world, name: 'here' },
  { do: 'world', world, from: 'seed' },
  { do: 'seed', world: 1, seed: { database: { keys: [{ key: 'db_all' }] } } },
  { do: 'close', world: 1 },
]

export const ROUTES: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  ...OPERATIONS.map((operation) => [`${operation} past faults`, pastFaults(operation)] as const),
  ...OPERATIONS.map((operation) => [`${operation} turned down`, turnedDown(operation)] as const),
  ...['kv.put', 'kv.get', 'kv.delete'].map((one) => [`${one} around an expiry`, aroundExpiry(one)] as const),
  ['steered', STEERED],
]
