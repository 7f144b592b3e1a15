import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Attribution } from '../../src/history/attribution.js'
import { bundleOf, bundlePieces } from '../../src/history/bundle/write.js'
import { type Difference, differing } from '../../src/history/difference.js'
import { type View, viewOf } from '../../src/history/view.js'
import { contextOf } from '../support/admin-calls.js'
import { dataRequest } from '../support/data-request.js'
import { Service } from '../support/service.js'

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
  differing(before, after, (difference) => found.push(difference))
  return found
}

describe('of two moments', () => {
  let one: View
  let other: View
  beforeEach(async () => {
    ;[one, other] = [await viewWith(1), await viewWith(2)]
    longest = 0
  })
  test('what made it so is found', () => {
    const places = differences(one, other).map(({ place }) => place)
    longest = 0
    const attribution = Attribution.of(places, one)
    attribution.settle(other)
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
  const pieces = [...bundlePieces(await bundleOf(past))]
  const { commands } = JSON.parse(pieces.join(''))
  const told = commands[0][member]
  expect(Buffer.from(told, member === 'body' ? 'utf8' : 'base64').equals(body)).toBe(true)
})
