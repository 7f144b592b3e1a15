import { expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/index.js'
import { drawnSteps } from '../simulation/check.js'
import { Simulation } from '../simulation/simulation.js'
import { extent } from '../support/extent.js'
import { flatState, flatValue } from './flat-state.js'

/**
 * Applies the difference between two points of random histories to the first state, which must give the second.
 * HISTORIES runs more.
 */
const HISTORIES = Number(process.env.HISTORIES ?? extent(1, 5))
const FIRST_SEED = Number(process.env.HISTORY_SEED ?? 1000)
const STEPS = 60

/** Seeds write these differently. */
const UNSEEN = '/database/rateLimit'

// HISTORIES may ask for thousands.
const timeout = Number.POSITIVE_INFINITY

test('a difference applied to one state gives the other', { timeout }, async () => {
  let compared = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
    const simulation = await Simulation.start()
    try {
      for (const step of drawnSteps(seed, STEPS)) await simulation.do(step)
      for (const { client, model } of simulation.worlds) {
        const { commands } = await client.history()
        const ids = commands.map(({ id }) => id)
        const points = ['start', ids[ids.length >> 2], ids[ids.length >> 1], 'now'].flatMap(
          (one) => one ?? [],
        )
        for (const from of points) {
          for (const to of points) {
            compared += await hold(client, from, to, `seed ${seed}, ${model.name}, ${from} to ${to}`)
          }
        }
      }
    } finally {
      await simulation.close()
    }
  }
  expect(compared).toBeGreaterThan(HISTORIES * 20)
})

async function hold(client: EmulatorClient, from: string, to: string, what: string): Promise<number> {
  const state = flatState(await client.state.get({ at: from }))
  const wanted = flatState(await client.state.get({ at: to }))
  const ids = new Set((await client.history()).commands.map(({ id }) => id))
  const changes = await client.diff(from, to)
  for (const { path, kind, before, after, by } of changes) {
    if (path === UNSEEN) continue
    const isCounter = /^\/faults\/.*\/|\/usage\//.test(path)
    const isZero = isCounter && before === 0
    expect(state.get(path), `${what}: ${path} before`).toBe(
      kind === 'added' || isZero ? undefined : flatValue(path, before),
    )
    const isGone = kind === 'removed' || kind === 'expired'
    if (isGone || (isCounter && after === 0)) state.delete(path)
    else state.set(path, flatValue(path, after))
    expect(ids.has(by) || by === 'expiry' || by === 'time', `${what}: ${path} by ${by}`).toBe(true)
  }
  expect([...state].sort(), what).toEqual([...wanted].sort())
  return changes.length
}
