import { launch } from '../../../src/server/launch.js'
import { benchSeed, entryPath } from '../subject.js'
import { answered, plainRequest } from './plain-request.js'
import { rateOf } from './rate.js'

/** Prints, round by round, how many reads a second a world answers whose state lies in layers, and a new one. */

const ENTRIES = 10_000
const SNAPSHOTS = 40
const WRITES_BETWEEN = 20
const ROUNDS = 30
const ROUND_MS = 60

const { plane, home, close } = await launch({ seed: benchSeed({ entries: ENTRIES }) })
const layered = home.worlds.create(home, 'seed').world
const single = home.worlds.create(home, 'seed').world

let written = 0
for (let taken = 0; taken < SNAPSHOTS; taken++) {
  for (let index = 0; index < WRITES_BETWEEN; index++) {
    answered(plane, layered, plainRequest('PUT', entryPath(1 + ((written++ * 7) % ENTRIES))))
  }
  layered.snapshots.take(layered.capture(), `s${taken}`)
}

let at = 0
const paths = Array.from({ length: ENTRIES }, (_, index) => entryPath(1 + ((index * 7919) % ENTRIES)))
const reading = (world: typeof single) => () => {
  at = (at + 1) % ENTRIES
  answered(plane, world, plainRequest('GET', paths[at] ?? ''))
}
const works = [
  { work: reading(layered), rates: [] as number[] },
  { work: reading(single), rates: [] as number[] },
]
for (const { work } of works) rateOf(work, 500)
for (let round = 0; round < ROUNDS; round++) {
  for (const { work, rates } of round % 2 === 0 ? works : works.toReversed())
    rates.push(rateOf(work, ROUND_MS))
}
await close()
console.log(JSON.stringify({ layered: works[0]?.rates, single: works[1]?.rates }))
