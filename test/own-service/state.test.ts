import { expect, test } from 'vitest'
import { jsonState, withDraft } from '../../src/own-service/json-state.js'

test('a change is made in a copy, which shares what did not change', () => {
  const before = jsonState({ a: { n: 1 }, b: { n: 2 } })
  const { state, result } = withDraft(before, (draft) => {
    Object.assign(draft, { c: [1, { d: true }] })
    return 'done'
  })
  expect([before, state, result]).toEqual([
    { a: { n: 1 }, b: { n: 2 } },
    { a: { n: 1 }, b: { n: 2 }, c: [1, { d: true }] },
    'done',
  ])
  expect(Reflect.get(state, 'a')).toBe(Reflect.get(before, 'a'))
})

test('a state that nobody changes stays the same object', () => {
  const before = jsonState({ a: { n: 1 } })
  expect(withDraft(before, (draft) => JSON.stringify(draft)).state).toBe(before)
})

test('a change that throws changes nothing', () => {
  const before = jsonState({ n: 1 })
  const change = (draft: object) => {
    Object.assign(draft, { n: 2 })
    throw new Error('no')
  }
  expect(() => withDraft(before, change)).toThrow('no')
  expect(before).toEqual({ n: 1 })
})

test('objects in a state have no prototype: inherited names are undefined, and __proto__ is a key like others', () => {
  const state = jsonState(JSON.parse('{"__proto__": {"x": 1}, "inner": {}}'))
  expect(Reflect.get(state, 'constructor')).toBeUndefined()
  expect(Object.keys(state)).toEqual(['__proto__', 'inner'])
  const { state: after } = withDraft(state, (draft) => Object.assign(Reflect.get(draft, 'inner'), { y: {} }))
  expect(Object.getPrototypeOf(Reflect.get(Reflect.get(after, 'inner'), 'y'))).toBeNull()
  const renamed = withDraft(state, (draft) => Reflect.set(draft, '__proto__', 5)).state
  expect(JSON.stringify(renamed)).toBe('{"__proto__":5,"inner":{}}')
})

test.each([
  ['a date', { at: new Date(0) }, 'state.at is a Date, which is not JSON'],
  ['a map', { a: [new Map()] }, 'state.a[0] is a Map, which is not JSON'],
  ['undefined', { 'a b': undefined }, 'state["a b"] is undefined, which is not JSON'],
  ['a hole of a list', { a: Array(1) }, 'state.a[0] is undefined, which is not JSON'],
  ['an invalid number', { a: Number.NaN }, 'state.a is NaN, which is not JSON'],
  ['a bigint', { a: 1n }, 'state.a is a bigint, which is not JSON'],
  ['a function', { a: () => 1 }, 'state.a is a function, which is not JSON'],
])('%s in a state is refused with its place', (_, data, message) => {
  expect(() => jsonState(data)).toThrow(message)
  expect(() => withDraft(jsonState({}), (draft) => Object.assign(draft, data))).toThrow(message)
})

test('a cycle is refused with its place, and so is data that nests too deep', () => {
  const cycle: Record<string, unknown> = { a: {} }
  Object.assign(cycle.a as object, { b: cycle })
  expect(() => jsonState(cycle)).toThrow('state.a.b contains itself')
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(() => jsonState(deep)).toThrow('levels deep')
})

test('a draft is of no use after its change', () => {
  let kept: object = {}
  withDraft(jsonState({ a: 1 }), (draft) => {
    kept = draft
  })
  expect(() => Object.keys(kept)).toThrow(TypeError)
})

test('a state that is put into itself again and again is refused before it nests too deep', () => {
  let state = jsonState({ root: {} })
  const wrap = () => {
    state = withDraft(state, (draft) =>
      Object.assign(draft, { root: { root: Reflect.get(draft, 'root') } }),
    ).state
  }
  expect(() => {
    for (let times = 0; times < 300; times++) wrap()
  }).toThrow('nested more than 250 levels deep')
  expect(() => JSON.stringify(state)).not.toThrow()
})

test('-0 is kept as 0, as JSON has it', () => {
  expect(Object.is(Reflect.get(jsonState({ n: -0 }), 'n'), 0)).toBe(true)
})

test('an object of a class without a constructor is refused with its place', () => {
  const odd = Object.create(Object.create({}, { constructor: { value: undefined } }))
  expect(() => jsonState({ odd })).toThrow('state.odd is a value with a prototype, which is not JSON')
})
