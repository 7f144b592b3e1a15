import { describe, expect, test } from 'vitest'
import { undoStack } from '../../dashboard/features/history/undo-stack.js'
import type { AdminCommandInfo } from '../../src/admin/calls/history/log.js'

/** The changes that can be undone and redone, as the log shows them. */

const call = (id: string, path: string, body?: string, area: AdminCommandInfo['area'] = 'state') =>
  ({
    id,
    kind: 'admin',
    at: 0,
    atIso: '',
    method: 'POST',
    path: `/_admin${path}`,
    area,
    body,
  }) as AdminCommandInfo
const restore = (id: string, name: string) => call(id, `/snapshots/${name}/restore`)
const undo = (id: string, to?: string) => call(id, '/undo', to === undefined ? '' : JSON.stringify({ to }))
const START = { by: 'start', at: 0 } as const
const RESET = { by: 'reset', at: 0 } as const

/** "a2 snapshot y restored | -": the next step back, and the next one forward. */
const stackText = (
  calls: readonly AdminCommandInfo[],
  began: typeof START | typeof RESET = START,
): string => {
  const { undo: back, redo } = undoStack(calls, began as Parameters<typeof undoStack>[1])
  return [back, redo].map((step) => (step === undefined ? '-' : `${step.to ?? ''} ${step.label}`)).join(' | ')
}

const [X, Y] = [restore('a1', 'x'), restore('a2', 'y')]

describe('the steps back and forward', () => {
  test.each([
    ['nothing was changed', [], '- | -'],
    ['a fault was added', [call('a1', '/faults', '{}', 'faults')], '- | -'],
    ['two changes', [X, Y], 'a2 snapshot y restored | -'],
    ['one was undone', [X, Y, undo('a3', 'a2')], 'a1 snapshot x restored | a3 snapshot y restored'],
    ['both were undone', [X, Y, undo('a3', 'a2'), undo('a4', 'a1')], '- | a4 snapshot x restored'],
    [
      'both were undone, one done again',
      [X, Y, undo('a3', 'a2'), undo('a4', 'a1'), undo('a5', 'a4')],
      'a5 snapshot x restored | a3 snapshot y restored',
    ],
    [
      'one was undone, and another change made',
      [X, undo('a2', 'a1'), restore('a3', 'z')],
      'a3 snapshot z restored | -',
    ],
    ['undone without a point, twice', [X, undo('a2'), undo('a3')], 'a3 snapshot x restored | -'],
    ['a return to a request', [X, undo('a2', 'r7')], 'a2 return to before r7 | -'],
  ])('%s', (_name, calls, expected) => {
    expect(stackText(calls)).toBe(expected)
  })

  test.each([
    ['nothing since', [], ' the reset | -'],
    ['it was undone', [undo('a1')], '- | a1 the reset'],
    ['a change since was undone', [X, undo('a2', 'a1')], '- | a2 snapshot x restored'],
  ])('after a reset: %s', (_name, calls, expected) => {
    expect(stackText(calls, RESET)).toBe(expected)
  })
})
