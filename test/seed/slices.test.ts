import { describe, expect, test } from 'vitest'
import { byCharacters, sortedBy } from '../../src/core/lists/first-in-order.js'
import { atOnce, othersTurn, SLICE_ITEMS, Slice } from '../../src/core/steps.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { BlockExpander } from '../../src/seed/expand/blocks.js'
import { templateFunctions } from '../../src/seed/expand/faker.js'
import { kvEntryKind } from '../../src/seed/expand/records.js'
import { templateProblems } from '../../src/seed/expand/template-problems.js'
import { exportSeed, exportSteps } from '../../src/seed/export.js'
import { exportRateWindows, exportTombstones } from '../../src/seed/export-resume.js'
import { exportValueSteps } from '../../src/seed/export-value.js'
import { joinDocuments } from '../../src/seed/join.js'
import { parseSeeds, parseSteps, readSeeds } from '../../src/seed/parse.js'
import { schemaProblems } from '../../src/seed/schema/check.js'
import { duplicateProblems, sharedKeyProblems } from '../../src/seed/schema/duplicates.js'
import { seed } from '../../src/seed/schema/schema.js'
import { ITEMS_A_PROBLEM, PROBLEMS_MAX, SeedProblems } from '../../src/seed/text/problems.js'
import { readJson } from '../../src/seed/text/read-json.js'
import { readYaml } from '../../src/seed/text/read-yaml.js'
import { SeedText } from '../../src/seed/text/seed-text.js'
import { yamlTree } from '../../src/seed/text/yaml-tree.js'
import { Service } from '../support/service.js'
import { turnsOf } from '../support/turns.js'
import { expandProblemsOf, expandSeed, marked, problemsOf } from './seeds.js'

const HERE = 10_000
/** Slices are not longer than this. */
const SLICE_MAX = 2500

const entries = (count: number, value: unknown = 1) =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value, ttlSeconds: 60 }))

const seedOf = (count: number, value?: unknown) =>
  JSON.stringify({ namespaces: [{ id: 'ns_a_1', entries: entries(count, value) }] })

/** Reads a seed in slices. */
const reading = (text: string) => (stopping?: AbortSignal) =>
  readSeeds([{ name: 'seed', text }], defaultBounds.repeats, stopping)

describe('work on ten thousand records lets others through', () => {
  test('to read text', () => {
    expect(
      turnsOf(readJson(new SeedText({ name: 'seed', text: seedOf(HERE) }), new Slice())),
    ).toBeGreaterThan((4 * HERE) / SLICE_MAX)
  })

  test('to read, check and join', () => {
    const whole = turnsOf(parseSteps([{ name: 'seed', text: seedOf(HERE) }]))
    expect(whole).toBeGreaterThan((10 * HERE) / SLICE_MAX)
  })

  test('to read YAML', () => {
    const text = `namespaces:\n- id: ns_a_1\n  entries:\n${'  - { key: k, value: 1, ttlSeconds: 60 }\n'.repeat(HERE)}`
    const slice = new Slice()
    // A token each for names, values, marks and blanks; then a value each.
    expect(turnsOf(yamlTree(text, slice))).toBeGreaterThan((20 * HERE) / SLICE_MAX)
    expect(turnsOf(readYaml(new SeedText({ name: 'seed', text }), slice))).toBeGreaterThan(
      (24 * HERE) / SLICE_MAX,
    )
  })

  test('to join lists of two files', () => {
    const documents = [
      parseSeeds([{ name: 'a', text: seedOf(HERE) }]),
      parseSeeds([{ name: 'b', text: seedOf(HERE) }]),
    ]
    expect(turnsOf(joinDocuments(documents))).toBeGreaterThanOrEqual((2 * HERE) / SLICE_MAX)
  })

  test.each([
    ['while it is compiled, since it needs no Faker', 'k{{index}}', true],
    ['once Faker is there', 'k{{index}}{{lorem.word}}', false],
  ])('to repeat a block: %s', (_name, key, isMadeAtOnce) => {
    const { data } = parseSeeds([{ name: 'seed', text: '{}' }])
    const expander = new BlockExpander(data, { random: 1, repeats: defaultBounds.repeats })
    const source = { key, value: 1, ttlSeconds: 60, repeat: HERE }
    const compiling = expander.compile(['a'], ['a'], [source], kvEntryKind)
    let compiled = compiling.next()
    let turns = 0
    for (; compiled.done !== true; compiled = compiling.next()) turns++
    atOnce(expander.link(templateFunctions(0)))
    const later = turnsOf(compiled.value.expand())
    const [making, others] = isMadeAtOnce ? [turns, later] : [later, turns]
    expect(making).toBeGreaterThanOrEqual(HERE / SLICE_MAX)
    expect(others).toBe(0)
  })
})

/** Takes some slices of the work, each of which goes with a turn of the other work. */
async function* turnsWith<T>(work: Promise<T>): AsyncGenerator<void> {
  let isDone = false
  const end = work.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  while (!isDone) {
    yield
    await Promise.race([end, new Promise((resolve) => setImmediate(resolve))])
  }
}

test('wrong records let others through while their templates are looked at', async () => {
  const wrong = entries(HERE).map(({ key }) => ({ key }))
  const data = { namespaces: [{ id: 'ns_a_1', entries: wrong }] }
  let turns = 0
  for await (const _ of turnsWith(templateProblems(data, { random: 1, repeats: 1 }))) turns++
  // Sorting and compiling count eight items each, and inspecting one more.
  expect(turns).toBeGreaterThan((8 * HERE) / SLICE_ITEMS)
})

test('very many equal keys let others through while their problems are told', async () => {
  const equal = entries(HERE).map((entry) => ({ ...entry, key: 'k' }))
  const data = { namespaces: [{ id: 'ns_a_1', entries: equal }] }
  const looking = templateProblems(data, { random: 1, repeats: 1 })
  let turns = 0
  for await (const _ of turnsWith(looking)) turns++
  expect(await looking).toHaveLength(PROBLEMS_MAX)
  // Sorting and compiling count eight items each; what is left at the end of the two may be less than a slice.
  expect(turns).toBeGreaterThanOrEqual((8 * HERE + ITEMS_A_PROBLEM * PROBLEMS_MAX) / SLICE_ITEMS - 1)
})

test('wrong records let others through while their places are found', () => {
  const wrong = { namespaces: [{ id: 'ns_a_1', entries: Array(HERE).fill({ keey: 'k' }) }] }
  const right = { namespaces: [{ id: 'ns_a_1', entries: entries(HERE) }] }
  const least = (ITEMS_A_PROBLEM * PROBLEMS_MAX) / SLICE_ITEMS
  const turns = (root: unknown) => turnsOf(schemaProblems(seed, root, new Slice()))
  expect(turns(wrong) - turns(right)).toBeGreaterThanOrEqual(least)
})

describe('very many namespaces of nothing let others through', () => {
  const namespaces = Array.from({ length: HERE }, (_, index) => ({
    id: `ns_a_${index}`,
    keys: [{ key: `kv_read_${index}`, scope: 'read' as const }],
  }))
  const least = HERE / SLICE_ITEMS

  test('while ids and keys that are given twice are looked for', () => {
    // A key each, and a step to each namespace.
    expect(turnsOf(duplicateProblems({ namespaces }, new Slice()))).toBeGreaterThanOrEqual(3 * least)
  })

  test.each(['namespaces', 'stores'])('while keys that two share are looked for: %s without any', (kind) => {
    const without = namespaces.map(({ id }) => ({ id }))
    expect(turnsOf(sharedKeyProblems({ [kind]: without }, new Slice()))).toBe(least)
  })

  test('while they are expanded', async () => {
    const options = { random: 1, repeats: 1 }
    let turns = 0
    for await (const _ of turnsWith(expandSeed({ data: { namespaces } }, options))) turns++
    expect(turns).toBeGreaterThanOrEqual(2 * least)
    turns = 0
    for await (const _ of turnsWith(templateProblems({ namespaces }, options))) turns++
    expect(turns).toBeGreaterThanOrEqual(3 * least)
  })

  test('while their keys are gathered for an export, which is of the state that it began with', async () => {
    const { world } = await Service.start({ namespaces })
    const exporting = exportSteps(world)
    exporting.next()
    world.state.removeResource('ns_a_0')
    expect(turnsOf(exportSteps(world))).toBeGreaterThanOrEqual(least - 1)
    const [first] = atOnce(exporting).namespaces ?? []
    expect(first).toMatchObject(namespaces[0] ?? {})
  })
})

test('a state that a world was made of lets others through while it is written as its seed', async () => {
  const namespaces = Array.from({ length: HERE }, (_, index) => ({
    id: `ns_a_${index}`,
    keys: [{ key: `kv_read_${index}`, scope: 'read' as const }],
  }))
  const { seeds, world } = await Service.start({ namespaces })
  const seen = seeds.from(world.capture().contents)
  expect(turnsOf(seen.view())).toBeGreaterThanOrEqual(HERE / SLICE_ITEMS - 1)
  const [first] = atOnce(seen.view()).namespaces ?? []
  expect(first).toMatchObject(namespaces[0] ?? {})
})

test('the faults of an export are made as they are read', async () => {
  const { world } = await Service.start({ faults: [{ id: 'f', status: 503 }] })
  const { faults = [] } = exportSeed(world)
  world.faults.clear()
  expect(Array.isArray(faults)).toBe(false)
  expect([...faults]).toMatchObject([{ id: 'f', status: 503 }])
})

test('records with gaps between them, and what keys created, let others through while they are exported', async () => {
  const documents = [{ title: 'd', repeat: HERE }]
  const { world } = await Service.start({
    database: { keys: [{ key: 'db', projects: [], documents: [] }], documents },
  })
  const [, second] = world.state.documents.records.values()
  world.state.documents.records.delete(second?.id ?? '')
  expect(turnsOf(exportSteps(world))).toBeGreaterThanOrEqual((2 * HERE) / SLICE_MAX)
})

describe('an import', () => {
  const keysOf = ({ world }: Service) => [...(world.state.namespaces.get('ns_a_1')?.entries.values() ?? [])]
  const start = () => Service.start(seedOf(1, 'old'))

  test.each(['replace', 'replaceState', 'mergeState'] as const)(
    '%s shows nothing till all is there',
    async (how) => {
      const service = await start()
      const seen = new Set<number>()
      const done = service.seeds[how](reading(seedOf(HERE)), service.world)
      for await (const _ of turnsWith(done)) seen.add(keysOf(service).length)
      await done
      expect(keysOf(service)).toHaveLength(HERE)
      expect([...seen].filter((count) => count !== HERE)).toEqual([1])
    },
  )

  test('that is asked for later comes later, however short it is', async () => {
    const service = await start()
    const first = service.seeds.replaceState(reading(seedOf(HERE)), service.world)
    const second = service.seeds.replaceState(reading(seedOf(2, 'second')), service.world)
    await second
    expect(keysOf(service).map(({ text }) => text)).toEqual(['"second"', '"second"'])
    await first
    expect(keysOf(service)).toHaveLength(2)
  })

  test('that fails leaves all as it was, and the next one its turn', async () => {
    const service = await start()
    const wrong = seedOf(HERE).replace(/"ttlSeconds":60}\]/, '"ttlSeconds":"x"}]')
    const first = service.seeds.replaceState(reading(wrong), service.world)
    const second = service.seeds.mergeState(reading(seedOf(2, 'second')), service.world)
    await expect(first).rejects.toThrow(SeedProblems)
    await second
    expect(keysOf(service)).toHaveLength(2)
  })

  test('a reset meanwhile comes before it', async () => {
    const service = await start()
    const done = service.seeds.replace(reading(seedOf(HERE)), service.world)
    let resets = 0
    for await (const _ of turnsWith(done)) if (resets++ === 3) service.world.reset()
    await done
    expect(keysOf(service)).toHaveLength(HERE)
    service.world.reset()
    expect(keysOf(service)).toHaveLength(HERE)
  })

  test('what is written meanwhile stays beside what a merge brings', async () => {
    const service = await Service.start({
      namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_admin_a', scope: 'admin' }] }],
    })
    const done = service.seeds.mergeState(reading(seedOf(HERE)), service.world)
    const put = (key: string) =>
      service.send(`PUT /v1/kv/ns_a_1/${key}`, {
        headers: { 'X-KV-Key': 'kv_admin_a' },
        body: '{"value":1,"ttlSeconds":60}',
      })
    let turn = 0
    for await (const _ of turnsWith(done)) await put(`own${turn++}`)
    await done
    expect(keysOf(service)).toHaveLength(HERE + turn)
  })
})

test('a merge counts the reads of its namespace meanwhile, and keeps what is written to others', async () => {
  const keys = [{ key: 'kv_admin_a', scope: 'admin' }]
  const service = await Service.start({
    namespaces: [
      { id: 'ns_a_1', keys, entries: entries(1) },
      { id: 'ns_b_1', keys: [{ key: 'kv_admin_b', scope: 'admin' }] },
    ],
    database: { keys: [{ key: 'db' }] },
  })
  const merging = service.seeds.mergeState(reading(seedOf(HERE)), service.world)
  const ask = (line: string, header: string, key: string, body?: string) =>
    service.send(line, { headers: { [header]: key }, ...(body === undefined ? {} : { body }) })
  let turn = 0
  for await (const _ of turnsWith(merging)) {
    await ask('GET /v1/kv/ns_a_1/k0', 'X-KV-Key', 'kv_admin_a')
    await ask(`PUT /v1/kv/ns_b_1/k${turn++}`, 'X-KV-Key', 'kv_admin_b', '{"value":1,"ttlSeconds":60}')
    await ask('POST /documents', 'X-API-Key', 'db', '{"title":"t"}')
  }
  await merging
  const { namespaces, documents } = service.world.state
  expect(namespaces.get('ns_a_1')?.usage.at(service.world.clock.now()).reads).toBe(turn)
  expect(namespaces.get('ns_a_1')?.entries.size).toBe(HERE)
  expect(namespaces.get('ns_b_1')?.entries.size).toBe(turn)
  expect(documents.records.size).toBe(turn)
})

test.each(['replace', 'replaceState', 'mergeState'] as const)(
  'a stop ends %s within a turn, and leaves all as it was, however far it was',
  async (how) => {
    const text = seedOf(HERE)
    /** Stops a load after some turns. @returns whether there was anything left to stop */
    const stopAfter = async (turns: number): Promise<boolean> => {
      const stopping = new AbortController()
      const { seeds, world } = await Service.start(seedOf(1, 'old'), {}, { stopping: stopping.signal })
      let isOver = false
      const loading = seeds[how](reading(text), world)
      const ended = loading
        .then(
          () => 'loaded',
          (error: Error) => error.message,
        )
        .finally(() => {
          isOver = true
        })
      for (let turn = 0; turn < turns; turn++) await othersTurn()
      if (isOver) return false
      stopping.abort(new Error('stopped'))
      // Of three turns one at least goes to work that had some before.
      for (let turn = 0; turn < 3; turn++) await othersTurn()
      expect([turns, isOver, await ended]).toEqual([turns, true, 'stopped'])
      expect(world.state.namespaces.get('ns_a_1')?.entries.size).toBe(1)
      return true
    }
    let turns = 0
    while (await stopAfter(turns)) turns += 23
    expect(turns).toBeGreaterThan((10 * HERE) / SLICE_MAX)
  },
)

describe('places in JSON', () => {
  const places = (...texts: string[]) =>
    problemsOf(...texts).map(({ file, line, column }) => `${file}:${line}:${column}`)
  const before =
    '{"namespaces": [{"id": "ns_a_1", "entries": [\n  {"key": "a", "value": 1, "ttlSeconds": 60},\n'

  test.each([
    ['a value', '{"key": "b", "value": 1, "ttlSeconds" : §"x"}'],
    [
      'a name behind brackets in text',
      '{"key": "b", "value": [{"a\\"]": "}]"}], "ttlSeconds": 60, §"no\\"pe": 1}',
    ],
    ['what lacks a field', '§{"key": "b", "ttlSeconds": 60}'],
    [
      'deep in a value',
      '{"key": "b", "value": {"a": [0, [], ["}", §12345678901234567890]]}, "ttlSeconds": 60}',
    ],
  ])('%s', (_name, entry) => {
    const { text, at } = marked(`${before}  ${entry}\n]}]}`)
    expect(places(text)).toEqual([`a.yaml:${at}`])
  })

  test('of an item that another file brought', () => {
    const one =
      '{"namespaces": [{"id": "ns_a_1", "keys": [{"key": "kv_a", "scope": "read"}]}, {"id": "ns_b_1"}]}'
    const { text, at } = marked(
      '{"namespaces": [{"id": "ns_c_1"},\n {"id": "ns_b_1", "keys": [{"key": §"kv_a", "scope": "read"}]}]}',
    )
    expect(places(one, text)).toEqual([`b.yaml:${at}`])
  })

  test('of an entry that another file brought', () => {
    const one = '{"namespaces": [{"id": "ns_a_1", "entries": [{"key": "a", "value": 1, "ttlSeconds": 60}]}]}'
    const { text, at } = marked(
      '{"namespaces": [{"id": "ns_a_1", "entries": [\n{"key": "b", "value": 1, "ttlSeconds": 60},\n{"key": "c", "value": §"{{no.such}}", "ttlSeconds": 60}]}]}',
    )
    return expect(
      expandProblemsOf(one, text).then((all) =>
        all.map(({ file, line, column }) => `${file}:${line}:${column}`),
      ),
    ).resolves.toEqual([`b.yaml:${at}`])
  })
})

test('problems with equal ids and shared keys are told in slices', () => {
  const namespaces = Array.from({ length: PROBLEMS_MAX + 1 }, () => ({ id: 'ns_a_1' }))
  const told = (PROBLEMS_MAX * ITEMS_A_PROBLEM) / SLICE_ITEMS
  expect(turnsOf(duplicateProblems({ namespaces }, new Slice()))).toBeGreaterThanOrEqual(told)
  const shared = namespaces.map((_, index) => ({ id: `ns_a_${index}`, keys: [{ key: 'k', scope: 'read' }] }))
  expect(turnsOf(sharedKeyProblems({ namespaces: shared }, new Slice()))).toBeGreaterThanOrEqual(told)
})

test('rate windows and reasons for absence are exported in slices', async () => {
  const { state } = (await Service.start({})).world
  for (let index = 0; index < SLICE_ITEMS; index++) state.rateWindows.set(`k${index}`, { number: 1, used: 1 })
  expect(turnsOf(exportRateWindows(state, new Slice()))).toBe(1)
  const records = new Map(
    Array.from({ length: SLICE_ITEMS }, (_, index) => [`ns_a_1/k${index}`, { expiredAt: 0 }]),
  )
  const sorted = turnsOf(sortedBy([...records], ([name]) => name, byCharacters, false, new Slice()))
  expect(turnsOf(exportTombstones({ isComplete: true, records }, new Slice()))).toBe(sorted + 1)
})

test('very many short values are exported in slices', () => {
  const slice = new Slice()
  let turns = 0
  for (let index = 0; index < SLICE_ITEMS; index++) turns += turnsOf(exportValueSteps('1', slice))
  expect(turns).toBe(1)
})
