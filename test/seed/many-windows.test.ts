import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { hasManyNames, MANY_NAMES, namesOf } from '../../src/core/json/many-names.js'
import { SLICE_ITEMS, Slice } from '../../src/core/steps.js'
import { exportSeed } from '../../src/seed/export.js'
import { joinDocuments } from '../../src/seed/join.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { readResume } from '../../src/seed/resume.js'
import { seed as seedSchema } from '../../src/seed/schema/schema.js'
import { jsonPieces } from '../../src/seed/text/json-pieces.js'
import { yamlPieces } from '../../src/seed/text/yaml-pieces.js'
import { Service } from '../support/service.js'
import { turnsOf } from '../support/turns.js'

/** The engine takes 15 ms and more to list 100,000 names: windows of rates are listed once, while they are read or made. */

const MANY = 3 * SLICE_ITEMS
const WINDOW = { number: 1, used: 2 }
const keys = Array.from({ length: MANY }, (_, index) => `db_${index}`)
const text = JSON.stringify({ resume: { rateWindows: Object.fromEntries(keys.map((key) => [key, WINDOW])) } })
const read = () => parseSeeds([{ name: 'seed', text }])
const windowsOf = (seed: { readonly resume?: { readonly rateWindows?: object } }): object =>
  seed.resume?.rateWindows ?? {}

/** Does the work, and tells whether the names of a mapping were listed for it. */
function listsNames(mapping: object, work: () => unknown): boolean {
  const methods = ['keys', 'values', 'entries'] as const
  const spies = methods.map((method) => vi.spyOn(Object, method))
  try {
    work()
    return spies.some((spy) => spy.mock.calls.some(([listed]) => listed === mapping))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

test('those that are exported are listed while they are made', async () => {
  const { world } = await Service.start('')
  for (const key of keys) world.state.rateWindows.set(key, WINDOW)
  const windows = windowsOf(exportSeed(world))
  expect(hasManyNames(windows)).toBe(true)
  expect(namesOf(windows)).toEqual(keys)
})

test('few of them are not kept in mind', async () => {
  const { world } = await Service.start('')
  for (const key of keys.slice(0, MANY_NAMES)) world.state.rateWindows.set(key, WINDOW)
  expect(hasManyNames(windowsOf(exportSeed(world)))).toBe(false)
})

test.each([
  ['written as JSON', (data: object) => [...jsonPieces(data)]],
  ['written as YAML', (data: object) => [...yamlPieces(data)]],
  ['taken from a seed', (data: object) => turnsOf(readResume({ data }))],
])('they are not listed again where they are %s', (_, work) => {
  const { data } = read()
  expect(listsNames(windowsOf(data), () => work(data))).toBe(false)
})

test('they are not looked at where the rest of a seed is checked', () => {
  const looked = vi.fn()
  const rateWindows = new Proxy(
    { db: WINDOW },
    { ownKeys: looked, get: looked, getOwnPropertyDescriptor: looked },
  )
  expect(v.safeParse(seedSchema, { resume: { rateWindows } }).success).toBe(true)
  expect(looked).not.toHaveBeenCalled()
})

test('they are joined in slices', () => {
  const documents = [read(), read()]
  expect(turnsOf(joinDocuments(documents, new Slice()))).toBeGreaterThanOrEqual((2 * MANY) / SLICE_ITEMS)
})
