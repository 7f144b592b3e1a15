import { describe, expect, it } from 'vitest'
import type { RandomStream } from '../../../src/core/random.js'
import {
  type FaultMatch,
  type FaultSpec,
  type FaultSubject,
  Faults,
} from '../../../src/domain/faults/faults.js'
import { segmentsOf } from '../../../src/domain/faults/glob.js'

/** Which calls a fault is for, and when. */

const NOW = 1_000_000

const READ: FaultSubject = {
  operation: 'kv.get',
  method: 'GET',
  path: '/v1/kv/ns_a/k%2F1',
  pathSegments: segmentsOf('/v1/kv/ns_a/k%2F1'),
  namespace: 'ns_a',
  store: undefined,
  key: 'k/1',
  credential: 'kv_read_a',
  header: (name) => (name === 'user-agent' ? 'app/1' : undefined),
}

const LOST: FaultSubject = {
  ...READ,
  operation: null,
  path: '/nowhere',
  pathSegments: segmentsOf('/nowhere'),
  namespace: undefined,
  key: undefined,
  credential: null,
}

const certain = (): RandomStream => {
  throw new Error('a chance was drawn')
}

function armed(...specs: FaultSpec[]): Faults {
  const faults = new Faults(10)
  faults.add(specs, NOW)
  return faults
}

describe('a match', () => {
  it.each<[FaultMatch, boolean]>([
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
  ])('%j of a read: %s', (match, holds) => {
    expect(armed({ match, status: 503 }).fire(READ, NOW, certain)?.id).toBe(holds ? 'f_1' : undefined)
  })

  it.each<[FaultMatch, boolean]>([
    [{}, true],
    [{ path: '/nowhere' }, true],
    [{ operation: '**' }, false],
    [{ namespace: 'ns_a' }, false],
    [{ key: 'k' }, false],
    [{ credential: 'kv_read_a' }, false],
  ])('%j of what is no operation: %s', (match, holds) => {
    expect(armed({ match, status: 503 }).fire(LOST, NOW, certain)?.id).toBe(holds ? 'f_1' : undefined)
  })
})

describe('a window', () => {
  const at = (ms: number) => ({ at: NOW + ms })
  const later = (offset: number) => ({ offset })

  it.each<[FaultSpec, number[], number[]]>([
    [{}, [-1e6, 0, 1e6], []],
    [{ from: at(10) }, [10, 11, 1e6], [-1, 0, 9]],
    [{ from: later(10) }, [10, 11], [9]],
    [{ until: at(10) }, [-5, 9], [10, 11]],
    [{ from: later(-10), until: later(10) }, [-10, 0, 9], [-11, 10]],
    [{ from: at(5), until: later(6) }, [5], [4, 6]],
  ])('%j is open at %j and closed at %j', (window, open, closed) => {
    const faults = armed({ ...window, status: 503 })
    // Back and forth: the clock may go anywhere.
    for (const ms of [...open, ...closed, ...open]) {
      const id = faults.fire(READ, NOW + ms, certain)?.id
      expect([ms, id]).toEqual([ms, open.includes(ms) ? 'f_1' : undefined])
    }
    const calls = open.length * 2
    expect(faults.list()).toMatchObject([{ matches: calls, hits: calls }])
  })

  it('is told as instants', () => {
    const faults = armed({ from: later(5), until: at(9), status: 503 }, { status: 503 })
    expect(faults.list()).toMatchObject([{ from: NOW + 5, until: NOW + 9 }, {}])
    expect(faults.list()[1]).toMatchObject({ from: undefined, until: undefined })
  })
})
