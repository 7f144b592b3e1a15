import { describe, expect, test } from 'vitest'
import type { WorldCopy } from '../../src/domain/baseline.js'
import { AdminCommand, endOf } from '../../src/domain/command.js'
import { History } from '../../src/domain/history.js'
import { loggedRequest } from '../support/calls.js'

/** A stand-in for a world that counts how often it was copied. */
function started(bounds: { commandsMax?: number; bodyBytesMax?: number } = {}) {
  const world = { captures: 0, requests: 0 }
  const copy = () => {
    world.captures++
    return { at: 0, contents: {} } as WorldCopy
  }
  const history = new History(
    { commandsMax: 10_000, bodyBytesMax: 1e9, ...bounds },
    copy,
    () => world.requests,
  )
  const add = (count: number, bodyBytes = 100) => {
    for (let index = 0; index < count; index++) {
      world.requests++
      history.add(loggedRequest({ id: `r${world.requests}`, body: Buffer.alloc(bodyBytes) }))
    }
  }
  return { history, world, add }
}

const change = { area: 'faults', id: undefined, call: { method: 'POST', path: '/faults', body: '' } } as const

test('the log of a world takes a checkpoint before the first command, and every 1,000', () => {
  const { history, world, add } = started()
  expect(world.captures).toBe(0)
  add(2500)
  expect(world.captures).toBe(3)
  expect(history.pathTo(2100)?.checkpoint.index).toBe(2000)
  expect(
    history
      .pathTo(2100)
      ?.commands.map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(['r2001', 'r2002'])
  expect(history.pathTo(2100)?.commands).toHaveLength(100)
})

test('the log of a world begins with the next checkpoint once its oldest part is dropped', () => {
  const { history, add } = started({ commandsMax: 1000 })
  add(1999)
  expect(history.oldest).toBe(0)
  add(2)
  expect(history.oldest).toBe(1000)
  expect([history.find('r1000'), history.find('r1001')]).toEqual([undefined, 1000])
  expect([history.hasGiven('r1000'), history.hasGiven('r2002')]).toEqual([true, false])
})

test('the log of a world keeps no more bytes of bodies than its bound, and can still reach the rest', () => {
  const { history, add } = started({ bodyBytesMax: 1_000_000 })
  add(200, 50_000)
  expect(history.oldest).toBeGreaterThan(170)
  expect(history.oldest).toBeLessThan(200)
  expect(history.at(history.oldest)?.id).toBe(`r${history.oldest + 1}`)
  expect(history.pathTo(history.oldest)?.commands).toEqual([])
})

const fails = () => {
  throw new Error('no')
}

test('the log of a world counts the bytes of its bodies again once it begins again, or a change threw', () => {
  const { history, add } = started({ bodyBytesMax: 1000 })
  const call = { ...change.call, body: 'b'.repeat(700) }
  for (let time = 0; time < 2; time++) {
    const command = new AdminCommand(history.nextAdminId(), 0, { ...change, call })
    expect(() => history.record(command, fails)).toThrow('no')
  }
  add(1, 1000)
  expect(history.oldest).toBe(0)
  history.begin(0)
  add(1, 1000)
  expect(history.oldest).toBe(0)
  add(1, 1)
  expect(history.oldest).toBe(1)
})

test('the log of a world is empty after a command that is larger than all that it may keep', () => {
  const { history, add } = started({ bodyBytesMax: 1000 })
  add(1, 1001)
  expect([history.length, history.oldest, history.list(0), history.checkpoints]).toEqual([1, 1, [], []])
  add(1, 1)
  expect([history.oldest, history.at(1)?.id]).toEqual([1, 'r2'])
  const none = started({ commandsMax: 0 })
  none.add(3)
  expect([none.history.length, none.history.checkpoints]).toEqual([3, []])
})

test('a life of a world gives ids to admin calls, and continues from a given number', () => {
  const { history, add } = started()
  expect([history.nextAdminId(), history.nextAdminId()]).toEqual(['a1', 'a2'])
  history.continueFrom(7)
  expect(history.nextAdminId()).toBe('a8')
  add(2)
  const ids = ['a0', 'a1', 'a8', 'a9', 'r0', 'r1', 'r2', 'r3'] as const
  expect(ids.map((id) => history.hasGiven(id))).toEqual([
    ...[false, true, true, false],
    ...[false, true, true, false],
  ])
})

describe('a command in the log', () => {
  const admin = (history: History, area: 'clock' | 'state' | 'faults') =>
    new AdminCommand(history.nextAdminId(), 0, { ...change, area })

  test('a command in the log is found by its number and by its id', () => {
    const { history, add } = started()
    add(1)
    history.requestCheckpoint()
    const command = admin(history, 'faults')
    expect(history.record(command, () => 'done')).toBe('done')
    add(1)
    expect(endOf(command)).toBe(command.at)
    expect([0, 1, 2, 3].map((index) => history.at(index)?.id)).toEqual(['r1', 'a1', 'r2', undefined])
    expect((['r1', 'a1', 'r2', 'r3'] as const).map((id) => history.find(id))).toEqual([0, 1, 2, undefined])
    expect(history.pathTo(2)).toMatchObject({ checkpoint: { index: 1 }, commands: [{ id: 'a1' }] })
    expect(history.pathTo(1)?.commands).toEqual([])
    expect(history.pathTo(0)?.checkpoint.index).toBe(0)
    expect(history.checkpoints.map(({ index }) => index)).toEqual([0, 1])
  })

  test('a command in the log is listed from one number to another, across checkpoints', () => {
    const { history, add } = started()
    add(2)
    history.requestCheckpoint()
    add(3)
    const ids = (from: number, to?: number) => [...history.list(from, to)].map(({ id }) => id)
    expect(ids(0)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
    expect(ids(1, 3)).toEqual(['r2', 'r3'])
    expect(ids(3, 4)).toEqual(['r4'])
    expect([ids(2, 2), ids(5), ids(4, 99)]).toEqual([[], [], ['r5']])
  })

  test('a command in the log is reached from the checkpoint before it, even after the oldest part was dropped', () => {
    const { history, add } = started({ commandsMax: 100 })
    add(350)
    expect(history.oldest).toBe(200)
    const path = history.pathTo(302)
    expect([path?.checkpoint.index, path?.commands.map(({ id }) => id)]).toEqual([300, ['r301', 'r302']])
    expect(history.pathTo(200)?.commands).toEqual([])
    expect(history.pathTo(199)).toBeUndefined()
  })

  test('a command in the log is found at the end of its hold, unless that end changes nothing', () => {
    const { history, add } = started()
    add(2)
    const fault = { id: 'f', effect: { hold: true } }
    history.add(loggedRequest({ id: 'r1', holdEnd: { fault, release: { effect: {} } } }))
    history.add(loggedRequest({ id: 'r2', holdEnd: { fault, release: 'gone' } }))
    expect([history.find('r1'), history.find('r2')]).toEqual([2, 1])
  })

  test('a command in the log is dropped if its change threw, but no other is', () => {
    const { history, add } = started()
    add(1)
    const fails = (work: () => void) =>
      expect(() =>
        history.record(admin(history, 'state'), () => {
          work()
          throw new Error('no')
        }),
      ).toThrow('no')
    fails(() => {})
    expect([history.length, history.lastUndoable]).toEqual([1, undefined])
    fails(() => add(1))
    expect([...history.list(0)].map(({ id }) => id)).toEqual(['r1', 'a2', 'r2'])
    fails(() => history.begin(0))
    expect(history.length).toBe(0)
  })

  test('a command in the log is the one to undo if it is the last change of clock or state and did not begin a life', () => {
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
})

test('the log knows how it began, and if there were requests since', () => {
  const { history, world, add } = started()
  const facts = () => [history.beginning, history.hasRequests]
  expect(facts()).toEqual([{ at: 0, by: 'start', lastRequest: 0 }, false])
  add(1)
  expect(history.hasRequests).toBe(true)
  history.begin(5)
  expect(facts()).toEqual([{ at: 5, by: 'start', lastRequest: world.requests }, false])
  history.begin(6, { at: 0, contents: {} } as WorldCopy)
  expect(history.beginning.by).toBe('reset')
})

test('the checkpoints of the log can be released, and with them the commands', () => {
  const { history, add } = started()
  add(2)
  history.requestCheckpoint()
  add(1)
  expect(history.checkpoints).toHaveLength(2)
  history.releaseContents()
  expect([history.checkpoints, history.at(0), history.length, history.oldest]).toEqual([[], undefined, 3, 3])
  add(1)
  expect([history.oldest, history.at(3)?.id]).toEqual([3, 'r4'])
})

test('the checkpoints of the log are more frequent if bodies are large, and few if the bound on commands is small', () => {
  const { history, world, add } = started({ bodyBytesMax: 8000 })
  const call = { ...change.call, body: 'b'.repeat(700) }
  const command = new AdminCommand('a1', 0, { ...change, call })
  expect(() => history.record(command, fails)).toThrow('no')
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

test('the checkpoints of the log are dropped together once there are too many', () => {
  const { history, add } = started({ commandsMax: 10 })
  for (let index = 0; index < 5; index++) {
    history.requestCheckpoint()
    add(1)
  }
  add(50)
  expect([history.oldest, history.checkpoints.length]).toEqual([0, 5])
  history.requestCheckpoint()
  add(1)
  expect([history.oldest, history.checkpoints.length]).toEqual([4, 2])
})
