import { expect, test } from 'vitest'
import { passTime, type Timed } from '../../src/own-service/due.js'
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
  expect(passTime(noting, state, { since: 0, now: 20 })).toEqual({ c: 30 })
  expect(names).toEqual(['a', 'b'])
})

test('it happens at its own instant, and may make more due', () => {
  const moments: number[] = []
  const retries: Timed = {
    ...leases,
    onDue: ({ state, name, now }) => {
      moments.push(now)
      if (now < 30) Object.assign(state, { [name]: now + 10 })
      else Reflect.deleteProperty(state, name)
    },
  }
  expect(passTime(retries, jsonState({ a: 10 }), { since: 0, now: 100 })).toEqual({})
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
  passTime(late, jsonState({ a: 10 }), { since: 5, now: 50 })
  expect(moments).toEqual([10, 10])
})

test('without onDue nothing happens', () => {
  const state = jsonState({ a: 10 })
  expect(passTime({ due: (held) => leases.due?.(held) ?? [] }, state, { since: 0, now: 50 })).toBe(state)
})

test('a chain without an end is refused with its last names, and one that changes nothing with its name', () => {
  const endless: Timed = {
    ...leases,
    onDue: ({ state, name, now }) => void Object.assign(state, { [name]: now }),
  }
  const until = { since: 0, now: 50 }
  expect(() => passTime(endless, jsonState({ a: 10 }), until)).toThrow('onDue changed nothing for a')
  const busy: Timed = { ...leases, onDue: ({ state, now }) => void Object.assign(state, { a: now + 0.001 }) }
  expect(() => passTime(busy, jsonState({ a: 10 }), until)).toThrow(/more than 10000 things.*the last: a at/)
})

test('onDue returns nothing: a promise, or something to send, is refused', () => {
  for (const returned of [Promise.resolve(), { send: 1 }]) {
    const odd: Timed = { ...leases, onDue: () => returned }
    expect(() => passTime(odd, jsonState({ a: 10 }), { since: 0, now: 50 })).toThrow('onDue returns nothing')
  }
})

test('what due lists is checked', () => {
  const odd = { ...leases, due: () => JSON.parse('[{"name":"a","at":"soon"}]') }
  expect(() => passTime(odd, jsonState({}), { since: 0, now: 1 })).toThrow('found {"name":"a","at":"soon"}')
})
