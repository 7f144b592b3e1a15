import { expect, test } from 'vitest'
import { drawnSteps } from '../simulation/check.js'
import { Simulation, type WorldPair } from '../simulation/simulation.js'
import type { Step } from '../simulation/steps.js'
import { extent } from '../support/extent.js'

/**
 * The state at each point of random histories must be, to the byte, what it was at that time. HISTORIES=10000 runs
 * more; HISTORY_SEED names the first one.
 */
const HISTORIES = Number(process.env.HISTORIES ?? extent(2, 10))
const FIRST_SEED = Number(process.env.HISTORY_SEED ?? 1)
const STEPS = 50

/** The state of a world right after its last command. */
interface Seen {
  readonly point: string
  readonly state: string
}

// HISTORIES may ask for thousands.
const timeout = Number.POSITIVE_INFINITY

test('the state at each point is the one that the world had then', { timeout }, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
    const simulation = await Simulation.start()
    try {
      const seen = new Map<WorldPair, Seen[]>()
      for (const step of drawnSteps(seed, STEPS)) {
        await simulation.do(step)
        // A life without commands keeps its initial state only while its clock is frozen.
        const reset = step.do === 'reset' || step.do === 'seed' ? pairOf(simulation, step) : undefined
        for (const pair of simulation.worlds) await note(pair, seen, pair === reset)
      }
      for (const pair of simulation.worlds) {
        for (const { point, state } of seen.get(pair) ?? []) {
          const again = JSON.stringify(await pair.client.state.get({ at: point }))
          expect(again, `seed ${seed}, ${pair.model.name}, ${point}\n${simulation.trace.join('\n')}`).toBe(
            state,
          )
        }
      }
    } finally {
      await simulation.close()
    }
  }
})

const pairOf = (simulation: Simulation, step: Step): WorldPair =>
  simulation.pair('world' in step ? step.world : 0)

async function note(pair: WorldPair, seen: Map<WorldPair, Seen[]>, mayBegin: boolean): Promise<void> {
  const { commands } = await pair.client.history({ limit: 100_000 })
  const known = seen.get(pair) ?? []
  const [last] = commands
  const point = last === undefined ? 'start' : `after:${last.id}`
  // Two resets in a row begin two lives without commands.
  if (known.at(-1)?.point === point && !(mayBegin && last === undefined)) return
  const state = JSON.stringify(await pair.client.state.get())
  // It is another life if it has no command yet, or fewer than were seen.
  const isNew = commands.length < known.length || last === undefined
  seen.set(pair, isNew ? [{ point, state }] : [...known, { point, state }])
}
