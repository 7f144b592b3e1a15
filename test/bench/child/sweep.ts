import type { Swept } from '../../../lab/sweep/options.js'
import { readOptions } from '../../../lab/sweep/read-options.js'
import { sweepReport } from '../../../lab/sweep/sweep-report.js'
import { startEmulator } from '../../../src/start-emulator.js'

/**
 * Prints how many ms it takes to sweep a test with 30 requests that retries without a pause, and to run the test alone.
 */

const [root = '.', rounds = '4'] = process.argv.slice(2)
const PAIRS = 15

const run: Swept = async (world) => {
  const insist = async (path: string, init: RequestInit): Promise<void> => {
    for (let tries = 0; tries < 3; tries++) {
      const response = await world.fetch(path, init).catch(() => undefined)
      if (response !== undefined && response.status < 429) return
    }
  }
  for (let pair = 1; pair <= PAIRS; pair++) {
    const path = `/v1/kv/ns_shop_k3v9x2/bench:${pair}`
    const body = JSON.stringify({ value: { pair }, ttlSeconds: 60 })
    await insist(path, { method: 'PUT', headers: { 'X-KV-Key': 'kv_write_shop' }, body })
    await insist(path, { headers: { 'X-KV-Key': 'kv_read_shop' } })
  }
}

const emulator = await startEmulator({ seed: `${root}/fixtures/demo.yaml` })
const sweeps: number[] = []
const alone: number[] = []
for (let round = 0; round < Number(rounds); round++) {
  alone.push(
    await timed(() => emulator.world().then((world) => run(world, { signal: new AbortController().signal }))),
  )
  sweeps.push(await timed(() => sweepReport(emulator, run, readOptions({ faults: true }))))
}
await emulator.close()
console.log(JSON.stringify({ sweeps, alone }))

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
