import { expect, test } from 'vitest'
import { readBundle } from '../../../src/history/bundle/read.js'
import { connectEmulator, type EmulatorClient } from '../../../src/index.js'
import { replay } from '../../../src/server/replay.js'
import { services } from '../../../src/services/index.js'
import { extent } from '../../support/extent.js'
import { HeldRun } from './held-run.js'

/**
 * Random histories in which requests are held, released, failed and left. The state at each point must be, to the byte,
 * the one that the world had then, and the run can be replayed from its bundle. HISTORIES runs more; HISTORY_SEED names
 * the first one.
 */
const HISTORIES = Number(process.env.HISTORIES ?? extent(2, 12))
const FIRST_SEED = Number(process.env.HISTORY_SEED ?? 1)
const STEPS = 50

const STILL = { realNow: () => 0 }

// HISTORIES may ask for thousands.
const timeout = Number.POSITIVE_INFINITY

test('points and bundles of runs with held requests match what happened', { timeout }, async () => {
  const met = { points: 0, ended: 0, held: 0 }
  for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
    await using run = await HeldRun.start(seed, seed % 2 === 0 ? seed : undefined)
    for (let step = 0; step < STEPS; step++) await run.step()
    const what = `seed ${seed}\n${run.trace.join('\n')}`
    met.points += await holdPoints(run, what)
    const { ended, held } = await holdBundle(run, what)
    met.ended += ended
    met.held += held
  }
  expect(met.points).toBeGreaterThan(HISTORIES * 20)
  expect(met.ended).toBeGreaterThan(HISTORIES * 4)
  expect(met.held).toBeGreaterThan(0)
})

/** @returns the number of points compared */
async function holdPoints({ emulator, seen, ranFirst }: HeldRun, what: string): Promise<number> {
  const commands = [...(await emulator.history({ limit: 10_000 })).commands].reverse()
  const points = placesOf(commands, ranFirst)
  let compared = 0
  for (const { commands: count, state } of seen) {
    const point = count === 0 ? 'start' : points.get(count - 1)
    if (point === undefined) continue
    const again = JSON.stringify(await emulator.state.get({ at: point }))
    expect(again, `${point}, ${what}`).toBe(state)
    compared++
  }
  return compared
}

type Commands = Awaited<ReturnType<EmulatorClient['history']>>['commands']

/** The points after commands. The id of a held request names the place of its effect. */
function placesOf(commands: Commands, ranFirst: ReadonlySet<string>): ReadonlyMap<number, string> {
  const places = new Map<string, number>()
  for (const [index, command] of commands.entries()) {
    const { id } = command
    const goesOn = command.kind === 'request' && command.hold === 'released' && !ranFirst.has(id)
    if (!places.has(id) || goesOn) places.set(id, index)
  }
  return new Map([...places].map(([id, index]) => [index, `after:${id}`]))
}

async function holdBundle(
  { emulator, held }: HeldRun,
  what: string,
): Promise<{ ended: number; held: number }> {
  const bundle = readBundle(JSON.stringify(await emulator.bundle()))
  const { run, listen } = await replay(bundle, { services }, STILL)
  expect(run.difference, what).toBeUndefined()
  expect([run.requests, run.held ?? 0], what).toEqual([bundle.answers.length, held.length])
  const again = await listen()
  try {
    const client = connectEmulator(again.baseUrl)
    expect(await client.state.get(), what).toEqual(await emulator.state.get())
    expect(await answersOf(client), what).toEqual(await answersOf(emulator))
  } finally {
    await again.close()
  }
  const ends = bundle.commands.filter(
    (command) => command.kind === 'request' && command.holdEnd !== undefined,
  )
  return { ended: ends.length, held: held.length }
}

async function answersOf(client: EmulatorClient): Promise<unknown[]> {
  const requests = await client.requests({ limit: 10_000 })
  return Promise.all(
    requests.map(async ({ id }) => {
      const { at, status, outcome, fault, lostStatus, reason, responseBody } = await client.request(id)
      return { id, at, status, outcome, fault, lostStatus, reason, body: responseBody?.text }
    }),
  )
}
