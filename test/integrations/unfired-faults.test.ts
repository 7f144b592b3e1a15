import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from './run-suite.js'

test('a fault that never fired fails its test, unless it is optional or from the seed', async () => {
  await using ran = await run(UNFIRED, 'threads', 'false')
  const errors = Object.fromEntries(ran.errors)
  const matching = '{"operation":"kv.get","key":"b"}'
  expect(errors).toEqual({
    'no request matches': [
      `the fault for kv.get (503) never fired: no request that matches ${matching} reached it (optional: true allows that)`,
    ],
    'matches are skipped': [
      'the fault for any operation (reset) never fired: 1 of the requests match {}, but its after or probability skipped them (optional: true allows that)',
    ],
    'it fires': [],
    'it is optional': [],
    'it is removed': [],
    'the test fails anyway': ['the cause'],
  })
  expect(ran.written).toEqual([
    expect.stringContaining('\nthe fault for kv.get (503) never fired: no request'),
  ])
  // No bundle is written with `bundles: false`.
  expect(ran.metas.get('the test fails anyway')).toEqual({})
  expect(existsSync(join(ran.folder, 'BUNDLES'))).toBe(false)
})

const UNFIRED = `
  const unmet = { match: { operation: 'kv.get', key: 'b' }, status: 503 }
  test('no request matches', async ({ world }) => {
    await world.faults.add(unmet)
    await get(world, 'a')
  })
  test('matches are skipped', async ({ world }) => {
    await world.faults.add([{ connection: 'reset', after: 1 }])
    await get(world, 'a')
  })
  test('it fires', async ({ world }) => {
    await world.faults.add(unmet)
    await get(world, 'b')
  })
  test('it is optional', async ({ world }) => { await world.faults.add({ ...unmet, optional: true }) })
  test('it is removed', async ({ world }) => {
    await world.faults.remove(await world.faults.add(unmet))
  })
  test('the test fails anyway', async ({ world }) => {
    await world.faults.add(unmet)
    throw new Error('the cause')
  })
`
