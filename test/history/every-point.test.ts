import { expect, test } from 'vitest'
import { drawnSteps } from '../simulation/check.js'
import { type Place, Simulation } from '../simulation/simulation.js'
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
      const seen = new Map<Place, Seen[]>()
      for (const step of drawnSteps(seed, STEPS)) {
        await simulation.do(step)
        // A life without commands keeps its initial state only while its clock is frozen.
        const reset = step.do === 'reset' || step.do === 'seed' ? placeOf(simulation, step) : undefined
        for (const place of simulation.places) await note(place, seen, place === reset)
      }
      for (const place of simulation.places) {
        for (const { point, state } of seen.get(place) ?? []) {
          const again = JSON.stringify(await place.client.state.get({ at: point }))
          expect(again, `seed ${seed}, ${place.model.name}, ${point}\n${simulation.trace.join('\n')}`).toBe(
            state,
          )
        }
      }
    } finally {
      await simulation.close()
    }
  }
})

const placeOf = (simulation: Simulation, step: Step): Place =>
  simulation.place('world' in step ? step.world : 0)

async function note(place: Place, seen: Map<Place, Seen[]>, mayBegin: boolean): Promise<void> {
  const { commands } = await place.client.history({ limit: 100_000 })
  const known = seen.get(place) ?? []
  const [last] = commands
  const point = last === undefined ? 'start' : `after:${last.id}`
  // Two resets in a row begin two lives without commands.
  if (known.at(-1)?.point === point && !(mayBegin && last === undefined)) return
  const state = JSON.stringify(await place.client.state.get())
  // It is another life if it has no command yet, or fewer than were seen.
  const isNew = commands.length < known.length || last === undefined
  seen.set(place, isNew ? [{ point, state }] : [...known, { point, state }])
}
