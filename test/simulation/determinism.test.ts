import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { drawnSteps } from './check.js'
import { Simulation } from './simulation.js'
import type { Step } from './steps.js'

/**
 * With a clock that only the test moves, equal seeds and steps give byte-identical answers, journals and exported
 * states, in every run and every version of Node. golden.json has the hashes of one run.
 * After an intended change, update golden.json and review the diff:
 * RENEW_GOLDEN=1 npx vitest run test/simulation/determinism.test.ts
 * `steps` changes if fast-check or the arbitraries draw other steps. Then everything else changes as well.
 */
const GOLDEN = join(import.meta.dirname, 'golden.json')

const SEED = 20260131
const STEPS = 400

/** Everything that a run produces, as text. */
interface Recorded {
  readonly answers: readonly string[]
  readonly journals: readonly string[]
  readonly states: readonly string[]
}

const steps = drawnSteps(SEED, STEPS)
let first: Recorded

beforeAll(async () => {
  first = await record(steps)
})

test('equal steps give equal answers, journals and states', async () => {
  expect(first.answers.length).toBeGreaterThan(STEPS / 2)
  const second = await record(steps)
  for (const list of ['answers', 'journals', 'states'] as const) expectSame(second[list], first[list])
})

test('the results are the recorded ones in every version of Node', () => {
  const { answers, journals, states } = first
  const hashes = {
    steps: hashOf(steps.map((step) => JSON.stringify(step))),
    answers: hashOf(answers),
    journals: hashOf(journals),
    states: hashOf(states),
  }
  if (process.env.RENEW_GOLDEN !== undefined) writeFileSync(GOLDEN, `${JSON.stringify(hashes, null, 2)}\n`)
  expect(hashes, 'renew golden.json if this was meant').toEqual(JSON.parse(readFileSync(GOLDEN, 'utf8')))
})

test('a restored snapshot gives the same answers to the same requests', async () => {
  // World ids and the x-next of each life are always different, so leave out steps that create new ones.
  const isPlain = ({ do: what }: Step) =>
    !['world', 'close', 'reload', 'restore', 'reset', 'replace', 'seed'].includes(what)
  for (const seed of [4, 5, 6]) {
    const steps = drawnSteps(seed, 120).filter(isPlain)
    const simulation = await Simulation.start()
    try {
      await simulation.run(steps.slice(0, 40))
      await simulation.do({ do: 'snapshot', world: 0, name: 'here' })
      const { length: given } = simulation.given
      const { now: real } = simulation.subject.machine
      const answersOf = async () => {
        simulation.given.length = given
        simulation.revoked.length = 0
        simulation.transcript.length = 0
        await simulation.run(steps.slice(40))
        return [...simulation.transcript]
      }
      const first = await answersOf()
      // The machine's time isn't part of a snapshot, but tokens may depend on it.
      simulation.subject.machine.now = real
      simulation.universe.real = real
      await simulation.do({ do: 'restore', world: 0, name: 'here' })
      expectSame(await answersOf(), first)
    } finally {
      await simulation.close()
    }
  }
})

/** Compares the texts one by one, because a diff of the whole lists would be unreadable. */
function expectSame(texts: readonly string[], others: readonly string[]): void {
  expect(texts.length).toBe(others.length)
  for (const [index, text] of texts.entries()) expect(text).toBe(others[index])
}

async function record(steps: readonly Step[]): Promise<Recorded> {
  const simulation = await Simulation.start()
  try {
    await simulation.run(steps)
    const journals: string[] = []
    const states: string[] = []
    for (const { client } of simulation.worlds) {
      const lines = await client.requests({ limit: 1000 })
      for (const { id } of lines) journals.push(JSON.stringify(await client.request(id)))
      states.push(JSON.stringify(await client.state.get()))
    }
    return { answers: [...simulation.transcript], journals, states }
  } finally {
    await simulation.close()
  }
}

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n\n')).digest('hex')
