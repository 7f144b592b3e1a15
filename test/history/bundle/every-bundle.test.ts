import { expect, test } from 'vitest'
import { readBundle } from '../../../src/history/bundle/read.js'
import { type Bundle, connectEmulator, type EmulatorClient } from '../../../src/index.js'
import { replay } from '../../../src/server/replay.js'
import { services } from '../../../src/services/index.js'
import { drawnSteps } from '../../simulation/check.js'
import { Simulation } from '../../simulation/simulation.js'
import { extent } from '../../support/extent.js'

/**
 * Writes random histories as bundles and replays them in other emulators. Every answer must be the one given before,
 * and the final state the bundled one, byte for byte. HISTORIES runs more.
 */
const HISTORIES = Number(process.env.HISTORIES ?? extent(2, 8))
const FIRST_SEED = Number(process.env.HISTORY_SEED ?? 3000)
const STEPS = 80

const STILL = { realNow: () => 0 }

// HISTORIES may ask for thousands.
const timeout = Number.POSITIVE_INFINITY

test('a replayed bundle gives the same answers, and the same state', { timeout }, async () => {
  let answered = 0
  let other = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
    const simulation = await Simulation.start()
    try {
      for (const step of drawnSteps(seed, STEPS)) await simulation.do(step)
      for (const { client, model } of simulation.worlds) {
        const what = `seed ${seed}, ${model.name}\n${simulation.trace.join('\n')}`
        const text = JSON.stringify(await client.bundle())
        answered += await holdSame(readBundle(text), client, what)
        other += await findOther(readBundle(text), what)
      }
    } finally {
      await simulation.close()
    }
  }
  expect(answered).toBeGreaterThan(HISTORIES * 10)
  expect(other).toBeGreaterThan(HISTORIES / 2)
})

/** @returns the number of answers that were held */
async function holdSame(bundle: Bundle, client: EmulatorClient, what: string): Promise<number> {
  for (const { id, status, body } of bundle.answers) {
    const given = await client.request(id)
    expect([status, body?.slice(0, 1000)], `${id}, ${what}`).toEqual([
      given.status,
      given.responseBody?.text.slice(0, 1000),
    ])
  }
  const { run, listen } = await replay(bundle, { services }, STILL)
  expect(run.difference, what).toBeUndefined()
  expect(run.requests, what).toBe(bundle.answers.length)
  const emulator = await listen()
  try {
    const again = await connectEmulator(emulator.baseUrl).state.get()
    expect(JSON.stringify(again, undefined, 2), what).toBe(
      JSON.stringify(await client.state.get(), undefined, 2),
    )
  } finally {
    await emulator.close()
  }
  return run.requests
}

/** Checks that a changed answer is found. @returns 1 if there was one to change */
async function findOther(bundle: Bundle, what: string): Promise<number> {
  const index = bundle.answers.length >> 1
  const changed = bundle.answers[index]
  if (changed === undefined) return 0
  const answers = bundle.answers.with(index, { ...changed, hash: changed.hash.replace(/./g, 'f') })
  const { run } = await replay({ ...bundle, answers }, { services })
  expect(run.difference, what).toMatchObject({ kind: 'request', id: changed.id })
  return 1
}
