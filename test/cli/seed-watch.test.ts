import { afterEach, describe, expect, test, vi } from 'vitest'
import { SeedWatch } from '../../src/cli/seed-watch.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { World } from '../../src/domain/world.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { CONFIG } from '../../src/services/config/contents.js'
import { services } from '../../src/services/index.js'
import { WorldSeed } from '../../src/worlds/world-seed.js'
import { FakeTerminal, systemError } from './fake-terminal.js'

const stores = (...ids: string[]) => `stores: [${ids.map((id) => `{ id: ${id} }`).join(', ')}]\n`

/** Long enough for every delayed check. */
const SOON_MS = 150

let watch: SeedWatch | undefined

afterEach(() => watch?.close())

async function watched(files: Readonly<Record<string, string>>) {
  const terminal = new FakeTerminal(files)
  const sources = Object.entries(files).map(([name, text]) => ({ name, text }))
  const seeds = await WorldSeed.of(services, parseSeeds(sources, services), {})
  const world = new World(services, seeds.baseline, () => 0, {
    ...defaultBounds,
    requests: 1,
  })
  const loads: string[] = []
  const watching = new SeedWatch(Object.keys(files), new Map(Object.entries(files)), {
    terminal,
    log: {
      notice: (message) => terminal.out.write(`${message}\n`),
      problem: (message) => terminal.err.write(`${message}\n`),
    },
    load: async (changed) => {
      loads.push(changed.map(({ name }) => name).join())
      await seeds.replace(async () => parseSeeds(changed, services), world)
      return seeds.baseline.state
    },
  })
  watch = watching
  /** Runs the delayed checks and waits for them. */
  const settle = async (ms = SOON_MS) => {
    terminal.pass(ms)
    await watching.look()
  }
  return {
    terminal,
    world,
    loads,
    settle,
    stores: () => [...world.state.of(CONFIG).stores.values()].map(({ id }) => id),
  }
}

describe('watching seeds', () => {
  test('a change is loaded and reported in one line', async () => {
    const { terminal, settle, ...seen } = await watched({ 'seeds/a.yaml': stores('ec_a_1') })
    terminal.files.change('seeds/a.yaml', stores('ec_a_1', 'ec_b_1'))
    expect(seen.loads).toEqual([])
    await settle()
    expect(seen.stores()).toEqual(['ec_a_1', 'ec_b_1'])
    expect(terminal.out.lines).toEqual(['Reloaded seeds/a.yaml: 2 stores (0 entries)'])
    expect(terminal.err.text).toBe('')
  })

  test('many changes at once are one reload', async () => {
    const { terminal, settle, loads } = await watched({ 'a.yaml': stores('ec_a_1') })
    for (let index = 0; index < 20; index++) terminal.files.change('a.yaml', stores(`ec_a_${index}`))
    await settle()
    expect(loads).toEqual(['a.yaml'])
  })

  test('a file that is still being written is read once it no longer changes', async () => {
    const { terminal, loads } = await watched({ 'a.yaml': stores('ec_a_1') })
    for (let index = 0; index < 10; index++) {
      terminal.files.change('a.yaml', stores(`ec_b_${index}`))
      terminal.pass(100)
    }
    expect(terminal.err.text).toBe('')
    terminal.pass(100)
    await watch?.look()
    expect(loads).toEqual(['a.yaml'])
  })

  test('a save without a change, and other files around, load nothing', async () => {
    const { terminal, settle, loads } = await watched({ 'a.yaml': stores('ec_a_1') })
    terminal.files.change('a.yaml', stores('ec_a_1'))
    terminal.files.change('b.yaml', stores('ec_b_1'))
    await settle()
    expect(loads).toEqual([])
    expect(terminal.out.text + terminal.err.text).toBe('')
  })

  test('a bad edit is shown, and the last good state stays until the next good one', async () => {
    const { terminal, settle, ...seen } = await watched({ 'a.yaml': stores('ec_a_1') })
    terminal.files.change('a.yaml', 'store: []\n')
    await settle()
    await settle()
    expect(seen.stores()).toEqual(['ec_a_1'])
    expect(terminal.err.text).toMatch(
      /^a\.yaml:1:1: unknown field "store"\n.*\n.*\n {2}did you mean stores\?\nThe last good state is kept\.\n$/,
    )
    terminal.files.change('a.yaml', stores('ec_b_1'))
    await settle()
    expect(seen.stores()).toEqual(['ec_b_1'])
  })

  test('undoing a bad edit loads the old text again', async () => {
    const { terminal, settle, loads } = await watched({ 'a.yaml': stores('ec_a_1') })
    terminal.files.change('a.yaml', 'x')
    await settle()
    terminal.files.change('a.yaml', stores('ec_a_1'))
    await settle()
    expect(loads).toEqual(['a.yaml', 'a.yaml'])
  })

  test('an editor that writes beside the file and renames it makes one change', async () => {
    const { terminal, settle, ...seen } = await watched({ 'a.yaml': stores('ec_a_1') })
    terminal.files.change('a.yaml~', stores('ec_b_1'))
    terminal.files.change('a.yaml', undefined)
    terminal.files.change('a.yaml~', undefined)
    terminal.files.change('a.yaml', stores('ec_b_1'))
    await settle()
    expect(seen.stores()).toEqual(['ec_b_1'])
    expect(terminal.err.text).toBe('')
  })

  test.each([
    ['vanishes', undefined, 'cannot read the seed a.yaml: there is no such file\n'],
    ['is empty for a while', '', 'the seed a.yaml is empty\n'],
  ])('the last good state stays for a file that %s', async (_, between, message) => {
    const { terminal, settle, ...seen } = await watched({ 'a.yaml': stores('ec_a_1') })
    terminal.files.change('a.yaml', between)
    await settle()
    expect(seen.stores()).toEqual(['ec_a_1'])
    expect(terminal.err.text).toBe(`${message}The last good state is kept.\n`)
    terminal.files.change('a.yaml', stores('ec_b_1'))
    await settle()
    expect(seen.stores()).toEqual(['ec_b_1'])
  })

  test('a file that an editor empties before it writes the same text again is not loaded', async () => {
    const { terminal, settle, loads } = await watched({ 'a.yaml': stores('ec_a_1') })
    terminal.files.change('a.yaml', '')
    await settle()
    terminal.files.change('a.yaml', stores('ec_a_1'))
    await settle()
    expect(loads).toEqual([])
  })

  test('too many open files are reported once, and the change is loaded later', async () => {
    const { terminal, settle, ...seen } = await watched({ 'a.yaml': stores('ec_a_1') })
    const reading = vi.spyOn(terminal.files, 'read').mockImplementation(() => {
      throw systemError('EMFILE')
    })
    terminal.files.change('a.yaml', stores('ec_b_1'))
    await settle()
    await settle(5000)
    expect(seen.stores()).toEqual(['ec_a_1'])
    expect(terminal.err.text).toBe(
      'cannot read the seed a.yaml: too many files are open (raise `ulimit -n`)\nThe last good state is kept.\n',
    )
    reading.mockRestore()
    await settle(1000)
    expect(seen.stores()).toEqual(['ec_b_1'])
  })

  test('several files are read together', async () => {
    const { terminal, settle, ...seen } = await watched({
      'a.yaml': stores('ec_a_1'),
      'b.yaml': stores('ec_b_1'),
    })
    terminal.files.change('b.yaml', stores('ec_c_1'))
    await settle()
    expect(seen.stores()).toEqual(['ec_a_1', 'ec_c_1'])
    expect(terminal.out.lines).toEqual(['Reloaded a.yaml, b.yaml: 2 stores (0 entries)'])
  })

  test('a closed watch does nothing more', async () => {
    const { terminal, loads } = await watched({ 'a.yaml': stores('ec_a_1') })
    terminal.files.change('a.yaml', stores('ec_b_1'))
    watch?.close()
    terminal.pass(10_000)
    expect({ loads, timers: terminal.timers }).toEqual({ loads: [], timers: 0 })
  })
})
