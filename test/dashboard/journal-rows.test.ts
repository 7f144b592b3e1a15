import { expect, test } from 'vitest'
import type { HistoryInfo } from '../../src/admin/calls/history/log.js'
import type { RequestSummary } from '../../src/admin/request-json.js'
import { interleave } from '../../src/dashboard/views/requests/journal-rows.js'

const commands = (...ids: string[]): HistoryInfo['commands'] =>
  ids.map((id) =>
    id.startsWith('r')
      ? { kind: 'request', id, at: 0, atIso: '', method: 'GET', target: '/' }
      : { kind: 'admin', id, at: 0, atIso: '', method: 'POST', path: '/_admin/clock', area: 'clock' },
  )
const requests = (...ids: string[]): RequestSummary[] =>
  ids.map((id) => ({
    id,
    at: 0,
    atIso: '',
    operation: null,
    method: 'GET',
    path: '/',
    status: 200,
    outcome: 'ok',
    credential: null,
    durationMs: 1,
  }))
const ids = (...args: Parameters<typeof interleave>) => interleave(...args).map(({ id }) => id)

test('admin calls stand above the request that came before them', () => {
  expect(ids(requests('r2', 'r1'), commands('a1', 'r1', 'a2', 'a3', 'r2', 'a4'))).toEqual([
    'a4',
    'r2',
    'a3',
    'a2',
    'r1',
    'a1',
  ])
})

test('requests that the log does not have yet stay on top', () => {
  expect(ids(requests('r3', 'r2', 'r1'), commands('r1', 'a1'))).toEqual(['r3', 'r2', 'a1', 'r1'])
})

test('admin calls behind a request that is not shown are left out', () => {
  expect(ids(requests('r2'), commands('r1', 'a1', 'r2'))).toEqual(['r2'])
})

test('admin calls behind a reset stand above the requests that it kept', () => {
  expect(ids(requests('r4', 'r3', 'r2'), commands('a1', 'r4', 'a2'))).toEqual(['a2', 'r4', 'a1', 'r3', 'r2'])
})
