import { expect, test } from 'vitest'
import { undoneEvents, undoneIn } from '../../dashboard/features/history/undone.js'
import type { LifeEventInfo } from '../../src/admin/calls/history/life.js'
import type { AdminCommandInfo } from '../../src/admin/calls/history/log.js'

/** Commands that were undone, as the log of admin calls shows them. */

const call = (id: string, behind: string, path: string, body?: string): AdminCommandInfo => ({
  id,
  behind,
  kind: 'admin',
  at: 0,
  atIso: '',
  method: 'POST',
  path: `/_admin${path}`,
  area: path === '/clock' ? 'clock' : 'state',
  ...(body === undefined ? {} : { body }),
})
const jump = (id: string, behind: string) => call(id, behind, '/clock')
const undo = (id: string, behind: string, to?: string) =>
  call(id, behind, '/undo', to === undefined ? undefined : JSON.stringify({ to }))

const IDS = ['r1', 'a1', 'r2', 'a2', 'r3', 'a3', 'r4']

test.each([
  ['the last jump', [jump('a1', 'r1'), undo('a2', 'r2')], ['a1', 'r2']],
  [
    'a jump that is named',
    [jump('a1', 'r1'), jump('a2', 'r2'), undo('a3', 'r3', 'a1')],
    ['a1', 'r2', 'a2', 'r3'],
  ],
  ['a request', [jump('a1', 'r1'), undo('a2', 'r2', 'r1')], ['r1', 'a1', 'r2']],
  ['what came after a request', [jump('a1', 'r1'), undo('a2', 'r2', 'after:r1')], ['a1', 'r2']],
  ['what came after a jump', [jump('a1', 'r1'), undo('a2', 'r2', 'after:a1')], ['r2']],
  ['an undo', [jump('a1', 'r1'), undo('a2', 'r2'), undo('a3', 'r3', 'a2')], ['a2', 'r3']],
  ['nothing that is known', [jump('a1', 'r1'), undo('a2', 'r2', '2026-01-01')], []],
])('an undo of %s leaves the rest', (_, calls, undone) => {
  expect(IDS.filter(undoneIn(calls))).toEqual(undone)
})

const event = (kind: LifeEventInfo['kind'], by: string): LifeEventInfo => ({ kind, at: 0, by })

test('an expiry was undone if the entry came back with the undo', () => {
  const events = [
    event('written', 'r1'),
    event('expired', 'expiry'),
    event('missed', 'r2'),
    event('written', 'a2'),
  ]
  const undone = undoneEvents(events, [jump('a1', 'r1'), undo('a2', 'r2')])
  expect(events.map((one) => undone.has(one))).toEqual([false, true, true, false])
})

test('an expiry before what was undone stays', () => {
  const events = [event('expired', 'expiry'), event('missed', 'r2'), event('written', 'r3')]
  const undone = undoneEvents(events, [jump('a1', 'r1'), undo('a2', 'r2', 'r2')])
  expect(events.map((one) => undone.has(one))).toEqual([false, true, false])
})
