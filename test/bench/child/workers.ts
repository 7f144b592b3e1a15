import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { cpuSince } from './rate.js'

/**
 * Prints times in ms, one of each per round. First the time from starting a worker until it's done, both real and
 * processor time, for an empty worker and for one with an emulator. Then the average time of the first worlds in a
 * worker, and of as many constant Responses.
 */

const [root = '', rounds = ''] = process.argv.slice(2)
const results = {
  empty: [] as number[],
  emptyCpu: [] as number[],
  emulator: [] as number[],
  emulatorCpu: [] as number[],
  world: [] as number[],
  response: [] as number[],
}

for (let round = 0; round < Number(rounds); round++) {
  const empty = await run({})
  results.empty.push(empty.doneMs)
  results.emptyCpu.push(empty.doneCpuMs)
  const emulator = await run({ root })
  results.emulator.push(emulator.doneMs)
  results.emulatorCpu.push(emulator.doneCpuMs)
  results.world.push(emulator.said)
  results.response.push((await run({ root, isFloor: true })).said)
}
console.log(JSON.stringify(results))

interface Ran {
  readonly doneMs: number
  readonly doneCpuMs: number
  /** The last number that the worker posted. */
  readonly said: number
}

async function run(workerData: { root?: string; isFloor?: boolean }): Promise<Ran> {
  const began = performance.now()
  const cpuBegan = process.cpuUsage()
  const worker = new Worker(new URL('./in-worker.js', import.meta.url), { workerData })
  let [doneMs, doneCpuMs, said] = [0, 0, 0]
  worker.on('message', (message: 'done' | number) => {
    if (message === 'done') [doneMs, doneCpuMs] = [performance.now() - began, cpuSince(cpuBegan)]
    else said = message
  })
  await once(worker, 'exit')
  return { doneMs, doneCpuMs, said }
}
