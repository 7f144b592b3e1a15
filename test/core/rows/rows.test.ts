import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type MayBeRow, type RowFormat, type RowPlace, Rows } from '../../../src/core/rows/rows.js'

/** A thing that is kept as a row. */
class Point implements MayBeRow {
  constructor(
    readonly name: string,
    readonly x: number,
    readonly at = x + 1000,
  ) {}

  get rowFormat(): RowFormat {
    return pointRow
  }
}

const pointRow: RowFormat = {
  values: 1,
  numbers: 2,
  write(point: Point, { values, value, numbers, number }: RowPlace) {
    values[value] = point.name
    numbers[number] = point.x
    numbers[number + 1] = point.at
  },
  read: ({ values, value, numbers, number }) => new Point(values[value] as string, numbers[number] ?? 0),
}

/** A thing that stays as it is. */
interface Mark extends MayBeRow {
  readonly mark: number
}

type Thing = Point | Mark

const thing = (number: number): Thing =>
  number % 7 === 3 ? { mark: number } : new Point(`p${number}`, number / 4)

const rowsOf = (count: number): Rows<Thing> => {
  const rows = new Rows<Thing>()
  for (let number = 0; number < count; number++) rows.push(thing(number))
  return rows
}

describe('a list of rows is like an array', () => {
  const changes = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ push: fc.integer({ min: 1, max: 400 }) }) },
      { weight: 3, arbitrary: fc.record({ drop: fc.integer({ min: 1, max: 600 }) }) },
      fc.record({ set: fc.nat(1000) }),
      fc.constant({ pop: true }),
      fc.constant({ clear: true }),
      fc.constant({ look: true }),
    ),
    { maxLength: 30 },
  )

  test('however it grows, is shortened and changed', () => {
    fc.assert(
      fc.property(changes, (steps) => {
        const rows = new Rows<Thing>()
        let list: Thing[] = []
        let next = 0
        const looks: { seen: Iterable<Thing>; lastFirst: Iterable<Thing>; list: readonly Thing[] }[] = []
        for (const step of steps) {
          if ('look' in step) {
            looks.push({ seen: rows.asOfNow(), lastFirst: rows.lastFirstAsOfNow(), list: [...list] })
          } else if ('push' in step) {
            for (let count = 0; count < step.push; count++) {
              const added = thing(next++)
              rows.push(added)
              list.push(added)
            }
          } else if ('drop' in step) {
            rows.dropFirst(step.drop)
            list = list.slice(step.drop)
          } else if ('set' in step && step.set < list.length) {
            const other = thing(next++)
            rows.set(step.set, other)
            list[step.set] = other
          } else if ('pop' in step) {
            // Only what was pushed last, and nothing behind it, is taken back.
            const added = thing(next++)
            rows.push(added)
            expect(rows.pop()).toBe(added)
          } else if ('clear' in step) {
            rows.clear()
            list = []
          }
          expect(rows.length).toBe(list.length)
          expect(rows.slice()).toEqual(list)
        }
        expect([...rows.lastFirst()]).toEqual(list.toReversed())
        for (const look of looks) {
          expect([...look.seen]).toEqual(look.list)
          expect([...look.lastFirst]).toEqual(look.list.toReversed())
        }
        expect(rows.at(-1)).toBeUndefined()
        expect(rows.at(list.length)).toBeUndefined()
      }),
    )
  })

  test.each([
    [0, 300],
    [100, 200],
    [-5, 10],
    [290, 900],
    [200, 100],
  ])('from %d to %d', (from, to) => {
    const rows = rowsOf(300)
    const numbers = Array.from({ length: 300 }, (_, number) => number)
    expect(rows.slice(from, to)).toEqual(numbers.slice(Math.max(0, from), to).map(thing))
  })

  test('the last of those that are wanted is found by its number, or as one without a row', () => {
    const rows = rowsOf(300)
    rows.dropFirst(7)
    expect(rows.findLastIndex(100 / 4, () => true)).toBe(297 - 7)
    expect(rows.findLastIndex(100 / 4, (one) => 'name' in one)).toBe(100 - 7)
    expect(rows.findLastIndex(0, (one) => 'mark' in one && one.mark < 100)).toBe(94 - 7)
    expect(rows.findLastIndex(0, (one) => 'name' in one)).toBe(-1)
    expect(rows.findLastIndex(100 / 4, () => false)).toBe(-1)
  })

  test('to find one makes no other', () => {
    const rows = rowsOf(3000)
    const made = vi.spyOn(pointRow, 'read')
    rows.findLastIndex(100 / 4, (one) => 'name' in one)
    rows.findLastIndex(-1, (one) => 'name' in one)
    expect(made).toHaveBeenCalledTimes(1)
    made.mockRestore()
  })
})

test('to look at very many copies nothing but what is written to afterwards, once', () => {
  const rows = rowsOf(30_000)
  const copied = vi.spyOn(Float64Array.prototype, 'slice')
  const seen = rows.asOfNow()
  expect(copied).toHaveBeenCalledTimes(0)
  rows.push(thing(1))
  rows.push(thing(2))
  rows.dropFirst()
  rows.dropFirst()
  expect(copied).toHaveBeenCalledTimes(2)
  copied.mockRestore()
  expect([...seen]).toHaveLength(30_000)
})

test('when a thing was is told without making it, but of what is no row', () => {
  const rows = rowsOf(3000)
  rows.dropFirst(7)
  const made = vi.spyOn(pointRow, 'read')
  const times = Array.from({ length: rows.length }, (_, index) => rows.timeAt(index))
  expect([-1, rows.length].map((index) => rows.timeAt(index))).toEqual([undefined, undefined])
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
  const things = rows.slice()
  expect(times).toEqual(things.map((one) => ('at' in one ? one.at : undefined)))
})

test('the last thing, and those without a format, stay themselves', () => {
  const rows = new Rows<Thing>()
  const things = Array.from({ length: 300 }, (_, number) => thing(number))
  for (const one of things) rows.push(one)
  const kept = things.map((one, index) => rows.at(index) === one)
  expect(kept.slice(-3)).toEqual([true, false, true])
  expect(kept.indexOf(true)).toBe(3)
})

test('what is dropped is not kept alive', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const rows = new Rows<MayBeRow>()
  const dropped = new WeakRef(fillAndDrop(rows))
  // A weak reference holds its object to the end of the turn in which it was made.
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect(dropped.deref()).toBeUndefined()
  expect(rows.length).toBe(190)
})

/** @returns the object of the first row of 200, which was dropped with nine others */
function fillAndDrop(rows: Rows<MayBeRow>): object {
  const format: RowFormat = {
    values: 1,
    numbers: 0,
    write(holder: Holder, { values, value }: RowPlace) {
      values[value] = holder.object
    },
    read: ({ values, value }) => new Holder(values[value] as object, format),
  }
  const first = {}
  for (let index = 0; index < 200; index++) rows.push(new Holder(index === 0 ? first : {}, format))
  rows.dropFirst(10)
  return first
}

class Holder implements MayBeRow {
  constructor(
    readonly object: object,
    readonly rowFormat: RowFormat,
  ) {}
}
