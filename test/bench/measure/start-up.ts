import { join } from 'node:path'
import { STARTER_KEYS } from '../../../src/seed/starter.js'
import { ask } from '../ask.js'
import { type Bench, type Measurement, rounds } from '../measurement.js'
import type { Sampled } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { BY_KEY, entryPath } from '../subject.js'

/** An entry of fixtures/demo.yaml, and its key. */
export const DEMO_PATH = '/v1/kv/ns_shop_k3v9x2/flag:dark-mode'
export const BY_DEMO_KEY = { 'X-KV-Key': 'kv_read_shop' }

export const STARTER_PATH = '/documents'
export const BY_STARTER_KEY = { 'X-API-Key': STARTER_KEYS.database }

/** The time from the start of the process to the last byte of its first response. */
export const startUp: Measurement = {
  name: 'start',
  isQuick: true,
  async measure(bench) {
    const lines: Sampled[] = []
    for (const node of [undefined, ...bench.nodes]) lines.push(...(await onNode(bench, node)))
    return lines
  },
}

async function onNode(bench: Bench, node: string | undefined): Promise<Sampled[]> {
  const { servers, root, isQuick } = bench
  const running = node === undefined ? {} : { node }
  const templated = join(root, 'fixtures/demo.yaml')
  const floor: number[] = []
  const ofStarter: number[] = []
  const ofTemplated: number[] = []
  // A command that's stopped with SIGTERM leaves Node's compile cache behind. One that's killed, as below, doesn't.
  for (const seed of [null, templated]) {
    await using _ = await servers.emulator(seed, { ...running, endedBy: 'SIGTERM' })
  }
  // The client's first connection takes longer than its later ones.
  await firstAnswer(() => servers.floor(running), entryPath(1), BY_KEY)
  for (const _ of rounds(isQuick ? 12 : 25)) {
    floor.push(await firstAnswer(() => servers.floor(running), entryPath(1), BY_KEY))
    ofStarter.push(await firstAnswer(() => servers.emulator(null, running), STARTER_PATH, BY_STARTER_KEY))
    ofTemplated.push(await firstAnswer(() => servers.emulator(templated, running), DEMO_PATH, BY_DEMO_KEY))
  }
  const label = node === undefined ? '' : `, Node ${await versionOf(bench, node)}`
  const baseline = { name: 'floor', samples: floor }
  const guard = node === undefined ? 'timed' : undefined
  const common = { unit: 'ms', better: 'less', baseline, guard } as const
  return [
    { ...common, name: `start, starter seed${label}`, measured: ofStarter, aim: { ratio: 1.4 } },
    { ...common, name: `start, demo.yaml${label}`, measured: ofTemplated, aim: { ratio: 2 } },
  ]
}

export async function firstAnswer(
  start: () => Promise<RunningServer>,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const began = performance.now()
  await using server = await start()
  await ask(server.url + path, { headers })
  return performance.now() - began
}

async function versionOf({ children }: Bench, node: string): Promise<string> {
  const printed = await children.output(node, ['--version'])
  return printed.trim().slice(1)
}
