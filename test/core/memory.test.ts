import { describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../src/core/memory.js'

/** Keeps numbers of bytes, and forgets the oldest when it is told to. */
function keeper(budget: MemoryBudget) {
  const kept: number[] = []
  const account = budget.open(() => {
    const oldest = kept.shift()
    if (oldest === undefined) return false
    account.add(-oldest)
    return true
  })
  const keep = (...sizes: number[]) => {
    for (const bytes of sizes) {
      kept.push(bytes)
      account.add(bytes)
    }
  }
  return { kept, account, keep }
}

describe('what is remembered', () => {
  test('stays as long as there is room', () => {
    const budget = new MemoryBudget(10)
    const { kept, keep } = keeper(budget)
    keep(4, 6)
    expect([kept, budget.used]).toEqual([[4, 6], 10])
  })

  test('goes with the oldest, from the account that holds most', () => {
    const budget = new MemoryBudget(10)
    const [small, big] = [keeper(budget), keeper(budget)]
    small.keep(1, 1)
    big.keep(4, 4, 3)
    expect([small.kept, big.kept, budget.used]).toEqual([[1, 1], [4, 3], 9])
  })

  test('goes altogether where even that is not enough', () => {
    const budget = new MemoryBudget(10)
    const { kept, keep } = keeper(budget)
    const held = budget.open()
    held.add(9)
    keep(1, 5)
    expect([kept, budget.used]).toEqual([[], 9])
  })

  test('of a keeper that is closed counts no longer, then or later', () => {
    const budget = new MemoryBudget(10)
    const { account, keep } = keeper(budget)
    keep(5)
    account.close()
    keep(20)
    expect([account.bytes, budget.used]).toEqual([0, 0])
  })
})

describe('what asks for room', () => {
  test('gets it from what can be forgotten', () => {
    const budget = new MemoryBudget(10)
    const { kept, keep } = keeper(budget)
    const held = budget.open()
    keep(3, 3, 3)
    expect(held.take(6)).toBe(true)
    expect([kept, held.bytes, budget.used]).toEqual([[3], 6, 9])
  })

  test('gets none where too little can be forgotten, and then nothing is', () => {
    const budget = new MemoryBudget(10)
    const { kept, keep } = keeper(budget)
    const held = budget.open()
    expect(held.take(8)).toBe(true)
    keep(1)
    expect(held.take(4)).toBe(false)
    expect([kept, held.bytes, budget.used]).toEqual([[1], 8, 9])
    held.add(-8)
    expect(held.take(4)).toBe(true)
  })

  test('gets none of a bound of nothing', () => {
    const held = new MemoryBudget(0).open()
    expect([held.take(1), held.take(0)]).toEqual([false, true])
  })

  test('gets any where there is no bound', () => {
    expect(new MemoryBudget(Number.POSITIVE_INFINITY).open().take(Number.MAX_SAFE_INTEGER)).toBe(true)
  })
})
