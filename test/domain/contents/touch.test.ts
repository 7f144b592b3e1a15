import { describe, expect, test } from 'vitest'
import { Seen } from '../../../src/core/seen.js'
import { bytesOfState } from '../../../src/domain/contents/bytes.js'
import { bytesOfTouch } from '../../../src/domain/contents/touch.js'
import { State } from '../../../src/domain/state.js'

const NOW = Date.UTC(2026, 0, 15)
const NEXT = Date.UTC(2026, 1, 15)
const LENGTH = 1000

function makeState(): State {
  const state = State.empty()
  state.addNamespace('ns', 'o'.repeat(LENGTH), {})
  state.addStore('ec', 'o'.repeat(LENGTH))
  return state
}

const countOf = (state: State): number => bytesOfState(state, new Seen())

/** Requests of a namespace or store, of which the state is not told before. */
function touch(state: State, id: string, now: number): void {
  state.namespace(id)?.usage.at(now)
  state.store(id)
}

/** What is told of a touch ahead of it, and what it brings. */
function touched(state: State, id: string, now = NOW): { told: number; brought: number } {
  const told = bytesOfTouch(state, id, now)
  const before = countOf(state)
  touch(state, id, now)
  return { told, brought: countOf(state) - before }
}

describe('a request of a namespace or store', () => {
  test.each(['ns', 'ec'])('brings a copy of it where its state is shared: %s', (id) => {
    const state = makeState()
    touch(state, id, NOW)
    expect(touched(state, id)).toEqual({ told: 0, brought: 0 })
    const kept = state.fork()
    const seen = new Seen()
    const before = bytesOfState(kept, seen)
    const told = bytesOfTouch(state, id, NOW)
    touch(state, id, NOW)
    const both = before + bytesOfState(state, seen)
    expect(told).toBeGreaterThan(LENGTH + 500)
    expect(both - 2 * before).toBeLessThanOrEqual(told)
    expect(bytesOfTouch(state, id, NOW)).toBe(0)
  })

  test('brings a row for each month that none of it was counted in', () => {
    const state = makeState()
    for (const now of [NOW, NEXT]) {
      const { told, brought } = touched(state, 'ns', now)
      expect(told).toBeGreaterThan(0)
      expect(brought).toBe(told)
    }
    expect(touched(state, 'ns')).toEqual({ told: 0, brought: 0 })
  })

  test('brings no months that its copy shares', () => {
    const state = makeState()
    for (let month = 0; month < 1000; month++) state.namespace('ns')?.usage.set(`${1000 + month}-01`, {})
    const all = [state.fork(), bytesOfTouch(state, 'ns', NOW)] as const
    touch(state, 'ns', NOW)
    const later = [state.fork(), bytesOfTouch(state, 'ns', NOW)] as const
    expect(all[1]).toBeGreaterThan(1000 * 100)
    expect(later[1]).toBeLessThan(10_000)
  })

  test('brings nothing where there is none', () => {
    expect(bytesOfTouch(makeState(), 'no', NOW)).toBe(0)
  })
})
