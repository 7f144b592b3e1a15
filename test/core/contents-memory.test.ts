import { describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../src/core/memory.js'
import { Seen } from '../../src/core/seen.js'
import { atOnce, othersTurn, type Steps } from '../../src/core/steps.js'

/** Holds things of so many bytes, each counted once wherever it is held. */
class Holder {
  readonly things: { readonly bytes: number }[] = []

  readonly count = (seen: Seen): number => {
    let bytes = 0
    for (const thing of this.things) if (seen.add(thing)) bytes += thing.bytes
    return bytes
  }
}

describe('contents', () => {
  test('take three quarters of the bound at most', () => {
    const { contents } = new MemoryBudget(1000)
    const holder = new Holder()
    contents.hold(holder.count)
    holder.things.push({ bytes: 700 })
    expect(atOnce(contents.takeAll(() => 0))).toBe(true)
    expect(contents.take(50)).toBe(true)
    holder.things.push({ bytes: 50 })
    expect(contents.take(1)).toBe(false)
  })

  test('are counted anew where what was noted comes to the bound', () => {
    const budget = new MemoryBudget(1000)
    const holder = new Holder()
    budget.contents.hold(holder.count)
    holder.things.push({ bytes: 100 })
    for (let round = 0; round < 100; round++) expect(budget.contents.take(100)).toBe(true)
    expect(budget.used).toBeGreaterThanOrEqual(100)
    expect(budget.used).toBeLessThanOrEqual(750)
  })

  test('that are new are counted alone, until what was noted or the bound asks for all', () => {
    const { contents } = new MemoryBudget(6400)
    let counts = 0
    contents.hold(() => {
      counts++
      return 1000
    })
    expect(atOnce(contents.takeAll(() => 0))).toBe(true)
    for (let round = 0; round < 10; round++) expect(atOnce(contents.takeNew(() => 10))).toBe(true)
    expect([counts, contents.bytes]).toEqual([1, 1100])
    expect(atOnce(contents.takeNew(() => 10))).toBe(true)
    expect([counts, contents.bytes]).toEqual([2, 1010])
    expect(atOnce(contents.takeNew(() => 3500))).toBe(true)
    expect(counts).toBe(3)
    expect(atOnce(contents.takeNew(() => 3500))).toBe(true)
    expect(atOnce(contents.takeNew(() => 3900))).toBe(false)
    expect(counts).toBe(5)
  })

  test('that are new count without what was seen', () => {
    const { contents } = new MemoryBudget(64_000)
    const holder = new Holder()
    holder.things.push({ bytes: 300 })
    const seen = new Seen()
    seen.add(holder.things[0])
    expect(atOnce(contents.takeNew(holder.count, seen))).toBe(true)
    expect(contents.bytes).toBe(0)
    expect(atOnce(contents.takeNew(holder.count))).toBe(true)
    expect(contents.bytes).toBe(300)
  })

  test('have what is kept for convenience forgotten for them, where that makes room', () => {
    const { contents } = new MemoryBudget(1000)
    const kept = new Holder()
    kept.things.push({ bytes: 600 })
    let forgotten = 0
    contents.hold(kept.count, () => {
      forgotten++
      return kept.things.splice(0).length > 0
    })
    expect(atOnce(contents.takeAll(() => 100))).toBe(true)
    expect(forgotten).toBe(0)
    expect(atOnce(contents.takeAll(() => 700))).toBe(true)
    expect(forgotten).toBe(1)
    kept.things.push({ bytes: 600 })
    atOnce(contents.takeAll(() => 0))
    expect(contents.take(200)).toBe(true)
    expect(kept.things).toEqual([])
    expect(contents.take(800)).toBe(false)
  })

  test('that several hold count once, until the last of them lets go', () => {
    const budget = new MemoryBudget(1000)
    const shared = { bytes: 600 }
    const letGo = Array.from({ length: 5 }, () => {
      const holder = new Holder()
      holder.things.push(shared)
      return budget.contents.hold(holder.count)
    })
    expect(atOnce(budget.contents.takeAll(() => 0))).toBe(true)
    expect(budget.used).toBe(600)
    for (const one of letGo.slice(1)) one()
    expect(atOnce(budget.contents.takeAll((seen) => (seen.add(shared) ? 600 : 0)))).toBe(true)
    expect(budget.used).toBe(600)
    letGo[0]?.()
    atOnce(budget.contents.takeAll(() => 0))
    expect(budget.used).toBe(0)
  })

  test('are counted before something that is remembered is forgotten for them', () => {
    const budget = new MemoryBudget(1000)
    const forgotten: number[] = []
    const journal = budget.open(() => {
      forgotten.push(100)
      journal.add(-100)
      return true
    })
    journal.add(400)
    const uploads = budget.open()
    for (let round = 0; round < 5; round++) expect(budget.contents.take(100)).toBe(true)
    expect(uploads.take(300)).toBe(true)
    expect(forgotten).toEqual([])
  })

  test('have what is kept for convenience forgotten where a count finds more of it than was noted', () => {
    const budget = new MemoryBudget(1000)
    const kept = new Holder()
    budget.contents.hold(kept.count, () => kept.things.splice(0).length > 0)
    expect(budget.contents.take(100)).toBe(true)
    kept.things.push({ bytes: 980 })
    expect(budget.open().take(950)).toBe(true)
    expect(kept.things).toEqual([])
  })

  test('have it forgotten ahead of the bound but once, where little room is left even so', () => {
    const { contents } = new MemoryBudget(1000)
    const held = { bytes: 720 }
    contents.hold(() => held.bytes)
    let forgotten = 0
    contents.hold(
      () => 0,
      () => ++forgotten > 0,
    )
    const write = () => {
      contents.noteLess()
      expect(contents.take(1)).toBe(true)
      return forgotten
    }
    expect(atOnce(contents.takeAll(() => 0))).toBe(true)
    expect([write(), write(), write()]).toEqual([1, 1, 1])
    held.bytes = 100
    write()
    held.bytes = 720
    expect(atOnce(contents.takeAll(() => 0))).toBe(true)
    expect([write(), write()]).toEqual([2, 2])
  })

  test('leave room for what is under way', () => {
    const budget = new MemoryBudget(1000)
    const holder = new Holder()
    budget.contents.hold(holder.count)
    holder.things.push({ bytes: 750 })
    atOnce(budget.contents.takeAll(() => 0))
    expect(budget.open().take(250)).toBe(true)
  })

  test('that requests bring which write nothing have room for longer', () => {
    const { contents } = new MemoryBudget(1000)
    let held = 700
    contents.hold(() => held)
    expect(atOnce(contents.takeAll(() => 0))).toBe(true)
    expect([contents.take(100), contents.takeToRead(100)]).toEqual([false, true])
    held = 800
    expect([contents.take(1), contents.takeToRead(100), contents.takeToRead(75)]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('stay noted until they are held, whatever else is full', () => {
    const budget = new MemoryBudget(1000)
    budget.open().add(900)
    expect(atOnce(budget.contents.takeAll(() => 200))).toBe(true)
    expect(budget.contents.bytes).toBe(200)
    expect(budget.contents.take(100)).toBe(true)
    expect(budget.contents.bytes).toBe(300)
  })

  describe('that are counted in slices', () => {
    /** Two holders of 100 bytes, each of which takes a turn, and ten for which room is looked for. */
    const start = (max = 1000) => {
      const budget = new MemoryBudget(max)
      const counted = function* (bytes: number): Steps<number> {
        yield
        return bytes
      }
      for (let index = 0; index < 2; index++) budget.contents.hold(() => counted(100))
      return { budget, taking: budget.contents.takeAll(() => counted(10)) }
    }
    test('count with what is taken meanwhile', () => {
      const { budget, taking } = start()
      taking.next()
      expect(budget.contents.take(50)).toBe(true)
      expect(atOnce(taking)).toBe(true)
      expect(budget.used).toBe(260)
      // Where that is too much, a count finds out.
      for (let round = 0; round < 20; round++) expect(budget.contents.take(50)).toBe(true)
    })

    test('are counted anew where something is let go of meanwhile', () => {
      const { budget, taking } = start(300)
      taking.next()
      budget.contents.noteLess()
      expect(atOnce(taking)).toBe(true)
      expect(budget.contents.take(20)).toBe(true)
      expect(budget.used).toBe(220)
    })

    test('have no room where what is taken meanwhile takes it', () => {
      const { budget, taking } = start(300)
      taking.next()
      expect(budget.contents.take(20)).toBe(true)
      expect(atOnce(taking)).toBe(false)
      expect(budget.used).toBe(220)
    })
  })
})

describe('contents that take long to count', () => {
  const SLICES = 100

  /** A holder of so many bytes, whose count takes many slices, and how often it was begun. */
  function start(budget = new MemoryBudget(1000)) {
    const held = { bytes: 700, counts: 0, slices: 0 }
    const letGo = budget.contents.hold(() => {
      held.counts++
      return (function* (): Steps<number> {
        for (let slice = 0; slice < SLICES; slice++) {
          yield
          held.slices++
        }
        return held.bytes
      })()
    })
    return { contents: budget.contents, held, letGo }
  }

  /** Others have so many turns. */
  async function pass(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await othersTurn()
  }

  test('are not waited for: what was noted decides, until they are counted', async () => {
    const { contents, held } = start()
    expect(atOnce(contents.takeAll(() => 0))).toBe(true)
    Object.assign(held, { bytes: 100, slices: 0 })
    contents.noteLess()
    expect(contents.take(100)).toBe(false)
    expect(held.slices).toBeLessThan(SLICES)
    for (let attempt = 0; held.counts < 2; attempt++) {
      expect(attempt).toBeLessThanOrEqual((SLICES + 1) * 2)
      contents.take(100)
    }
    expect(held.slices).toBeLessThan(SLICES)
    await pass(2 * SLICES)
    expect(held.slices).toBe(SLICES)
    expect(contents.take(100)).toBe(true)
  })

  test('are counted by the writes that there is no room for, where others have no turn', () => {
    const { contents, held } = start()
    atOnce(contents.takeAll(() => 0))
    Object.assign(held, { bytes: 100, slices: 0 })
    contents.noteLess()
    let [attempts, most] = [0, 0]
    for (let before = 0; !contents.take(100); before = held.slices) {
      attempts++
      most = Math.max(most, held.slices - before)
    }
    expect(attempts).toBeGreaterThan(SLICES)
    expect(attempts).toBeLessThan(4 * SLICES)
    expect(most).toBeLessThan(SLICES / 10)
  })

  test('are counted as seldom as requests at the bound pay for', async () => {
    const { contents, held } = start()
    atOnce(contents.takeAll(() => 0))
    const ATTEMPTS = 1000
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      contents.noteLess()
      expect(contents.take(100)).toBe(false)
      await pass(SLICES / 10)
    }
    expect(held.counts).toBeGreaterThan(2)
    expect(held.counts).toBeLessThan(ATTEMPTS / SLICES)
  })

  test('are counted ahead of the bound, so that writes that bring nothing new are not refused', async () => {
    const { contents, held } = start(new MemoryBudget(1_000_000))
    held.bytes = 600_000
    atOnce(contents.takeAll(() => 0))
    for (let write = 0; write < 2000; write++) {
      expect(contents.take(200)).toBe(true)
      await pass(SLICES / 10)
    }
  })

  test('have what is kept for convenience forgotten ahead of the bound, so that no write is refused for it', async () => {
    const { contents, held } = start(new MemoryBudget(1_000_000))
    const kept = new Holder()
    let forgotten = 0
    contents.hold(kept.count, () => {
      forgotten++
      return kept.things.splice(0).length > 0
    })
    held.bytes = 600_000
    atOnce(contents.takeAll(() => 0))
    for (let write = 0; write < 2000; write++) {
      expect(contents.take(200)).toBe(true)
      kept.things.push({ bytes: 200 })
      await pass(SLICES / 10)
    }
    expect(forgotten).toBeGreaterThan(2)
    expect(forgotten).toBeLessThan(20)
  })
  test('have what is kept for convenience forgotten behind, where that makes room', async () => {
    const { contents, held } = start()
    const kept = new Holder()
    kept.things.push({ bytes: 100 })
    contents.hold(kept.count, () => kept.things.splice(0).length > 0)
    held.bytes = 600
    atOnce(contents.takeAll(() => 0))
    for (let attempt = 0; kept.things.length > 0; attempt++) {
      expect(attempt).toBeLessThanOrEqual((SLICES + 1) * 2)
      expect(contents.take(100)).toBe(false)
    }
    await pass(3 * SLICES)
    expect(contents.take(100)).toBe(true)
  })
})
