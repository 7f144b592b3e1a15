import { describe, expect, test } from 'vitest'
import { type EndHold, HELD_MAX, Holds, type Release } from '../../../src/domain/faults/holds.js'

/** A world's held requests, and how each of them ended. */
function started() {
  const holds = new Holds()
  const ends: [id: string, release: Release][] = []
  const hold = (id: string, fault = 'f_1'): EndHold | undefined => {
    const facts = { id, fault, operation: 'kv.get', method: 'GET', path: '/', party: null, since: 0 }
    return holds.add(facts, (release) => ends.push([id, release]))
  }
  const held = (fault?: string) => holds.list(fault).map(({ request }) => request.id)
  return { holds, ends, hold, held }
}

const LET_GO: Release = { effect: {} }

describe('requests that are held', () => {
  test('requests that are held are listed in their order, each with its own number, all of them or those of one fault', () => {
    const { holds, hold, held } = started()
    hold('r1', 'f_1')
    hold('r2', 'f_2')
    hold('r3', 'f_1')
    expect([held(), held('f_1'), held('f_2'), held('f_3')]).toEqual([
      ['r1', 'r2', 'r3'],
      ['r1', 'r3'],
      ['r2'],
      [],
    ])
    holds.release('r1', {})
    hold('r4')
    expect(holds.list().map(({ number }) => number)).toEqual([2, 3, 4])
  })

  test('requests that are held go on one at a time, once, with the effect that they are given', () => {
    const { holds, hold, held, ends } = started()
    const letGo = hold('r1')
    hold('r2')
    expect(holds.release('r1', { status: 503 })).toBe(true)
    expect([holds.release('r1', {}), holds.release('r9', {})]).toEqual([false, false])
    letGo?.('gone')
    expect(ends).toEqual([['r1', { effect: { status: 503 } }]])
    expect(held()).toEqual(['r2'])
    hold('r3')?.('gone')
    expect([ends[1], held()]).toEqual([['r3', 'gone'], ['r2']])
  })

  test('all go on, or those of some faults', () => {
    const { holds, hold, held, ends } = started()
    hold('r1', 'f_1')
    hold('r2', 'f_2')
    hold('r3', 'f_3')
    holds.releaseAll(new Set(['f_1', 'f_3']))
    expect(ends).toEqual([
      ['r1', LET_GO],
      ['r3', LET_GO],
    ])
    expect(held()).toEqual(['r2'])
    holds.releaseAll()
    expect(held()).toEqual([])
  })

  test('requests that are held are dropped when the emulator stops, and none is held any more', () => {
    const { holds, hold, ends } = started()
    hold('r1')
    hold('r2')
    holds.close()
    expect(ends).toEqual([
      ['r1', 'stopped'],
      ['r2', 'stopped'],
    ])
    expect([hold('r3'), holds.list()]).toEqual([undefined, []])
  })

  test('the number of held requests is limited', () => {
    const many = started()
    for (let index = 0; index < HELD_MAX; index++) expect(many.hold(`r${index}`)).toBeDefined()
    expect([many.hold('one more'), many.held().length]).toEqual([undefined, HELD_MAX])
    many.holds.release('r1', {})
    expect(many.hold('one more')).toBeDefined()
  })
})

test('listeners hear of each held request, and when all are released', () => {
  const { holds, hold } = started()
  const told: string[] = []
  const ends = ['a', 'b'].map((name) => holds.listen(() => told.push(name)))
  hold('r1')
  expect(told.splice(0)).toEqual(['a', 'b'])
  holds.release('r1', {})
  expect(told.splice(0)).toEqual([])
  ends[0]?.()
  holds.releaseAll()
  expect(told.splice(0)).toEqual(['b'])
  holds.close()
  expect(told).toEqual(['b'])
})

test('a listener may stop listening during a call', () => {
  const { holds, hold } = started()
  const told: string[] = []
  const end = holds.listen(() => {
    told.push('once')
    end()
  })
  holds.listen(() => told.push('always'))
  hold('r1')
  hold('r2')
  expect(told).toEqual(['once', 'always', 'always'])
})
