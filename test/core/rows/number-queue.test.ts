import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberQueue } from '../../../src/core/rows/number-queue.js'

test('it gives back what came in, in order, however long it grows', () => {
  const steps = fc.array(fc.oneof(fc.nat(200), fc.integer({ min: -150, max: -1 }), fc.constant('clear')))
  fc.assert(
    fc.property(steps, (changes) => {
      const queue = new NumberQueue()
      let list: number[] = []
      let next = 0.5
      for (const change of changes) {
        if (change === 'clear') {
          queue.clear()
          list = []
        } else if (Number(change) >= 0) {
          for (let count = 0; count < Number(change); count++) {
            queue.push(next)
            list.push(next)
            next++
          }
          if (list.length > 0) {
            queue.set(list.length - 1, -next)
            list[list.length - 1] = -next
          }
        } else {
          for (let count = Math.min(-Number(change), list.length); count > 0; count--)
            expect(queue.shift()).toBe(list.shift())
        }
        expect(queue.length).toBe(list.length)
        expect(list.map((_, index) => queue.at(index))).toEqual(list)
      }
      expect(queue.at(list.length)).toBe(0)
    }),
  )
})
