import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Prints, round by round, the ms from the start of a worker until it is done, of an empty one and of one with an emulator,
 * and the ms of each of the first worlds there, and of as many constant Responses.
 */

const [root = '', rounds = ''] = process.argv.slice(2)
const results = {
  empty: [] as number[],
  emulator: [] as number[],
  world: [] as number[],
  response: [] as number[],
}

for (let round = 0; round < Number(rounds); round++) {
  results.empty.push((await run({})).doneMs)
  const { doneMs, said } = await run({ root })
  results.emulator.push(doneMs)
  results.world.push(said)
  results.response.push((await run({ root, isFloor: true })).said)
}
console.log(JSON.stringify(results))

/** @returns what the worker says last, too */
async function run(workerData: {
  root?: string
  isFloor?: boolean
}): Promise<{ doneMs: number; said: number }> {
  const began = performance.now()
  const worker = new Worker(new URL('./in-worker.js', import.meta.url), { workerData })
  let doneMs = 0
  let said = 0
  worker.on('message', (message: 'done' | number) => {
    if (message === 'done') doneMs = performance.now() - began
    else said = message
  })
  await once(worker, 'exit')
  return { doneMs, said }
}
