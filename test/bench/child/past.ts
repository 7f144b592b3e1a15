import { answer } from '../../../src/admin/router.js'
import { launch } from '../../../src/server/launch.js'
import { benchSeed, entryPath } from '../subject.js'
import { answered, plainRequest } from './plain-request.js'

/** Prints the ms to create a world as of 10,000 requests ago, and one as of now, with many entries. */

const ENTRIES = 100_000
const REQUESTS = 11_500
const AGO = 10_000
const ROUNDS = 15

const { plane, home, close } = await launch({ seed: benchSeed({ entries: ENTRIES }) })
const { world } = home
for (let index = 0; index < REQUESTS; index++) {
  const method = index % 5 === 0 ? 'PUT' : 'GET'
  answered(plane, world, plainRequest(method, entryPath(1 + ((index * 7919) % ENTRIES))))
}
const past: number[] = []
const present: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  past.push(await timed({ at: `r${REQUESTS - AGO - round}` }))
  present.push(await timed({ from: 'current' }))
}
await close()
console.log(JSON.stringify({ past, present }))

async function timed(body: object): Promise<number> {
  const began = performance.now()
  const call = {
    method: 'POST',
    path: '/_admin/worlds',
    body: JSON.stringify(body),
    origin: 'http://emulator.test',
  }
  const { status } = await answer(home, call)
  if (status !== 201) throw new Error(`it was answered ${status}`)
  return performance.now() - began
}
