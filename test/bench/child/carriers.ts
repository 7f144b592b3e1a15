import type { IncomingHttpHeaders } from 'node:http'
import { worldAddress } from '../../../src/api/http/world-address.js'
import { launch } from '../../../src/server/launch.js'
import { type Addressed, destinationOf } from '../../../src/worlds/destination.js'
import { ownAnswerAt } from '../../../src/worlds/root-and-discovery.js'
import { API_KEY, benchSeed, entryPath } from '../subject.js'
import { answered, plainRequest } from './plain-request.js'
import { cpuOf } from './rate.js'

/**
 * Prints, round by round, how many µs of CPU it takes to bring a read that carries nothing to its world, and to answer it
 * there; and how many where path and X-Emulator-World alone are looked at.
 */

const ENTRIES = 1_000
const ROUNDS = 200
const READS = 2_000
const WARM_UP = 100_000

/** What Node's own fetch sends. */
const HEADERS: IncomingHttpHeaders = {
  host: '127.0.0.1:4600',
  connection: 'keep-alive',
  'x-kv-key': API_KEY,
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
}

const { plane, home, close } = await launch({ seed: benchSeed({ entries: ENTRIES }) })
for (let count = 0; count < 20; count++) home.worlds.create(home, { from: 'seed' })
const routing = { home, requireWorld: false, hasAdmin: true }

const messages: Addressed[] = Array.from({ length: ENTRIES }, (_, index) => ({
  method: 'GET',
  url: entryPath(1 + index),
  headers: { ...HEADERS },
}))
let at = 0
/** Brings the next request to a world, and has it answered there. */
const reading = (destinationFor: (message: Addressed) => { readonly context: typeof home }) => () => {
  at = (at + 1) % ENTRIES
  const message = messages[at] ?? { headers: {} }
  answered(plane, destinationFor(message).context.world, plainRequest('GET', message.url ?? ''))
}
/** What is needed of a request that can name its world by path and header alone. */
function addressed(message: Addressed) {
  const address = worldAddress(message)
  if (typeof address === 'string') throw new Error(address)
  const { world, target } = address
  const context = world === undefined ? home : home.worlds.find(world)
  if (context === undefined) throw new Error(`there is no world ${world}`)
  const place = target.startsWith('/_') ? 'admin' : (ownAnswerAt(message.method, target, true) ?? 'services')
  return { context, address, place }
}

function carried(message: Addressed) {
  const destination = destinationOf(message, routing)
  if ('reason' in destination) throw new Error(destination.reason)
  return destination
}

const works = [
  { work: reading(carried), taken: [] as number[] },
  { work: reading(addressed), taken: [] as number[] },
]
for (const { work } of works) cpuOf(work, WARM_UP)
for (let round = 0; round < ROUNDS; round++) {
  for (const { work, taken } of round % 2 === 0 ? works : works.toReversed()) taken.push(cpuOf(work, READS))
}
await close()
console.log(JSON.stringify({ carried: works[0]?.taken, addressed: works[1]?.taken }))
