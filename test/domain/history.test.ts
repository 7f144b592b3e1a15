import { describe, expect, it } from 'vitest'
import { MemoryBudget } from '../../src/core/memory.js'
import type { Capture } from '../../src/domain/baseline.js'
import { AdminCommand, type Command } from '../../src/domain/command.js'
import { History } from '../../src/domain/history.js'

/** A world as a history sees it: how often it was captured. */
function started(bounds: { commandsMax?: number; bytesMax?: number } = {}, memory?: MemoryBudget) {
  const world = { captures: 0, requests: 0 }
  const capture = () => {
    world.captures++
    return { at: 0, contents: {} } as Capture
  }
  const { commandsMax = 10_000, bytesMax = 1e9 } = bounds
  const history = new History<Command>({ commandsMax, bytesMax }, capture, () => world.requests, memory)
  const add = (count: number, bytes = 100) => {
    for (let index = 0; index < count; index++) {
      world.requests++
      history.addRequest({ id: `r${world.requests}`, at: 0, end: 0, bytes })
    }
  }
  return { history, world, add }
}

const change = { area: 'faults', id: undefined, call: { method: 'POST', path: '/faults', body: '' } } as const

describe('the log of a world', () => {
  it('takes a checkpoint ahead of the first command, and every 1,000', () => {
    const { history, world, add } = started()
    expect(world.captures).toBe(0)
    add(2500)
    expect(world.captures).toBe(3)
    expect(history.wayTo(2100)?.checkpoint.index).toBe(2000)
    expect(
      history
        .wayTo(2100)
        ?.commands.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['r2001', 'r2002'])
    expect(history.wayTo(2100)?.commands).toHaveLength(100)
  })

  it('begins with the next checkpoint where the oldest part goes', () => {
    const { history, add } = started({ commandsMax: 1000 })
    add(1999)
    expect(history.oldest).toBe(0)
    add(2)
    expect(history.oldest).toBe(1000)
    expect([history.find('r1000'), history.find('r1001')]).toEqual([undefined, 1000])
    expect([history.hasGiven('r1000'), history.hasGiven('r2002')]).toEqual([true, false])
  })

  it('holds its bytes to the bound, and reaches what is left', () => {
    const { history, add } = started({ bytesMax: 1_000_000 })
    add(200, 50_000)
    expect(history.oldest).toBeGreaterThan(150)
    expect(history.oldest).toBeLessThan(200)
    expect(history.at(history.oldest)?.id).toBe(`r${history.oldest + 1}`)
  })

  it('leaves a change out that threw', () => {
    const { history, add } = started()
    add(1)
    const command = new AdminCommand(history.nextAdminId(), 0, change)
    const fails = () => {
      throw new Error('no')
    }
    expect(() => history.record(command, fails)).toThrow('no')
    expect([history.length, history.find('a1')]).toEqual([1, undefined])
  })

  it('gives way where memory is short, without a checkpoint for each command', () => {
    const { history, world, add } = started({}, new MemoryBudget(1000))
    add(1000)
    expect(world.captures).toBeLessThan(20)
    expect(history.length).toBe(1000)
    expect(history.oldest).toBeGreaterThan(0)
  })

  it('gives all of its memory back', () => {
    const memory = new MemoryBudget(1e9)
    const { history, add } = started({ commandsMax: 100, bytesMax: 20_000 }, memory)
    add(1000)
    expect(memory.used).toBeGreaterThan(0)
    history.begin(0)
    expect(memory.used).toBe(0)
  })
})
