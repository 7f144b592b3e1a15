import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { traceparentOf } from '../../src/worlds/carriers/traceparent.js'
import { type Destination, destinationOf, type Unroutable } from '../../src/worlds/destination.js'

const SEED = {
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [
        { key: 'k', scope: 'admin' as const },
        { key: 'own@w1', scope: 'admin' as const },
      ],
    },
  ],
  database: { keys: [{ key: 'db' }] },
}

let emulator: LaunchedEmulator

beforeEach(async () => {
  emulator = await launch({ services, seed: SEED })
  for (let count = 0; count < 3; count++) emulator.home.worlds.create(emulator.home, { from: 'seed' })
  emulator.home.worlds.remove('w3')
})

afterEach(() => emulator.close())

const find = (headers: Record<string, string>, url = '/v1/kv/ns_a_1/a', requireWorld = false) =>
  destinationOf({ method: 'GET', url, headers }, { home: emulator.home, requireWorld, hasAdmin: true })

/** The id of the found world, or the reason for none. */
const worldOf = (found: Destination | Unroutable) =>
  'reason' in found ? `${found.status} ${found.reason}` : (found.context.world.id ?? 'default')

const token = (world: string) =>
  `Bearer e30.${Buffer.from(JSON.stringify({ emulator_world: world })).toString('base64url')}.c2ln`
const foreign = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const gone = '404 there is no world'

describe('the world of a request', () => {
  test.each([
    [{}, 'default'],
    [{ baggage: 'emulator-world=w1' }, 'w1'],
    [{ baggage: 'user=alice' }, 'default'],
    [{ traceparent: traceparentOf('w2') }, 'w2'],
    [{ traceparent: foreign }, 'default'],
    [{ 'x-kv-key': 'k@w1' }, 'w1'],
    [{ 'x-api-key': 'db@w2' }, 'w2'],
    [{ authorization: token('w1') }, 'w1'],
    [{ baggage: 'emulator-world=w1', traceparent: traceparentOf('w1'), 'x-kv-key': 'k@w1' }, 'w1'],
    [{ 'x-emulator-world': 'w2', traceparent: foreign, 'x-kv-key': 'k@w2' }, 'w2'],
    // A known key, or one that names a world that never existed, is a key like any other.
    [{ 'x-kv-key': 'own@w1' }, 'default'],
    [{ 'x-kv-key': 'k@example' }, 'default'],
    [{ 'x-kv-key': 'own@w1', baggage: 'emulator-world=w2' }, 'w2'],
  ])('a request with %j is for the world %s', (headers, world) => {
    expect(worldOf(find(headers))).toBe(world)
  })

  test.each([
    [{ baggage: 'emulator-world=w9' }, 'w9'],
    [{ traceparent: traceparentOf('w3') }, traceparentOf('w3').slice(3, 35)],
    [{ 'x-kv-key': 'k@w3' }, 'w3'],
    [{ authorization: token('w9') }, 'w9'],
  ])('a request is not sent to another world if its own is missing or removed: %j', (headers, named) => {
    expect(worldOf(find(headers))).toContain(`${gone} ${named}`)
  })

  test.each([
    [
      { baggage: 'emulator-world=w1,emulator-world=w2' },
      'the baggage names the world w1, but the baggage names w2',
    ],
    [
      { baggage: 'emulator-world=w1', traceparent: traceparentOf('w2') },
      'the baggage names the world w1, but the traceparent names w2',
    ],
    [
      { 'x-emulator-world': 'w1', baggage: 'emulator-world=w2' },
      'the X-Emulator-World header names the world w1, but the baggage names w2',
    ],
    [
      { traceparent: traceparentOf('w1'), 'x-kv-key': 'k@w2' },
      'the traceparent names the world w1, but the X-KV-Key header names w2',
    ],
    [
      { 'x-kv-key': 'k@w1', 'x-api-key': 'db@w2' },
      'the X-KV-Key header names the world w1, but the X-API-Key header names w2',
    ],
    [
      { authorization: token('w1'), 'x-kv-key': 'k@w2' },
      'the token names the world w1, but the X-KV-Key header names w2',
    ],
  ])('a request is refused if two headers name different worlds: %j', (headers, reason) => {
    expect(worldOf(find(headers))).toBe(`400 ${reason}`)
  })

  test('a request is refused if the path and a header name different worlds', () => {
    const url = '/_worlds/w1/v1/kv/ns_a_1/a'
    expect(worldOf(find({ 'x-kv-key': 'k@w1' }, url))).toBe('w1')
    expect(worldOf(find({ 'x-kv-key': 'k@w2' }, url))).toBe(
      '400 the path names the world w1, but the X-KV-Key header names w2',
    )
  })

  test('the world of admin calls follows from the trace, but not from a credential', () => {
    expect(worldOf(find({ baggage: 'emulator-world=w1' }, '/_admin/clock'))).toBe('w1')
    expect(worldOf(find({ traceparent: traceparentOf('w2') }, '/_admin/clock'))).toBe('w2')
    expect(worldOf(find({ authorization: token('w1'), 'x-kv-key': 'k@w1' }, '/_admin/clock'))).toBe('default')
  })
})

test('a key is split from the world after it, unless that world knows the whole text as a key', () => {
  const keysOf = (sent: string) => {
    const found = find({ 'x-kv-key': sent, baggage: 'emulator-world=w1' })
    return 'reason' in found ? found.reason : found.namingKeys.map(({ key }) => key)
  }
  expect(keysOf('k@w1')).toEqual(['k'])
  expect(keysOf('own@w1')).toEqual([])
  const { state } = emulator.home.worlds.find('w1')?.world ?? emulator.world
  state.addKey('new@w1', 'ns_a_1', 'admin')
  const found = find({ 'x-kv-key': 'new@w1' })
  expect(worldOf(found)).toBe('w1')
  expect(found).toMatchObject({ namingKeys: [] })
})

test('if a world is required, the refusal names what the request lacks', () => {
  const reasonOf = (headers: Record<string, string>) => {
    const found = find(headers, undefined, true)
    return ('missing' in found ? found.missing : undefined) ?? worldOf(found)
  }
  expect(reasonOf({})).toMatch(
    /^this request names no world, and --require-world, in code requireWorld, is on: /,
  )
  expect(reasonOf({ baggage: 'user=alice', traceparent: foreign })).toContain(
    'names no world (its baggage has no emulator-world, its traceparent is not from POST /_admin/worlds)',
  )
  expect(reasonOf({ 'x-kv-key': 'own@w1' })).toContain('names no world')
  expect(reasonOf({ 'x-kv-key': 'k@w1' })).toBe('w1')
})
