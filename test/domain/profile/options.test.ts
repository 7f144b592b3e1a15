import { describe, expect, test } from 'vitest'
import { optionAt, profileOptions } from '../../../src/domain/profile/options.js'
import { defaultProfile, patchProfile, profileProblems } from '../../../src/domain/profile/profile.js'
import { optionsOf } from '../../support/options-of.js'

const options = profileOptions()

const patchOf = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

test('the options list every option of the profile with its default', () => {
  const defaults = [...options].map(([path, option]) => [path, option.default])
  expect(defaults).toEqual([...optionsOf(defaultProfile)])
})

test('the options describe values that cannot be listed', () => {
  const allowedOf = (path: string) => profileOptions().get(path)?.allowed
  expect(allowedOf('kv.putStatus')).toEqual([200, 201, '201 or 200'])
  expect(allowedOf('kv.countMisses')).toEqual([true, false])
  expect(allowedOf('kv.ttlMissing')).toBe('"reject" or a whole number of seconds above 0')
  expect(allowedOf('auth.secret')).toBe('text, or null')
  expect(allowedOf('limits.keyBytes')).toMatch(/^an integer from 0 to \d+, or null$/)
})

test('the options have the types of values that cannot be listed', () => {
  const typesOf = (path: string) => profileOptions().get(path)?.types
  expect(typesOf('kv.putStatus')).toBeUndefined()
  expect(typesOf('kv.ttlMissing')).toEqual(['text', 'number'])
  expect(typesOf('auth.secret')).toEqual(['text', 'null'])
  expect(typesOf('limits.keyBytes')).toEqual(['number', 'null'])
})

describe('exactly the listed values are accepted', () => {
  test.each([...options].filter(([, { allowed }]) => typeof allowed !== 'string'))(
    'the option %s accepts exactly the listed values',
    (path, { allowed }) => {
      for (const value of allowed) {
        const profile = patchProfile(defaultProfile, patchOf(path, value))
        expect(optionAt(profile, path)).toBe(value)
      }
      expect(profileProblems(patchOf(path, 'something else'))).toHaveLength(1)
    },
  )
})

test('there is no value for an unknown option', () => {
  for (const path of ['kv.putStatus.more', 'kv.none', 'none.at.all']) {
    expect(optionAt(defaultProfile, path)).toBeUndefined()
  }
})
