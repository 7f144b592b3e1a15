import fc from 'fast-check'
import { profileOptions } from '../../../src/domain/profile/options.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { optionsAt } from '../../simulation/draw-profiles.js'

/** Random profiles over all values of every option, the same in each run. */

const oneOf = (...values: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values)
const limit = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }))
const count = fc.integer({ min: 0, max: 2_000_000 })
const code = fc.stringMatching(/^[a-z]{3,12}$/)

const codes = (path: string, value: fc.Arbitrary<unknown>, ...statuses: readonly string[]) =>
  Object.fromEntries(statuses.map((status) => [`${path}.codes.${status}`, value]))

const LISTED = [...profileOptions()].flatMap(([path, { allowed }]) =>
  typeof allowed === 'string' ? [] : [[path, oneOf(...allowed)] as const],
)

const UNLISTED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'kv.ttlMissing': fc.oneof(oneOf('reject'), fc.integer({ min: 1, max: 5000 })),
  'kv.defaultLimits.reads': count,
  'kv.defaultLimits.writes': count,
  'kv.defaultLimits.lists': count,
  'kv.defaultLimits.storageBytes': count,
  'auth.secret': oneOf(null, 'a secret of thirty-two characters'),
  'auth.issuer': oneOf(null, 'https://id.test'),
  'auth.audience': oneOf(null, 'kv'),
  'auth.leeway': oneOf(0, 1, 30, 300),
  'auth.ownerClaim': oneOf('sub', 'uid', 'https://claims.test/owner'),
  ...codes('errors', fc.option(code), '400', '401', '403', '404', '413', '5xx'),
  ...codes('database', code, '401', '403', '409', '413', '429', '5xx'),
  'database.defaultPageSize': fc.integer({ min: 1, max: 400 }),
  'database.maxPageSize': fc.integer({ min: 1, max: 600 }),
  // These leave room for the bodies and keys of every session.
  'limits.keyBytes': limit(40, 3000),
  'limits.keyCharacters': oneOf(null, null, '0-9a-z-', '!*0-9A-Z_a-z-', '+.0-:A-Za-z-'),
  'limits.valueBytes': limit(100, 80_000),
  'limits.bodyBytes': limit(200, 80_000),
}

const profiles = fc.record({ ...Object.fromEntries(LISTED), ...UNLISTED })

export const randomProfiles = (count: number): readonly ProfilePatch[] =>
  fc.sample(profiles, { numRuns: count, seed: 20_260_314 }).map((byPath) => optionsAt(byPath) as ProfilePatch)
