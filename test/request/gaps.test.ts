import { describe, expect, test } from 'vitest'
import { defaultProfile, profileProblems } from '../../src/domain/profile/profile.js'
import { optionsOf } from '../support/options-of.js'
import { bearer, kvKey, startShop } from './clients.js'
import { authGaps } from './gaps/auth.js'
import { configGaps } from './gaps/config.js'
import { databaseGaps } from './gaps/database.js'
import { errorGaps } from './gaps/errors.js'
import { patchOf, startGap } from './gaps/gap.js'
import { kvGaps } from './gaps/kv.js'
import { limitAndHttpGaps } from './gaps/limits.js'

/** Every gap (docs/gaps.md): a client must see the right thing under each value of its option. */

const gaps = [...kvGaps, ...configGaps, ...authGaps, ...errorGaps, ...databaseGaps, ...limitAndHttpGaps]

describe.each(gaps)('$option', (gap) => {
  const [usual] = gap.seen
  test(`the answer is ${JSON.stringify(usual?.[0])} by default`, async () => {
    expect(optionsOf(defaultProfile).get(gap.option)).toEqual(usual?.[0])
    expect(await gap.observe(await startGap(gap))).toEqual(usual?.[1])
  })

  test.each(gap.seen.slice(1))('the option set to %j decides the answer', async (value, seen) => {
    expect(await gap.observe(await startGap(gap, value))).toEqual(seen)
  })

  test('every value that the option takes is tested', () => {
    const [problem] = profileProblems(patchOf(gap.option, { no: 'such value' }))
    const listed = /^expected one of (.*), found/.exec(problem?.message ?? '')?.[1]
    const values: unknown = problem?.message.startsWith('expected true or false')
      ? [true, false]
      : JSON.parse(`[${listed ?? ''}]`)
    expect(gap.seen.map(([value]) => value)).toEqual(expect.arrayContaining(values as unknown[]))
    expect(gap.seen.length, 'a value besides the default').toBeGreaterThan(1)
  })
})

test('a request depends only on the options that could have changed its answer', async () => {
  const { service, put, get, remove, list } = await startShop()
  const put60 = () => put('k', { value: 1, ttlSeconds: 60 })
  const WRITTEN = ['putStatus', 'storageOf', 'expiredStorage', 'defaultLimits']
  const LISTED = ['readTtl', 'createdAtPrecision', 'defaultLimits']
  const key = kvKey('kv_read_shop')
  const steps: readonly [send: () => unknown, options: readonly string[]][] = [
    [put60, WRITTEN],
    [put60, [...WRITTEN, 'createdAtOnUpsert']],
    [() => put('short', { value: 1, ttlSeconds: 59 }), [...WRITTEN, 'ttlEcho']],
    [() => put('more', { value: 1, ttlSeconds: 60, more: 1 }), [...WRITTEN, 'unknownMembers']],
    [() => get('k'), ['readTtl', 'defaultLimits']],
    [() => get('none'), ['countMisses', 'defaultLimits']],
    [() => remove('k'), ['deleteStatus', 'deleteBody']],
    [() => remove('k'), ['deleteMissing', 'countMissingDeletes']],
    [list, LISTED],
    [async () => list({ headers: { ...key, ...(await bearer()) } }), LISTED],
    [() => list({ headers: key }), ['listWithScopedKey']],
  ]
  for (const [send, options] of steps) {
    await send()
    const used = Object.keys(service.world.journal.newest?.gaps.used() ?? {})
    const kv = used.filter((name) => name.startsWith('kv.')).map((name) => name.slice(3))
    expect(kv.toSorted()).toEqual(options.toSorted())
  }
})

test('every option of the profile has its row, and no option has two', () => {
  expect(gaps.map(({ option }) => option).sort()).toEqual([...optionsOf(defaultProfile).keys()].sort())
})
