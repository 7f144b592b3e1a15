import { describe, expect, it } from 'vitest'
import { MemoryBudget } from '../../src/core/memory.js'
import type { RowFormat } from '../../src/core/rows/rows.js'
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

  it('tells the times of a row without making its command, and of any other as it is', () => {
    const { history, world } = started({ commandsMax: 1000 })
    let made = 0
    const rowFormat: RowFormat = {
      values: 0,
      numbers: 2,
      write: (command, { numbers, number }) => {
        numbers[number] = Number((command as Command).id.slice(1))
        numbers[number + 1] = (command as Command).at
      },
      read: ({ numbers, number }): Command => {
        made++
        const at = numbers[number + 1] ?? 0
        return { id: `r${numbers[number]}`, at, end: at, bytes: 100, rowFormat }
      },
    }
    for (let at = 0; at < 2001; at++) {
      world.requests++
      history.addRequest({ id: `r${at + 1}`, at, end: at, bytes: 100, rowFormat })
    }
    const move = new AdminCommand(history.nextAdminId(), 2001, change)
    history.record(move, () => {})
    move.end = 5000
    expect(history.oldest).toBe(1000)
    expect([1000, 1500].map((index) => history.timesAt(index))).toEqual([
      { at: 1000, end: 1000 },
      { at: 1500, end: 1500 },
    ])
    expect(made).toBe(0)
    expect(history.timesAt(2001)).toMatchObject({ at: 2001, end: 5000 })
    expect([history.timesAt(999), history.timesAt(2002)]).toEqual([undefined, undefined])
  })

  it('holds its bytes to the bound, and reaches what is left', () => {
    const { history, add } = started({ bytesMax: 1_000_000 })
    add(200, 50_000)
    expect(history.oldest).toBeGreaterThan(150)
    expect(history.oldest).toBeLessThan(200)
    expect(history.at(history.oldest)?.id).toBe(`r${history.oldest + 1}`)
  })

  it('holds just as many bytes as the bound says, and not one more', () => {
    const memory = new MemoryBudget(1e9)
    started({}, memory).add(1)
    const oldestWithin = (bytesMax: number) => {
      const { history, add } = started({ bytesMax })
      add(1)
      return history.oldest
    }
    expect([memory.used, memory.used - 1].map(oldestWithin)).toEqual([0, 1])
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

describe('a life of a world', () => {
  it('begins at its start or at a reset, of which it keeps what was before', () => {
    const { history, world, add } = started()
    expect(history.beginning).toEqual({ at: 0, by: 'start', lastRequest: 0 })
    add(3)
    history.begin(7)
    expect([history.beginning, history.beforeReset]).toEqual([
      { at: 7, by: 'start', lastRequest: 3 },
      undefined,
    ])
    expect([history.length, history.startedAt, history.newestRequest]).toEqual([0, 7, undefined])
    const before = { at: 5, contents: {} } as Capture
    history.begin(9, before)
    expect(history.beginning).toEqual({ at: 9, by: 'reset', lastRequest: world.requests })
    expect([history.beforeReset, history.captures()]).toEqual([before, [before]])
    expect(history.nextAdminId()).toBe('a1')
  })

  it('gives ids to admin calls, which go on where they are told to', () => {
    const { history, add } = started()
    expect([history.nextAdminId(), history.nextAdminId()]).toEqual(['a1', 'a2'])
    history.continueFrom(7)
    expect(history.nextAdminId()).toBe('a8')
    add(2)
    expect(['a0', 'a1', 'a8', 'a9', 'r0', 'r1', 'r2', 'r3', 'rx'].map((id) => history.hasGiven(id))).toEqual([
      ...[false, true, true, false],
      ...[false, true, true, false],
      false,
    ])
  })
})

describe('what is in the log', () => {
  const admin = (history: History, area: 'clock' | 'state' | 'faults') =>
    new AdminCommand(history.nextAdminId(), 0, { ...change, area })

  it('is found by its number and by its id', () => {
    const { history, add } = started()
    add(1)
    history.land()
    const command = admin(history, 'faults')
    expect(history.record(command, () => 'done')).toBe('done')
    add(1)
    expect([0, 1, 2, 3].map((index) => history.at(index)?.id)).toEqual(['r1', 'a1', 'r2', undefined])
    expect(['r1', 'a1', 'r2', 'r3'].map((id) => history.find(id))).toEqual([0, 1, 2, undefined])
    expect(history.newestRequest?.id).toBe('r2')
    expect(history.wayTo(2)).toMatchObject({ checkpoint: { index: 1 }, commands: [{ id: 'a1' }] })
    expect(history.wayTo(1)?.commands).toEqual([])
    expect(history.wayTo(0)?.checkpoint.index).toBe(0)
    expect(history.segments().map(({ index }) => index)).toEqual([0, 1])
  })

  it('tells of each stretch the earliest and the latest time that the clock showed at its commands', () => {
    const { history } = started()
    const at = (time: number) => history.addRequest({ id: 'r1', at: time, end: time, bytes: 1 })
    const times = () => history.segments().map(({ earliest, latest }) => [earliest, latest])
    at(5)
    expect(times()).toEqual([[5, 5]])
    at(7)
    at(6)
    expect(times()).toEqual([[5, 7]])
    history.land()
    at(4)
    at(3)
    expect(times()).toEqual([
      [5, 7],
      [3, 4],
    ])
    const move = new AdminCommand(history.nextAdminId(), 4, { ...change, area: 'clock' })
    history.record(move, () => {
      move.end = 9
    })
    expect(times()).toEqual([
      [5, 7],
      [3, 9],
    ])
  })

  it('is cut out from one number to another, over checkpoints', () => {
    const { history, add } = started()
    add(2)
    history.land()
    add(3)
    const ids = (from: number, to?: number) => [...history.list(from, to)].map(({ id }) => id)
    expect(ids(0)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
    expect(ids(1, 3)).toEqual(['r2', 'r3'])
    expect(ids(3, 4)).toEqual(['r4'])
    expect([ids(2, 2), ids(5), ids(4, 99)]).toEqual([[], [], ['r5']])
  })

  it('is cut out by the same numbers after its oldest part went', () => {
    const { history, add } = started({ commandsMax: 100 })
    add(250)
    expect(history.oldest).toBe(100)
    expect([...history.list(150, 152)].map(({ id }) => id)).toEqual(['r151', 'r152'])
    expect([...history.list(248)].map(({ id }) => id)).toEqual(['r249', 'r250'])
  })

  it('leads to a place from the checkpoint ahead of it, also after its oldest part went', () => {
    const { history, add } = started({ commandsMax: 100 })
    add(350)
    expect(history.oldest).toBe(200)
    const way = history.wayTo(302)
    expect([way?.checkpoint.index, way?.commands.map(({ id }) => id)]).toEqual([300, ['r301', 'r302']])
    expect(history.wayTo(200)?.commands).toEqual([])
    expect(history.wayTo(199)).toBeUndefined()
  })

  it('has the end of what was held at its last place, and no points there that change nothing', () => {
    const { history, add } = started()
    add(2)
    history.addRequest({ id: 'r1', at: 0, end: 0, bytes: 1 })
    history.addRequest({ id: 'r2', at: 0, end: 0, bytes: 1, changesNothing: true })
    expect([history.find('r1'), history.find('r2')]).toEqual([2, 1])
  })

  it('says which change can be undone: the last of clock or state that did not begin a life', () => {
    const { history } = started()
    const record = (area: 'clock' | 'state' | 'faults', work: () => void = () => {}) => {
      const command = admin(history, area)
      history.record(command, work)
      return command
    }
    expect(history.lastUndoable).toBeUndefined()
    const moved = record('clock')
    record('faults')
    expect(history.lastUndoable).toBe(moved)
    const put = record('state')
    expect(history.lastUndoable).toBe(put)
    record('state', () => history.begin(0))
    expect(history.lastUndoable).toBeUndefined()
  })

  it('loses a change that threw, and its memory, but no other', () => {
    const memory = new MemoryBudget(1e9)
    const { history, add } = started({}, memory)
    add(1)
    const before = memory.used
    const fails = (work: () => void) =>
      expect(() =>
        history.record(admin(history, 'state'), () => {
          work()
          throw new Error('no')
        }),
      ).toThrow('no')
    fails(() => {})
    expect([history.length, memory.used, history.lastUndoable]).toEqual([1, before, undefined])
    fails(() => add(1))
    expect([...history.list(0)].map(({ id }) => id)).toEqual(['r1', 'a2', 'r2'])
    fails(() => history.begin(0))
    expect(history.length).toBe(0)
  })
})

describe('the contents that it keeps', () => {
  it('are let go of where that is asked, and with them the commands', () => {
    const { history, world, add } = started()
    expect([history.forgetContents(), history.captures()]).toEqual([false, []])
    add(2)
    history.land()
    add(1)
    expect(history.captures()).toHaveLength(2)
    expect(history.forgetContents()).toBe(true)
    expect([history.captures(), history.at(0), history.length, history.oldest]).toEqual([[], undefined, 3, 3])
    // The next are not kept, which would take a checkpoint each.
    add(100)
    expect([history.captures(), history.length, world.captures]).toEqual([[], 103, 2])
    add(1)
    expect([history.oldest, history.at(103)?.id]).toEqual([103, 'r104'])
  })

  it('are more frequent where commands are large, and few where the bound on commands is small', () => {
    const { world, add } = started({ bytesMax: 8000 })
    add(3, 500)
    expect(world.captures).toBe(1)
    add(1, 500)
    expect(world.captures).toBe(2)
    const few = started({ commandsMax: 10 })
    few.add(100)
    expect(few.world.captures).toBe(1)
    few.add(1)
    expect(few.world.captures).toBe(2)
  })

  it('go, all that are too many at once', () => {
    const { history, add } = started({ commandsMax: 10 })
    for (let index = 0; index < 5; index++) {
      history.land()
      add(1)
    }
    add(50)
    expect([history.oldest, history.captures().length]).toEqual([0, 5])
    history.land()
    add(1)
    expect([history.oldest, history.captures().length]).toEqual([4, 2])
  })

  it('are none, and the log is empty, where there is no room for one', () => {
    const memory = new MemoryBudget(3000)
    const { history, add } = started({}, memory)
    add(5)
    expect([history.captures(), [...history.list(0)], memory.used]).toEqual([[], [], 0])
    expect([history.length, history.oldest]).toEqual([5, 5])
  })

  it('go where others need the memory, and come back with it', () => {
    const memory = new MemoryBudget(10_000)
    const { history, add } = started({}, memory)
    const other = memory.open()
    for (let round = 1; round <= 2; round++) {
      add(1)
      expect(history.captures()).toHaveLength(1)
      other.add(20_000)
      expect([history.captures(), [...history.list(0)], memory.used]).toEqual([[], [], 20_000])
      other.add(-20_000)
      if (round === 1) add(100)
    }
    expect(history.length).toBe(102)
  })

  it('are counted anew for memory once some of them went', () => {
    const memory = new MemoryBudget(1e9)
    const { history, add } = started({}, memory)
    const held = { bytes: 1_000_000 }
    memory.contents.hold(() => held.bytes)
    memory.contents.takeAll(() => 0)
    add(1)
    held.bytes = 0
    history.begin(0)
    memory.contents.settle()
    expect(memory.used).toBe(0)
  })

  it('count for memory with the tombstones in them', () => {
    const memoryOf = (records: number) => {
      const memory = new MemoryBudget(1e9)
      const tombstones = {
        records: new Map(Array.from({ length: records }, (_, index) => [`${index}`, { expiredAt: 0 }])),
        isComplete: true,
      }
      const capture = () => ({ at: 0, contents: { tombstones } }) as unknown as Capture
      const history = new History<Command>({ commandsMax: 1000, bytesMax: 1e9 }, capture, () => 0, memory)
      history.addRequest({ id: 'r1', at: 0, end: 0, bytes: 10 })
      return memory.used
    }
    expect(memoryOf(3) - memoryOf(0)).toBe(300)
    expect(memoryOf(0)).toBeGreaterThan(1000)
  })

  it('are gone for good once it is closed', () => {
    const memory = new MemoryBudget(1e9)
    const { history, add } = started({}, memory)
    add(5)
    history.close()
    expect([memory.used, history.length, history.captures()]).toEqual([0, 0, []])
  })
})
