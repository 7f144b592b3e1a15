import { expect, test } from 'vitest'
import { allDue, passTime, type Timed } from '../../src/own-service/due.js'
import { jsonState } from '../../src/own-service/json-state.js'

type Leases = Record<string, number>

const leases: Timed = {
  due: (state) => Object.entries(state as Leases).map(([name, at]) => ({ name, at })),
  onDue: ({ state, name }) => Reflect.deleteProperty(state, name),
}

test('what is due happens in order, and the rest stays', () => {
  const state = jsonState({ c: 30, b: 20, a: 10 })
  const names: string[] = []
  const noting: Timed = { ...leases, onDue: (moment) => names.push(moment.name) && leases.onDue?.(moment) }
  expect(passTime(noting, state, 20)).toEqual({ c: 30 })
  expect(names).toEqual(['a', 'b'])
})

test('what is due happens at its own instant, and may make more due', () => {
  const moments: number[] = []
  const retries: Timed = {
    ...leases,
    onDue: ({ state, name, now }) => {
      moments.push(now)
      if (now < 30) Object.assign(state, { [name]: now + 10 })
      else Reflect.deleteProperty(state, name)
    },
  }
  expect(passTime(retries, jsonState({ a: 10 }), 100)).toEqual({})
  expect(moments).toEqual([10, 20, 30])
})

test('something that became due in the past happens now: time never goes back', () => {
  const moments: number[] = []
  const late: Timed = {
    ...leases,
    onDue: ({ state, name, now }) => {
      moments.push(now)
      Reflect.deleteProperty(state, name)
      if (name === 'a') Object.assign(state, { b: 1 })
    },
  }
  passTime(late, jsonState({ a: 10 }), 50)
  expect(moments).toEqual([10, 10])
})

test('`due` is asked once for each state, and once more if something happens', () => {
  let asked = 0
  const counted: Timed = {
    ...leases,
    due: (state) => {
      asked++
      return leases.due?.(state) ?? []
    },
  }
  const state = jsonState(
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`lease_${at}`, 10 + at])),
  )
  for (const now of [1, 2, 9]) expect(passTime(counted, state, now)).toBe(state)
  expect(asked).toBe(1)
  expect(passTime(counted, state, 200)).toEqual({})
  expect(asked).toBe(1 + 1 + 100)
})

test('nothing happens without onDue', () => {
  const state = jsonState({ a: 10 })
  expect(passTime({ due: (held) => leases.due?.(held) ?? [] }, state, 50)).toBe(state)
})

test('a chain without an end is refused with its last names, and one that changes nothing with its name', () => {
  const endless: Timed = {
    ...leases,
    onDue: ({ state, name, now }) => void Object.assign(state, { [name]: now }),
  }
  const until = 50
  expect(() => passTime(endless, jsonState({ a: 10 }), until)).toThrow('onDue changed nothing for a')
  let count = 0
  const busy: Timed = {
    due: (state) => Object.keys(state).map((name) => ({ name, at: 10 })),
    onDue: ({ state }) => void Object.assign(state, { a: count++ }),
  }
  expect(() => passTime(busy, jsonState({ a: 10 }), until)).toThrow(/more than 10000 things.*the last: a at/)
})

test('onDue returns nothing: a promise, or something to send, is refused', () => {
  for (const [returned, message] of [
    [Promise.resolve(), 'onDue returned a promise'],
    [{ send: 1 }, '`send` is reserved'],
  ] as const) {
    const odd: Timed = { ...leases, onDue: () => returned }
    expect(() => passTime(odd, jsonState({ a: 10 }), 50)).toThrow(message)
  }
})

test('what due lists is checked', () => {
  const odd = { ...leases, due: () => JSON.parse('[{"name":"a","at":"soon"}]') }
  expect(() => passTime(odd, jsonState({}), 1)).toThrow('found {"name":"a","at":"soon"}')
})

test('what an arrow function of onDue returns by chance does not count', () => {
  const shifting: Timed = {
    due: (state) => (Array.isArray(state) ? state.map((at) => ({ name: 'next', at })) : []),
    onDue: ({ state }) => (Array.isArray(state) ? state.splice(0, 1) : undefined),
  }
  expect(passTime(shifting, jsonState([1, 2, 3]), 2)).toEqual([3])
})

test('fractions of a ms round up, and what is before 1970 is due at once', () => {
  const listed = {
    due: () => [
      { name: 'a', at: 10.2 },
      { name: 'b', at: -1e300 },
    ],
  }
  expect(allDue(listed, jsonState({}))).toEqual([
    { name: 'a', at: 11 },
    { name: 'b', at: 0 },
  ])
})

test.each([
  ['a promise', Promise.resolve([]), 'due returns a list'],
  ['a set', new Set(), 'due returns a list'],
  ['a list of nothing', [undefined], 'found undefined'],
  ['an invalid instant', [{ name: 'a', at: Number.POSITIVE_INFINITY }], 'with at in virtual ms'],
  ['a bigint', [{ name: 'a', at: 1n }], 'with at in virtual ms'],
])('due that returns %s is refused', (_, listed, message) => {
  const odd: object = { due: () => listed }
  expect(() => allDue(odd, jsonState({}))).toThrow(message)
})
