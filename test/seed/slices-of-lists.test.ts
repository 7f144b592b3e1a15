import { beforeAll, describe, expect, test } from 'vitest'
import { SLICE_ITEMS, Slice } from '../../src/core/steps.js'
import { CHUNK_END } from '../../src/core/text-pieces.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { Faults } from '../../src/domain/faults/faults.js'
import { State } from '../../src/domain/state.js'
import { sortBlocks } from '../../src/seed/expand/sound-blocks.js'
import { exportSteps } from '../../src/seed/export.js'
import { exportFaults } from '../../src/seed/export-faults.js'
import { exportPlaces } from '../../src/seed/export-places.js'
import { mergeSeed } from '../../src/seed/load.js'
import { parseSeeds, readSeeds } from '../../src/seed/parse.js'
import { BEGINNING } from '../../src/seed/resume-point.js'
import { duplicateProblems } from '../../src/seed/schema/duplicates.js'
import { profilePartProblems } from '../../src/seed/schema/profile.js'
import { jsonPieces } from '../../src/seed/text/json-pieces.js'
import { ITEMS_A_PROBLEM, PROBLEMS_MAX } from '../../src/seed/text/problems.js'
import { yamlPieces } from '../../src/seed/text/yaml-pieces.js'
import { WorldSeed } from '../../src/seed/world-seed.js'
import { Service } from '../support/service.js'
import { turnsDuring, turnsOf } from '../support/turns.js'
import { expandSeed } from './seeds.js'

/** Each list of a seed that may be long is worked on in slices, whatever is done with it. */

const HERE = 6000
/** Turns of work that takes one item each. */
const ONCE = HERE / SLICE_ITEMS

const many = <T>(make: (index: number) => T): T[] => Array.from({ length: HERE }, (_, index) => make(index))
const ids = (prefix: string) => many((index) => ({ id: `${prefix}_${index}` }))
const keys = many((index) => ({ key: `kv_${index}`, scope: 'read' as const }))
const entries = many((index) => ({ key: `k${index}`, value: 1, ttlSeconds: 60 }))
const configs = many((index) => ({ key: `k${index}`, value: 1 }))
const projects = many((index) => ({ id: index + 1, name: 'p' }))
const documents = many((index) => ({ id: index + 1, title: 'd' }))
const faults = many((index) => ({ id: `f_${index}`, status: 503 }))

const LISTS: readonly [string, object][] = [
  ['namespaces', { namespaces: ids('ns_a') }],
  ['stores', { stores: ids('ec_a') }],
  ['keys of a namespace', { namespaces: [{ id: 'ns_a_1', keys }] }],
  ['entries of a namespace', { namespaces: [{ id: 'ns_a_1', entries }] }],
  ['keys of a store', { stores: [{ id: 'ec_a_1', keys }] }],
  ['entries of a store', { stores: [{ id: 'ec_a_1', entries: configs }] }],
  ['keys of the database', { database: { keys: keys.map(({ key }) => ({ key })) } }],
  ['projects', { database: { projects } }],
  ['documents', { database: { documents } }],
  ['faults', { faults }],
]

test.each(LISTS)('equal ones are looked for: %s', (list, data) => {
  // Those are looked into, too.
  const times = list === 'namespaces' || list === 'stores' ? 2 : 1
  expect(turnsOf(duplicateProblems(data, new Slice()))).toBeGreaterThanOrEqual(times * ONCE)
})

/** Those that may hold templates. */
const BLOCKS = LISTS.filter(([list]) => /entries|projects|documents/.test(list))

test.each(BLOCKS)(
  'those that are none are told from the others, which takes four times as long: %s',
  (_list, data) => {
    expect(turnsOf(sortBlocks(data))).toBeGreaterThanOrEqual(4 * ONCE)
  },
)

describe('templates', () => {
  const options = { random: 1, repeats: defaultBounds.repeats }
  const expanding = (data: object) =>
    turnsDuring(expandSeed(parseSeeds([{ name: 'seed', text: JSON.stringify(data) }]), options))
  const drawn = { value: '{{number.int}}', repeat: HERE }

  // Faker is loaded once, with many turns of the loop.
  beforeAll(() => expanding({ database: { projects: [{ name: '{{number.int}}' }] } }))

  test.each(BLOCKS)('are compiled, which takes four times as long: %s', async (_list, data) => {
    expect(await expanding(data)).toBeGreaterThanOrEqual((4 + 1) * ONCE)
  })

  test.each<[string, object]>([
    [
      'entries of a namespace',
      { namespaces: [{ id: 'ns_a_1', entries: [{ ...drawn, key: 'k{{index}}', ttlSeconds: 60 }] }] },
    ],
    ['entries of a store', { stores: [{ id: 'ec_a_1', entries: [{ ...drawn, key: 'k{{index}}' }] }] }],
    ['projects', { database: { projects: [{ name: '{{number.int}}', repeat: HERE }] } }],
    ['documents', { database: { documents: [{ title: '{{number.int}}', repeat: HERE }] } }],
  ])('are drawn: %s', async (_list, data) => {
    expect(await expanding(data)).toBeGreaterThanOrEqual(ONCE)
  })

  test('have their names looked up', async () => {
    const named = entries.map((entry) => ({ ...entry, value: '{{number.int}}' }))
    // Each is compiled (4), looked up and made.
    expect(await expanding({ namespaces: [{ id: 'ns_a_1', entries: named }] })).toBeGreaterThanOrEqual(
      (4 + 1 + 1) * ONCE,
    )
  })

  test('keep the lists behind them waiting', async () => {
    const [first, ...others] = ids('ns_a')
    const waiting = { ...first, entries: [{ key: 'k', value: '{{number.int}}', ttlSeconds: 60 }] }
    // Each list is compiled, and given on.
    expect(await expanding({ namespaces: [waiting, ...others] })).toBeGreaterThanOrEqual(2 * 2 * ONCE - 1)
  })
})

test('two files are read, and joined', async () => {
  const file = (name: string, prefix: string) => ({ name, text: JSON.stringify({ namespaces: ids(prefix) }) })
  const reading = (sources: { name: string; text: string }[]) =>
    turnsDuring(readSeeds(sources, defaultBounds.repeats))
  const [a, b] = [file('a', 'ns_a'), file('b', 'ns_b')]
  const apart = (await reading([a])) + (await reading([b]))
  expect(await reading([a, b])).toBeGreaterThanOrEqual(apart + ONCE)
})

test('options that there are not are told', async () => {
  const profile = Object.fromEntries(Array.from({ length: PROBLEMS_MAX }, (_, index) => [`o${index}`, 1]))
  // Each takes twice as long as another problem, and two items to be found.
  const least = (PROBLEMS_MAX * (2 * ITEMS_A_PROBLEM + 2)) / SLICE_ITEMS
  expect(turnsOf(profilePartProblems({ profile }, ['profile'], profile, new Slice()))).toBeGreaterThanOrEqual(
    least,
  )
  const reading = readSeeds([{ name: 'seed', text: JSON.stringify({ profile }) }], 1)
  const refused = expect(reading).rejects.toThrow('o0')
  expect(await turnsDuring(refused)).toBeGreaterThanOrEqual(8)
})

test('faults are expanded (4) and prepared (6)', async () => {
  const document = parseSeeds([{ name: 'seed', text: JSON.stringify({ faults }) }])
  const loading = WorldSeed.of(document, {}, { ...defaultBounds, faults: HERE })
  expect(await turnsDuring(loading)).toBeGreaterThanOrEqual((4 + 6) * ONCE)
})

test.each<[string, object, number]>([
  ['stores', { stores: ids('ec_a').map(({ id }) => ({ id, keys: [], entries: [] })) }, ONCE],
  [
    'projects',
    { database: { keys: [], documents: [], projects: projects.map(({ name }) => ({ name })) } },
    2 * ONCE,
  ],
])('all at once are merged into a state: %s', (_list, seed, turns) => {
  const whole = { namespaces: [], stores: [], database: { keys: [], projects: [], documents: [] }, ...seed }
  expect(turnsOf(mergeSeed(whole, BEGINNING, State.empty(), 0))).toBeGreaterThanOrEqual(turns)
})

describe('exported are', () => {
  test.each(['projects', 'documents'] as const)('the places of %s', (name) => {
    const state = State.empty()
    for (let index = 0; index < HERE; index++)
      state[name].insert({ id: undefined, heading: 'h', text: undefined })
    state[name].records.delete('1')
    expect(turnsOf(exportPlaces(state, new Slice()))).toBeGreaterThanOrEqual(ONCE - 1)
  })

  test('windows and reasons for absence', async () => {
    const { world } = await Service.start({})
    for (let index = 0; index < HERE; index++)
      world.state.rateWindows.set(`k${index}`, { number: 1, used: 1 })
    expect(turnsOf(exportSteps(world))).toBeGreaterThanOrEqual(ONCE)
    const records = new Map(many((index) => [`ns_a_1/k${index}`, { expiredAt: 0 }]))
    Object.assign(world.tombstones, { save: () => ({ isComplete: true, records }) })
    // Each is sorted, and shown.
    expect(turnsOf(exportSteps(world))).toBeGreaterThanOrEqual((1 + 2) * ONCE)
  })

  /** How many pieces, of nothing, are waited for until the next body is looked through. */
  function waits(write: (seed: object) => Iterable<string>, bodies: readonly unknown[]): number {
    const world = new Faults(bodies.length)
    const specs = bodies.map((body) => ({ status: 503, body }))
    world.add(specs, 0)
    const faults = exportFaults(world.list(), 0)
    const empty = (all: Iterable<unknown>) =>
      [...write({ faults: all })].filter((piece) => piece === '').length
    return empty(faults) - empty([...faults])
  }

  const digits = many((index) => index % 10)
  const longText = [...many(() => 'x'.repeat(64)), 2 ** 60]

  test.each([
    ['bodies of faults, which are looked through for numbers that lose digits', [digits, digits], 2],
    ['those that no seed can hold, as texts', [longText], 2],
  ])('%s', (_what, bodies, times) => {
    for (const write of [jsonPieces, yamlPieces])
      expect(waits(write, bodies)).toBeGreaterThanOrEqual(times * ONCE * CHUNK_END.length)
  })

  test('pieces of YAML, which take five times as long', () => {
    const namespaces = ids('ns_a').slice(0, 100)
    const empty = [...yamlPieces({ namespaces })].filter((piece) => piece === '')
    expect(empty.length).toBeGreaterThanOrEqual(5 * namespaces.length)
  })
})
