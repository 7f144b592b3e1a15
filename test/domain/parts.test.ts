import { expect, test } from 'vitest'
import { defaultProfile } from '../../src/domain/profile/profile.js'
import { State } from '../../src/domain/state.js'
import { readPart, type View, type WorldPart } from '../../src/domain/view.js'
import { CONFIG } from '../../src/services/config/contents.js'
import { config } from '../../src/services/config/service.js'
import { services } from '../../src/services/index.js'
import { kv } from '../../src/services/kv/service.js'
import { DAY, HOUR, makeWorld, NOW } from './clocked-worlds.js'

const { state } = makeWorld([
  { key: 'early', expiresAt: NOW + HOUR },
  { key: 'late', expiresAt: NOW + DAY },
]).world
state.of(CONFIG).addStore('ec_a', 'alice').put({ key: 'c', text: '1', updatedAt: 0, updatedIsOffset: false })

const viewOf = (now: number, held: State = state): View => ({
  state: held,
  clock: { now, mode: 'frozen', rate: 1 },
  profile: defaultProfile,
  faults: new Map(),
})
const pathsOf = (parts: readonly WorldPart[]) => parts.map(({ path }) => path)
const start = viewOf(NOW)
const moved = viewOf(NOW, state.fork(NOW + 1))
const entries = '/namespaces/ns_a/entries'

test('views of the same state differ in the entries that expire in between', () => {
  const later = viewOf(NOW + HOUR)
  expect(pathsOf(kv.parts.records(start, viewOf(NOW + 1)))).toEqual([])
  expect(pathsOf(kv.parts.records(start, later))).toEqual([`${entries}/early`])
  expect(kv.parts.settings(start, later)).toEqual([])
})

test('views of states with other origins may differ in all that has times', () => {
  expect(pathsOf(kv.parts.records(start, moved))).toEqual([`${entries}/early`, `${entries}/late`])
  expect(pathsOf(kv.parts.settings(start, moved))).toContain('/namespaces/ns_a/owner')
  expect(config.parts.settings(start, moved)).toEqual([])
  expect(config.parts.records(start, moved)).toEqual([])
})

test('views differ in the namespaces that only one of them has, whenever it is', () => {
  const empty = viewOf(NOW + DAY, State.empty(services).fork(state.origin))
  const all = [`${entries}/early`, `${entries}/late`]
  expect(pathsOf(kv.parts.records(empty, start))).toEqual(all)
  expect(pathsOf(kv.parts.records(start, empty))).toEqual(all)
})

test('the value of a part is read again only if the object behind it or the origin has changed', () => {
  const [part] = kv.parts.records(start, moved)
  const [owner] = kv.parts.settings(start, moved)
  if (part === undefined || owner === undefined) throw new Error('nothing differs')
  const before = readPart(part, start)
  expect(readPart(part, viewOf(NOW + 1), before)).toBe(before)
  expect(readPart(part, moved, before)).not.toBe(before)
  expect(readPart(owner, start, readPart(owner, viewOf(0, State.empty(services))))).toMatchObject({
    value: 'u',
  })
})
