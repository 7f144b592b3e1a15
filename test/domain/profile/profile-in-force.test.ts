import { expect, test } from 'vitest'
import { MemoryBudget } from '../../../src/core/memory.js'
import { Grease } from '../../../src/domain/profile/grease.js'
import { defaultProfile, patchProfile } from '../../../src/domain/profile/profile.js'
import { ProfileInForce } from '../../../src/domain/profile/profile-in-force.js'

const LENGTH = 100_000

const secretProfile = (first: string) =>
  patchProfile(defaultProfile, { auth: { secret: first.padEnd(LENGTH, 'x') } })

const makeJournal = (added = 0) => ({
  added,
  forgotten: 0,
  forgetUntil(until: number) {
    this.forgotten = Math.max(this.forgotten, until)
  },
})

test('profiles of before count for as long as there are records of them', () => {
  const memory = new MemoryBudget(1e9)
  const journal = makeJournal()
  const inForce = new ProfileInForce(secretProfile('a'), journal, memory)
  const answer = () => {
    void inForce.tracked
    journal.added++
  }
  answer()
  inForce.change(secretProfile('b'))
  expect(memory.used).toBeGreaterThan(LENGTH)
  answer()
  inForce.change(secretProfile('c'))
  expect(memory.used).toBeGreaterThan(2 * LENGTH)
  journal.forgotten = 1
  answer()
  inForce.change(secretProfile('d'))
  expect(memory.used).toBeGreaterThan(2 * LENGTH)
  expect(memory.used).toBeLessThan(3 * LENGTH)
  journal.forgotten = journal.added
  inForce.change(defaultProfile)
  expect(memory.used).toBe(0)
  inForce.change(secretProfile('e'))
  answer()
  inForce.change(secretProfile('f'))
  expect(memory.used).toBeGreaterThan(LENGTH)
  inForce.close()
  expect(memory.used).toBe(0)
})

test('profiles that no request was answered by count for nothing', () => {
  const memory = new MemoryBudget(1e9)
  const inForce = new ProfileInForce(defaultProfile, makeJournal(5), memory)
  for (const name of ['a', 'b', 'c']) inForce.change(secretProfile(name))
  expect([memory.used, inForce.profile.auth.secret?.[0], inForce.tracked.source]).toEqual([
    0,
    'c',
    inForce.profile,
  ])
})

test('the oldest profile of before goes with its records where there is no room', () => {
  const memory = new MemoryBudget(10 * LENGTH)
  const journal = makeJournal()
  const inForce = new ProfileInForce(defaultProfile, journal, memory)
  for (let index = 0; index < 30; index++) {
    inForce.change(secretProfile(`${index} `))
    void inForce.tracked
    journal.added++
    expect(memory.used).toBeLessThanOrEqual(10 * LENGTH)
  }
  expect(journal.forgotten).toBeGreaterThan(15)
  expect(journal.forgotten).toBeLessThan(30)
  expect(memory.open().take(9 * LENGTH)).toBe(true)
  expect(memory.used).toBeLessThanOrEqual(10 * LENGTH)
})

test('a profile whose answers were varied counts with its variants', () => {
  const bytesWith = (answer: (inForce: ProfileInForce) => void) => {
    const memory = new MemoryBudget(1e9)
    const inForce = new ProfileInForce(secretProfile('a'), makeJournal(1), memory)
    answer(inForce)
    const { variants } = inForce
    inForce.change(secretProfile('b'))
    expect(inForce.variants).toBeUndefined()
    return { variants, bytes: memory.used }
  }
  const grease = new Grease(1)
  const plain = bytesWith((inForce) => void inForce.tracked)
  const varied = bytesWith((inForce) => void inForce.greased(grease, 'r1'))
  expect(plain.variants).toBeUndefined()
  expect(varied.variants).toBeDefined()
  expect(varied.bytes).toBeGreaterThan(plain.bytes + 16 * 30_000)
})
