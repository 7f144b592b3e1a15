import { expect, test } from 'vitest'
import { MemoryBudget } from '../../../src/core/memory.js'
import { defaultProfile, patchProfile } from '../../../src/domain/profile/profile.js'
import { ProfileInForce } from '../../../src/domain/profile/profile-in-force.js'

const LENGTH = 100_000

const secretProfile = (first: string) =>
  patchProfile(defaultProfile, { auth: { secret: first.padEnd(LENGTH, 'x') } })

test('profiles of before count for as long as there are records of them', () => {
  const memory = new MemoryBudget(1e9)
  const journal = { added: 0, forgotten: 0 }
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
  answer()
  inForce.change(secretProfile('e'))
  inForce.close()
  expect(memory.used).toBe(0)
})

test('profiles that no request was answered by count for nothing', () => {
  const memory = new MemoryBudget(1e9)
  const inForce = new ProfileInForce(defaultProfile, { added: 5, forgotten: 0 }, memory)
  for (const name of ['a', 'b', 'c']) inForce.change(secretProfile(name))
  expect([memory.used, inForce.profile.auth.secret?.[0], inForce.tracked.source]).toEqual([
    0,
    'c',
    inForce.profile,
  ])
})
