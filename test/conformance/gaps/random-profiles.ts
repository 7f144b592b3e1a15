import fc from 'fast-check'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'

/** Profiles in which every option takes any of its values, the same from run to run. */

const word = fc.stringMatching(/^[a-z]{3,12}$/)
const oneOf = <const T extends readonly unknown[]>(...values: T): fc.Arbitrary<T[number]> =>
  fc.constantFrom<T[number][]>(...values)
const limit = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }))
const count = fc.integer({ min: 0, max: 2_000_000 })

const writes = {
  putStatus: oneOf(200, 201, '201 or 200'),
  deleteStatus: oneOf(200, 200, 204),
  deleteMissing: oneOf(404, 'ok'),
  deleteBody: oneOf('ok+key', 'ok'),
} as const

const codes = <const T extends readonly string[], Code>(code: fc.Arbitrary<Code>, ...statuses: T) =>
  fc.record(Object.fromEntries(statuses.map((status) => [status, code])) as Record<T[number], typeof code>)

const profiles: fc.Arbitrary<ProfilePatch> = fc.record({
  kv: fc.record({
    ...writes,
    valueMissing: oneOf('reject', 'null'),
    ttlMissing: fc.oneof(oneOf('reject'), fc.integer({ min: 1, max: 5000 })),
    ttlInvalid: oneOf('reject', 'truncate'),
    ttlEcho: oneOf('clamped', 'requested'),
    readTtl: oneOf('original', 'remaining', 'remaining-floor'),
    createdAtOnUpsert: oneOf('kept', 'renewed'),
    createdAtPrecision: oneOf('milliseconds', 'seconds'),
    countMisses: fc.boolean(),
    countRefusedPuts: fc.boolean(),
    countMissingDeletes: fc.boolean(),
    storageOf: oneOf('key+value', 'value'),
    expiredStorage: oneOf('counted', 'freed'),
    defaultLimits: fc.record({ reads: count, writes: count, lists: count, storageBytes: count }),
    listWithScopedKey: oneOf(401, 403, 'allow'),
    quotaRetryAfter: fc.boolean(),
    invalidStatus: oneOf(400, 422),
    checkOrder: oneOf('quota-first', 'request-first'),
  }),
  config: fc.record(writes),
  auth: fc.record({
    foreignKey: oneOf(403, 401, 404),
    missingNamespace: oneOf('first', 'after-key'),
    notOwner: oneOf(403, 404),
    jwt: oneOf('verify', 'decode'),
    secret: oneOf(null, 'a secret of thirty-two characters'),
    tokenTime: oneOf('virtual', 'real'),
    challenge: fc.boolean(),
    issuer: oneOf(null, 'https://id.test'),
    audience: oneOf(null, 'kv'),
    leeway: oneOf(0, 1, 30, 300),
    ownerClaim: oneOf('sub', 'uid', 'https://claims.test/owner'),
  }),
  errors: fc.record({
    shape: oneOf('flat', 'nested', 'code'),
    codes: codes(fc.option(word), '400', '401', '403', '404', '413', '5xx'),
  }),
  database: fc.record({
    defaultPageSize: fc.integer({ min: 1, max: 400 }),
    maxPageSize: fc.integer({ min: 1, max: 600 }),
    overMax: oneOf('clamp', 'reject'),
    next: oneOf('url', 'path', 'cursor'),
    createProjectStatus: oneOf(201, 200),
    scopedOut: oneOf(403, 404),
    documentIdInvalid: oneOf(400, 404),
    limitZero: oneOf('reject', 'empty'),
    contentNull: oneOf('reject', 'accept'),
    descriptionNull: oneOf('reject', 'accept'),
    rateWindow: oneOf('fixed', 'sliding'),
    absentMembers: oneOf('left-out', 'null'),
    unknownMembers: oneOf('ignore', 'reject'),
    sentId: oneOf('ignore', 'reject'),
    rateLimitRetryAfter: fc.boolean(),
    validationStatus: oneOf(400, 422),
    codes: codes(word, '401', '403', '409', '413', '429', '5xx'),
  }),
  // Room for the bodies that a session sends anyway.
  limits: fc.record({
    keyBytes: limit(40, 3000),
    // Those of a session's own keys, and more.
    keyCharacters: oneOf(null, null, '0-9a-z-', '!*0-9A-Z_a-z-', '+.0-:A-Za-z-'),
    keyStatus: oneOf(413, 400, 404, 414),
    valueBytes: limit(100, 80_000),
    bodyBytes: limit(200, 80_000),
  }),
  http: fc.record({
    notShown: oneOf(501, 404, 405),
    contentType: oneOf('any', 'require'),
    charset: fc.boolean(),
  }),
})

/** So many of them. */
export const randomProfiles = (count: number): readonly ProfilePatch[] =>
  fc.sample(profiles, { numRuns: count, seed: 20_260_314 })
