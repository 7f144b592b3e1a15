import fc from 'fast-check'
import { ENTRY_KEYS } from './steps.js'

/** List simple choices first, since a failing run shrinks towards them. */

export const OWNERS = ['user_alice', 'user_bob', 'user_local']

/** Usually the default world. */
export const world = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(3) })
export const pick = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
export const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 11, arbitrary: usual }, { weight: 1, arbitrary: rare })
export const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof(fc.constant(undefined), arbitrary)

/** A field that's usually missing, so that objects with many fields don't have all of them. */
export const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** Drops undefined fields, because the emulator's schemas reject them. */
export const given = <T extends object>(
  fields: { [Name in keyof T]: fc.Arbitrary<T[Name] | undefined> },
): fc.Arbitrary<T> =>
  fc.record(Object.fromEntries(Object.entries<fc.Arbitrary<unknown>>(fields))).map((drawn) => {
    return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)) as T
  })

export const scope = pick('admin', 'write', 'read')
export const entryKey = fc.oneof(
  { weight: 14, arbitrary: fc.constant(0) },
  { weight: 10, arbitrary: fc.nat(2) },
  { weight: 2, arbitrary: fc.constant(3) },
  { weight: 1, arbitrary: fc.constant(ENTRY_KEYS.length - 1) },
)
export const entryName = pick('cart', 'flag:a', 'x', 'ü/ß %')
export const valueText = pick(
  '1',
  '{"n":1}',
  '"ä"',
  'true',
  '[1,2]',
  '1.0',
  '12345678901234567890',
  'null',
  `"${'long '.repeat(8)}"`,
)
