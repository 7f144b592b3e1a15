import { expect, test } from 'vitest'
import type { WorldCopy } from '../../src/domain/baseline.js'
import { Snapshots } from '../../src/domain/snapshots.js'

/** A copy that tests recognize by its time. */
const at = (ms: number) => ({ at: ms, contents: {} }) as WorldCopy

function started(max = 100) {
  const snapshots = new Snapshots(max)
  return { snapshots, names: () => snapshots.list().map(({ name }) => name) }
}

test('snapshots are limited in number, though one may replace another of its name', () => {
  const { snapshots, names } = started(2)
  snapshots.take(at(0), 'a')
  snapshots.take(at(1), 'b')
  snapshots.take(at(2), 'a')
  expect(snapshots.get('a').at).toBe(2)
  expect(() => snapshots.take(at(3), 'c')).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      reason: 'a world can have at most 2 snapshots (--max-snapshots, in code bounds.snapshots)',
      details: { hint: 'remove one with DELETE /_admin/snapshots/{name}' },
    }),
  )
  expect(names()).toEqual(['a', 'b'])
})

test('snapshots get names that are not in use', () => {
  const { snapshots, names } = started()
  snapshots.take(at(0), 's1')
  snapshots.take(at(1))
  expect(names()).toEqual(['s1', 's2'])
})

test('snapshots that do not exist are refused with a list of up to ten that do', () => {
  const { snapshots } = started()
  const refused = (details: object) =>
    expect.objectContaining({ code: 'not_found', reason: 'there is no snapshot x', details })
  expect(() => snapshots.get('x')).toThrow(refused({ hint: 'take one with POST /_admin/snapshots' }))
  for (let index = 0; index < 12; index++) snapshots.take(at(index))
  expect(() => snapshots.get('x')).toThrow(
    refused({ hint: 'existing snapshots: s1, s2, s3, s4, s5, s6, s7, s8, s9, s10' }),
  )
})
