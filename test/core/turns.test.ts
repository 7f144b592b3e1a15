import { beforeEach, expect, test } from 'vitest'
import { Turns } from '../../src/core/turns.js'

let turns: Turns
/** What was given a turn, in order. */
let given: string[]
let pending: (() => void)[]

beforeEach(() => {
  pending = []
  given = []
  turns = new Turns((then) => pending.push(then))
})

/** Lets the loop come round so often; each time, whose turn it was then is noted, and "-" where it was nobody's. */
async function comeRound(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const before = given.length
    for (const then of pending.splice(0)) then()
    await Promise.resolve()
    await Promise.resolve()
    if (given.length === before) given.push('-')
  }
}

async function wait(name: string, had = 0): Promise<void> {
  await turns.next(had)
  given.push(name)
}

/** Takes turns until it is over. */
async function work(name: string, length: number): Promise<void> {
  for (let had = 1; had < length; had++) await wait(name, had)
}

test('those that had as many turns have theirs in the order in which they came, one each time', async () => {
  for (const name of ['a', 'b', 'c']) wait(name)
  await comeRound(4)
  expect(given).toEqual(['a', 'b', 'c', '-'])
  expect(pending).toEqual([])
})

test('short work that comes while seven hundred long works go on has every other turn', async () => {
  for (let index = 0; index < 700; index++) work('long', 1000)
  await comeRound(10_000)
  given = []
  work('short', 6)
  await comeRound(11)
  expect(given.filter((name) => name === 'short')).toHaveLength(5)
})

test('long work goes on beside short work that never ends to come', async () => {
  work('long', 1000)
  await comeRound(100)
  given = []
  for (let time = 0; time < 50; time++) {
    wait(`short ${time}`)
    wait(`other ${time}`)
    await comeRound(1)
  }
  expect(given.filter((name) => name === 'long').length).toBeGreaterThan(0)
  expect(given).not.toContain('-')
})
