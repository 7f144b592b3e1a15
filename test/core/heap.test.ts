import { expect, test } from 'vitest'
import { HeapGuard, unguarded } from '../../src/core/heap.js'
import { Refusal } from '../../src/core/refusal.js'
import { systemHeap } from '../../src/core/system-heap.js'

const MIB = 1024 * 1024
const LARGE = 100_000
const MEBIBYTE = 'x'.repeat(MIB)

/** A guard over a heap of 1,000 MiB with `live` and `garbage` MiB in use. */
function guarded(live: number, garbage = 0) {
  const heap = { live, garbage, looks: 0, collections: 0 }
  const guard = new HeapGuard({
    limit: 1000 * MIB,
    used: () => {
      heap.looks++
      return (heap.live + heap.garbage) * MIB
    },
    collect: () => {
      heap.collections++
      heap.garbage = 0
    },
  })
  const refusalOf = (act: () => void): unknown => {
    try {
      act()
      return undefined
    } catch (error) {
      return error instanceof Refusal ? error.code : error
    }
  }
  return {
    heap,
    guard,
    admit: () => refusalOf(() => guard.admit()),
    write: (bytes = LARGE) => refusalOf(() => guard.admitWrite(bytes)),
    /** Writes an answer in parts of 1 MiB. */
    answer: (mebibytes = 1) =>
      refusalOf(() => {
        const admit = guard.beginText()
        for (let index = 0; index < mebibytes; index++) admit(MEBIBYTE)
      }),
  }
}

test('contents are admitted while less than 0.7 of the heap is in use, garbage included', () => {
  const { heap, admit } = guarded(300, 399)
  expect([admit(), heap.collections]).toEqual([undefined, 0])
})

test('contents are not refused for garbage', () => {
  const { heap, admit } = guarded(549, 200)
  expect([admit(), heap.collections]).toEqual([undefined, 1])
})

test('contents are refused with the bytes in use, the limit and what to do', () => {
  const { guard } = guarded(551, 200)
  expect(() => guard.admit()).toThrow(
    expect.objectContaining({
      code: 'out_of_memory',
      reason: 'the heap is nearly full: 551 MiB are in use, and its limit is 1000 MiB',
      details: { hint: expect.stringMatching(/^remove worlds, .*NODE_OPTIONS/) },
    }),
  )
})

test('contents are admitted once optional data is released', () => {
  const { heap, guard, admit } = guarded(900)
  const end = guard.onFull(() => {
    heap.live = 500
  })
  expect([admit(), heap.live]).toEqual([undefined, 500])
  heap.live = 900
  end()
  expect(admit()).toBe('out_of_memory')
})

test('contents are always admitted in a temporary world', () => {
  expect(() => unguarded.admit()).not.toThrow()
})

test('writes are checked at every 256th, and at each large one', () => {
  const { heap, write } = guarded(100)
  for (let index = 0; index < 255; index++) write(10)
  expect(heap.looks).toBe(0)
  write(10)
  expect(heap.looks).toBe(1)
  write()
  write()
  expect(heap.looks).toBe(3)
})

test('writes are all refused while the heap is full, without collecting again and again', () => {
  const { heap, write } = guarded(900)
  expect(write()).toBe('out_of_memory')
  const { collections } = heap
  for (let index = 0; index < 1000; index++) expect(write(index % 2 === 0 ? 10 : LARGE)).toBe('out_of_memory')
  expect(heap.collections).toBe(collections)
})

test('writes are admitted at once after a removal that freed enough', () => {
  const { heap, guard, write } = guarded(900)
  expect(write()).toBe('out_of_memory')
  guard.noteRemoval()
  expect(write(10)).toBe('out_of_memory')
  heap.live = 100
  heap.garbage = 800
  expect(write(10), 'nothing was removed').toBe('out_of_memory')
  guard.noteRemoval()
  expect(write(10)).toBeUndefined()
})

test('writes are admitted again once V8 itself collected enough', () => {
  const { heap, write } = guarded(900)
  expect(write()).toBe('out_of_memory')
  heap.live = 600
  expect(write(), 'not yet').toBe('out_of_memory')
  heap.live = 549
  expect(write()).toBeUndefined()
})

test('a long answer is refused if half of the heap is in use, garbage left out', () => {
  expect(guarded(439, 60).answer()).toBeUndefined()
  expect(guarded(445, 60).answer()).toBe('out_of_memory')
  expect(guarded(494).answer(), 'with no garbage').toBeUndefined()
})

test('a long answer is refused once there is no room to write it', () => {
  expect(guarded(300).answer(299)).toBeUndefined()
  expect(guarded(300).answer(301)).toBe('out_of_memory')
  expect(guarded(150, 160).answer(301), 'garbage left out').toBeUndefined()
})

test('a long answer is checked for each MiB of it', () => {
  const { heap, guard } = guarded(100)
  const admit = guard.beginText()
  for (let index = 0; index < 5000; index++) admit('')
  expect(heap.looks).toBe(0)
  admit(MEBIBYTE)
  expect(heap.looks).toBe(1)
})

test('a long answer that is refused leaves writes as they were', () => {
  const { answer, write } = guarded(520)
  expect([answer(), write()]).toEqual(['out_of_memory', undefined])
})

test('the heap reader reads the heap of V8, and collects its garbage', () => {
  let large: unknown = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
  const before = systemHeap.used()
  expect(before).toBeGreaterThan(10 * MIB)
  large = undefined
  systemHeap.collect()
  expect([large, systemHeap.used() < before]).toEqual([undefined, true])
  expect('gc' in globalThis).toBe(false)
})
