import { describe, expect, test } from 'vitest'
import type { FaultMatch, FaultSpec } from '../../../src/domain/faults/fault.js'
import { type FaultSubject, Faults } from '../../../src/domain/faults/faults.js'
import { config } from '../../../src/services/config/service.js'
import { noChances, readAt } from './subject.js'

const NOW = 1_000_000

const READ: FaultSubject = {
  ...readAt(NOW),
  path: '/v1/kv/ns_a/k%2F1',
  key: 'k/1',
  request: { at: NOW, method: 'GET', rawHeaders: ['User-Agent', 'app/1'] },
}

const LOST: FaultSubject = {
  ...READ,
  operation: undefined,
  path: '/nowhere',
  resource: undefined,
  key: undefined,
  credential: null,
}

function armed(...specs: FaultSpec[]): Faults {
  const faults = new Faults(10)
  faults.add(specs, NOW)
  return faults
}

test.each<[FaultMatch, boolean]>([
  [{}, true],
  [{ operation: 'kv.get' }, true],
  [{ operation: 'kv.*' }, true],
  [{ operation: '*.get' }, true],
  [{ operation: '*' }, true],
  [{ operation: '**' }, true],
  [{ operation: 'kv' }, false],
  [{ operation: 'config.*' }, false],
  [{ method: 'GET' }, true],
  [{ method: 'get' }, true],
  [{ method: 'PUT' }, false],
  [{ path: '/v1/kv/**' }, true],
  [{ path: '/v1/kv/ns_a/k%2F1' }, true],
  [{ path: '/v1/kv/ns_a/k/1' }, false],
  [{ path: '/v1/kv/*' }, false],
  [{ namespace: 'ns_a' }, true],
  [{ namespace: 'ns_*' }, false],
  [{ store: 'ns_a' }, false],
  [{ key: 'k/1' }, true],
  [{ key: 'k%2F1' }, false],
  [{ credential: 'kv_read_a' }, true],
  [{ credential: 'kv_read_b' }, false],
  [{ header: { 'User-Agent': 'app/1' } }, true],
  [{ header: { 'user-agent': 'app/2' } }, false],
  [{ header: { 'user-agent': 'app/1', 'x-else': '' } }, false],
  [{ operation: 'kv.*', method: 'GET', namespace: 'ns_a', key: 'k/1' }, true],
  [{ operation: 'kv.*', method: 'GET', namespace: 'ns_a', key: 'k' }, false],
])('the match %j fits a read: %s', (match, holds) => {
  expect(armed({ match, status: 503 }).fire(READ, noChances)?.id).toBe(holds ? 'f_1' : undefined)
})

test.each<[FaultMatch, boolean]>([
  [{}, true],
  [{ path: '/nowhere' }, true],
  [{ operation: '**' }, false],
  [{ namespace: 'ns_a' }, false],
  [{ key: 'k' }, false],
  [{ credential: 'kv_read_a' }, false],
])('the match %j fits a path without an operation: %s', (match, holds) => {
  expect(armed({ match, status: 503 }).fire(LOST, noChances)?.id).toBe(holds ? 'f_1' : undefined)
})

describe('a window', () => {
  const at = (ms: number) => ({ at: NOW + ms })
  const later = (offset: number) => ({ offset })

  test.each<[FaultSpec, number[], number[]]>([
    [{}, [-1e6, 0, 1e6], []],
    [{ from: at(10) }, [10, 11, 1e6], [-1, 0, 9]],
    [{ from: later(10) }, [10, 11], [9]],
    [{ until: at(10) }, [-5, 9], [10, 11]],
    [{ from: later(-10), until: later(10) }, [-10, 0, 9], [-11, 10]],
    [{ from: at(5), until: later(6) }, [5], [4, 6]],
  ])('the window %j is open at %j and closed at %j', (window, open, closed) => {
    const faults = armed({ ...window, status: 503 })
    // In both directions, because the clock can go anywhere.
    for (const ms of [...open, ...closed, ...open]) {
      const id = faults.fire({ ...READ, request: { ...READ.request, at: NOW + ms } }, noChances)?.id
      expect([ms, id]).toEqual([ms, open.includes(ms) ? 'f_1' : undefined])
    }
    const calls = open.length * 2
    expect(faults.list()).toMatchObject([{ matches: calls, hits: calls }])
  })

  test('the window of a fault is listed as instants', () => {
    const faults = armed({ from: later(5), until: at(9), status: 503 }, { status: 503 })
    expect(faults.list()).toMatchObject([{ from: NOW + 5, until: NOW + 9 }, {}])
    expect(faults.list()[1]).toMatchObject({ from: undefined, until: undefined })
  })
})

describe('a match for a request of a config store', () => {
  const STORED: FaultSubject = {
    ...READ,
    operation: config.operations.find(({ id }) => id === 'config.get'),
    service: config,
    resource: 'ec_a',
  }
  const fires = (match: FaultMatch, subject: FaultSubject) =>
    armed({ match, status: 503 }).fire(subject, noChances) !== undefined

  test.each<[FaultMatch, FaultSubject, boolean]>([
    [{ store: 'ec_a' }, STORED, true],
    [{ store: 'ec_b' }, STORED, false],
    [{ operation: 'config.get' }, STORED, true],
    [{ store: 'ec_a' }, READ, false],
    [{ namespace: 'ns_a' }, STORED, false],
  ])('the match %j fits the request %j: %s', (match, subject, isFor) => {
    expect(fires(match, subject)).toBe(isFor)
  })
})

describe('the list', () => {
  test('faults can be reordered', () => {
    const faults = armed({ id: 'a' }, { id: 'b' }, { id: 'c' })
    const order = () =>
      faults
        .list()
        .map(({ id }) => id)
        .join('')
    expect(faults.move('c', 'a')?.id).toBe('c')
    expect(order()).toBe('cab')
    faults.move('c', null)
    expect(order()).toBe('abc')
    faults.move('a', 'a')
    faults.move('b', 'none')
    expect(order()).toBe('acb')
    expect(faults.move('none', 'a')).toBeUndefined()
    expect([faults.enable('a', false)?.enabled, faults.enable('none', true)]).toEqual([false, undefined])
    expect([faults.remove('a'), faults.remove('a'), order()]).toEqual([true, false, 'cb'])
  })

  test('the list of faults gives ids that are not taken, and goes on after the last id of another list', () => {
    const faults = new Faults(10, 3)
    const ids = (count: number, ...named: string[]) =>
      [...faults.add([...named.map((id) => ({ id })), ...new Array<object>(count).fill({})], NOW).faults].map(
        ({ id }) => id,
      )
    expect(ids(2, 'f_5')).toEqual(['f_5', 'f_4', 'f_6'])
    faults.continueFrom(4)
    expect([faults.lastId, ids(1)]).toEqual([6, ['f_7']])
    faults.continueFrom(9)
    expect(ids(1)).toEqual(['f_10'])
    faults.clear()
    expect([faults.size, faults.find('f_10')]).toEqual([0, undefined])
  })
})
