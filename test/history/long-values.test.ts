import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { atOnce } from '../../src/core/steps.js'
import { Attribution } from '../../src/history/attribution.js'
import { bundleOf, bundlePieces } from '../../src/history/bundle/write.js'
import { changeLine, toChange } from '../../src/history/change.js'
import { type Difference, differing } from '../../src/history/difference.js'
import { entrySubject, lifeOf } from '../../src/history/life.js'
import { type View, viewOf } from '../../src/history/view.js'
import { contextOf } from '../support/admin-calls.js'
import { dataRequest } from '../support/data-request.js'
import { watchLongJoins } from '../support/long-joins.js'
import { Service } from '../support/service.js'
import { turnsOf } from '../support/turns.js'

/** What compares, tells of and writes a value of some MB does so in slices. */

const NS = 'ns_a_1'
const STORE = 'ec_a_1'
const CHARACTERS = 1_000_000
/** No more JSON than this is read or written in one go. */
const AT_ONCE_MAX = 200_000

let longest = 0

beforeEach(() => {
  const { parse, stringify } = JSON
  longest = 0
  vi.spyOn(JSON, 'parse').mockImplementation((text, ...others) => {
    longest = Math.max(longest, text.length)
    return parse(text, ...others)
  })
  vi.spyOn(JSON, 'stringify').mockImplementation((...given: Parameters<typeof JSON.stringify>) => {
    const text = stringify(...given)
    longest = Math.max(longest, text?.length ?? 0)
    return text
  })
})
afterEach(() => vi.restoreAllMocks())

const list = (last: number) => [...Array.from({ length: CHARACTERS / 8 }, () => 1_234_567), last]
const longText = (last: number) => 'é"\n'.repeat(CHARACTERS / 3) + last

async function viewWith(number: number): Promise<View> {
  const entries = [
    { key: 'list', value: list(number) },
    { key: 'text', value: longText(number) },
    { key: 'same', value: longText(0) },
  ]
  const { world } = await Service.start({
    clock: { now: 0, freeze: true },
    namespaces: [{ id: NS, entries: entries.map((entry) => ({ ...entry, ttlSeconds: 60 })) }],
    stores: [{ id: STORE, entries: entries.map((entry) => ({ ...entry, updatedAt: 0 })) }],
    database: {
      documents: [
        { id: 1, title: longText(number), content: longText(0) },
        { id: 2, title: longText(0) },
      ],
    },
  })
  return viewOf(world)
}

function differences(before: View, after: View): readonly Difference[] {
  const found: Difference[] = []
  atOnce(differing(before, after, (difference) => found.push(difference)))
  return found
}

describe('of two moments', () => {
  let one: View
  let other: View
  beforeEach(async () => {
    ;[one, other] = [await viewWith(1), await viewWith(2)]
    longest = 0
  })

  test('it is compared, and told', () => {
    const found = differences(one, other)
    const places = [`/namespaces/${NS}/entries`, `/stores/${STORE}/entries`]
    expect(found.map(({ place }) => place.path).toSorted()).toEqual(
      [...places.flatMap((place) => [`${place}/list`, `${place}/text`]), '/database/documents/1'].toSorted(),
    )
    const lines = found.map((difference) => changeLine(toChange({ ...difference, by: 'r1' })))
    expect(longest).toBeLessThan(AT_ONCE_MAX)
    expect(lines.find((line) => line.includes(`${NS}/entries/list`))).toMatch(
      /^~ \S+ {2}\{"key":"list","value":\[1234567,[\d,]+… → \{"key":"list",[^…]+… {2}\(r1\)\n$/,
    )
    // Five are there twice, 64 KiB in a half of a slice.
    expect(turnsOf(differing(one, other, () => {}))).toBeGreaterThan((4 * 2 * CHARACTERS) / (2 * 65_536))
  })

  test('what made it so is found', () => {
    const places = differences(one, other).map(({ place }) => place)
    longest = 0
    const attribution = atOnce(Attribution.of(places, one))
    atOnce(attribution.settle(other))
    expect(attribution.by(`/namespaces/${NS}/entries/text`)).toBe('time')
    expect(longest).toBeLessThan(AT_ONCE_MAX)
  })

  test('times and names that differ are told of a long value too', async () => {
    const later = await Service.start({
      clock: { now: 0, freeze: true },
      namespaces: [{ id: NS, entries: [{ key: 'same', value: longText(0), ttlSeconds: 61 }] }],
    })
    const paths = differences(one, viewOf(later.world)).map(({ place }) => place.path)
    expect(paths).toContain(`/namespaces/${NS}/entries/same`)
  })
})

test('its life is told without a copy of it', async () => {
  const value = list(1)
  const keys = [{ key: 'k', scope: 'admin' }]
  const entries = [{ key: 'list', value, ttlSeconds: 60 }]
  const service = await Service.start({ namespaces: [{ id: NS, keys, entries }] })
  const send = (method: string, body = '') =>
    service.plane.answer(service.world, dataRequest(method, `/v1/kv/${NS}/list`, { 'x-kv-key': 'k' }, body))
  await send('GET')
  await send('PUT', '{"value":2,"ttlSeconds":60}')
  await send('PUT', '{"value":2,"ttlSeconds":60}')
  const context = contextOf(service)
  const past = { context, callAdmin: () => Promise.reject(new Error('no call is made again')) }
  longest = 0
  const joins = watchLongJoins(CHARACTERS / 2)
  const events = await lifeOf(past, entrySubject(NS, 'list'))
  expect([joins.count(), longest < AT_ONCE_MAX]).toEqual([0, true])
  expect(events.map(({ kind }) => kind)).toEqual(['written', 'read', 'written', 'written', 'expires'])
  expect(events[0]).toMatchObject({ value: { value: { text: JSON.stringify(value) } } })
  expect(events.slice(1)).toMatchObject([{}, { value: { value: 2 } }, { value: { value: 2 } }, {}])
})

/** The log of the service here holds no more. */
const LOGGED = 'é"\n'.repeat(70_000)

test.each<[string, Buffer, string]>([
  ['a text', Buffer.from(`{"value":${JSON.stringify(LOGGED)},"ttlSeconds":60}`), 'body'],
  ['bytes that are none', Buffer.alloc(400_001, 0xff), 'bodyBase64'],
])('a request with it in a bundle: %s', async (_what, body, member) => {
  const service = await Service.start({ namespaces: [{ id: NS, keys: [{ key: 'k', scope: 'admin' }] }] })
  const request = { ...dataRequest('PUT', `/v1/kv/${NS}/a`, { 'x-kv-key': 'k' }), body }
  await service.plane.answer(service.world, request)
  const past = {
    context: contextOf(service),
    callAdmin: () => Promise.reject(new Error('no call is made again')),
  }
  longest = 0
  const pieces = [...bundlePieces(await bundleOf(past))]
  expect(longest).toBeLessThan(AT_ONCE_MAX)
  const { commands } = JSON.parse(pieces.join(''))
  const told = commands[0][member]
  expect(Buffer.from(told, member === 'body' ? 'utf8' : 'base64').equals(body)).toBe(true)
})
