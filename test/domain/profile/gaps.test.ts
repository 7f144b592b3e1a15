import { describe, expect, test } from 'vitest'
import { type GapName, Gaps } from '../../../src/domain/profile/gaps.js'
import { defaultProfile, patchProfile } from '../../../src/domain/profile/profile.js'

const defaults = Object.entries(defaultProfile).flatMap(([section, options]) =>
  Object.entries(options).map(([option, value]) => [`${section}.${option}` as GapName, value] as const),
)

describe('asking how a gap is filled', () => {
  test.each(defaults)('asking how a gap is filled returns and records %s, and no other', (name, value) => {
    const gaps = new Gaps(defaultProfile)
    expect(gaps.decide(name)).toEqual(value)
    // No answer depends on a bound that doesn't exist.
    expect(gaps.used()).toEqual(value === null ? {} : { [name]: value })
  })

  test('records each gap once, in the order of the profile', () => {
    const gaps = new Gaps(defaultProfile)
    for (const name of ['kv.readTtl', 'kv.putStatus', 'kv.readTtl'] as const) gaps.decide(name)
    expect(Object.entries(gaps.used())).toEqual([
      ['kv.putStatus', 200],
      ['kv.readTtl', 'original'],
    ])
  })

  test('asking how a gap is filled is recorded for one request only', () => {
    new Gaps(defaultProfile).decide('kv.putStatus')
    expect(new Gaps(defaultProfile).used()).toEqual({})
  })
})

test('reading the profile itself records nothing', () => {
  const gaps = new Gaps(defaultProfile)
  expect(gaps.profile.kv.putStatus).toBe(200)
  expect(gaps.used()).toEqual({})
})

test('the profile in force is shown with its values, bounds among them', () => {
  const gaps = new Gaps(patchProfile(defaultProfile, { kv: { putStatus: 201 }, limits: { keyBytes: 5 } }))
  gaps.decide('kv.putStatus')
  gaps.decide('limits.keyBytes')
  expect(gaps.used()).toEqual({ 'kv.putStatus': 201, 'limits.keyBytes': 5 })
})

test('the recorded options are kept under another profile', () => {
  const gaps = new Gaps(defaultProfile)
  gaps.decide('kv.putStatus')
  gaps.refill(patchProfile(defaultProfile, { kv: { putStatus: 201 } }))
  gaps.decide('config.putStatus')
  expect(gaps.used()).toEqual({ 'kv.putStatus': 201, 'config.putStatus': 200 })
})
