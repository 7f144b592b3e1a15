import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../load.js'
import { type Bench, type Measurement, rounds } from '../measurement.js'
import type { Sampled } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { BY_KEY, entryPath, PUT_BODY } from '../subject.js'
import { firstAnswer } from './start-up.js'

/**
 * Emulators and mock servers that developers use in the same way. They're packages in test/package.json, and
 * test/bench/peer serves them.
 */
const PEERS = ['json-server', 'emulate'] as const

const OURS = 'tristore-emulator'

interface Contender {
  readonly name: string
  readonly path: string
  start(): Promise<RunningServer>
}

/** Start, GET, PUT, a fresh state and size, measured for each peer in the same rounds. */
export const peers: Measurement = {
  name: 'peers',
  async measure(bench) {
    const { servers, root, note } = bench
    const installed = PEERS.filter((name) => existsSync(join(root, 'test/node_modules', name)))
    if (installed.length < PEERS.length) note('peers: some are not installed (npm ci --prefix test)')
    if (installed.length === 0) return []
    const script = (name: string) => join(root, 'test/bench/peer', `${name}.js`)
    const core = 'server'
    const seed = servers.seedFile({ documents: 1 })
    const floor: Contender = { name: 'floor', path: entryPath(1), start: () => servers.floor({ core }) }
    const contenders: Contender[] = [
      { name: OURS, path: entryPath(1), start: () => servers.emulator(seed, { core }) },
      ...installed.map((name) => ({
        name,
        path: '/entries/k:1',
        start: () => servers.script(script(name), { core }),
      })),
    ]
    return [
      ...(await starts(floor, contenders)),
      ...(await loads(bench, 'GET', floor, contenders)),
      ...(await loads(bench, 'PUT', floor, contenders)),
      ...(installed.includes('emulate') ? [await freshStates(bench, script('emulate'))] : []),
      ...sizes(root, installed),
    ]
  },
}

const HEADERS = { ...BY_KEY, 'Content-Type': 'application/json' }

async function starts(floor: Contender, contenders: readonly Contender[]): Promise<Sampled[]> {
  const found = new Map<string, number[]>()
  for (const _ of rounds(8)) {
    for (const { name, path, start } of [floor, ...contenders])
      found.set(name, [...(found.get(name) ?? []), await firstAnswer(start, path, HEADERS)])
  }
  return besideFloor('start', 'ms', found)
}

async function loads(
  { children }: Bench,
  method: 'GET' | 'PUT',
  floor: Contender,
  contenders: readonly Contender[],
): Promise<Sampled[]> {
  const found = new Map<string, number[]>()
  const started: { name: string; path: string; server: RunningServer }[] = []
  try {
    for (const { name, path, start } of [floor, ...contenders])
      started.push({ name, path, server: await start() })
    for (const _ of rounds(4)) {
      for (const { name, path, server } of started) {
        const load = {
          baseUrl: server.url,
          path,
          method,
          headers: HEADERS,
          ...(method === 'PUT' && { body: PUT_BODY }),
        }
        const { perSecond, failures } = await run(children, load, 1)
        if (failures > 0) throw new Error(`${failures} of ${method} ${name} failed`)
        found.set(name, [...(found.get(name) ?? []), perSecond])
      }
    }
  } finally {
    for (const { server } of started) await server[Symbol.asyncDispose]()
  }
  return besideFloor(method, 'req/s', found)
}

function besideFloor(what: string, unit: 'ms' | 'req/s', found: ReadonlyMap<string, number[]>): Sampled[] {
  const baseline = { name: 'floor', samples: found.get('floor') ?? [] }
  return [...found]
    .filter(([name]) => name !== 'floor')
    .map(([name, measured]) => ({
      name: `${what}: ${name}`,
      unit,
      better: unit === 'ms' ? 'less' : 'more',
      measured,
      baseline,
    }))
}

/** Compares a new world here with a reset there, each with an in-process request. */
async function freshStates({ children, root }: Bench, emulate: string): Promise<Sampled> {
  const ours = JSON.parse(await children.script('child/fresh-worlds', [root])) as number[]
  const theirs = JSON.parse(await children.output(process.execPath, [emulate, 'reset'])) as number[]
  const baseline = { name: OURS, samples: ours }
  return { name: 'a fresh state: emulate', unit: 'ms', better: 'less', measured: theirs, baseline }
}

/** The size on disk, dependencies included. */
function sizes(root: string, names: readonly string[]): Sampled[] {
  const ours = ['bin', 'dist', 'fixtures'].reduce((sum, folder) => sum + bytesOf(join(root, folder)), 0)
  const depended = bytesOf(join(root, 'node_modules/valibot'))
  const baseline = { name: OURS, samples: [(ours + depended) / 1e6] }
  return names.map((name) => ({
    name: `installed: ${name}`,
    unit: 'MB',
    better: 'less',
    measured: [
      [...dependenciesOf(join(root, 'test/node_modules'), name)].reduce(
        (sum, path) => sum + bytesOf(path),
        0,
      ) / 1e6,
    ],
    baseline,
  }))
}

function dependenciesOf(modules: string, name: string, found = new Set<string>()): Set<string> {
  const folder = join(modules, name)
  if (found.has(folder) || !existsSync(folder)) return found
  found.add(folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const one of Object.keys(dependencies)) {
    // A nested package is counted with the folder that it's in.
    if (!existsSync(join(folder, 'node_modules', one))) dependenciesOf(modules, one, found)
  }
  return found
}

function bytesOf(path: string): number {
  const stats = lstatSync(path)
  if (!stats.isDirectory()) return stats.size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}
