import fc from 'fast-check'
import type { ProfileChanges } from '../../conformance/model/profile.js'
import { maybe, pick, seldom } from './draw.js'
import { ISSUER } from './tokens.js'

/** Values to draw for each option in the profile, by path. May omit the default. */
export const OPTION_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'kv.putStatus': [201, '201 or 200', 200],
  'kv.deleteStatus': [204, 200],
  'kv.deleteMissing': ['ok', 404],
  'kv.deleteBody': ['ok', 'ok+key'],
  'kv.unknownMembers': ['reject', 'ignore'],
  'kv.valueMissing': ['null', 'reject'],
  'kv.ttlMissing': [120, 30, 'reject'],
  'kv.ttlInvalid': ['truncate', 'reject'],
  'kv.ttlEcho': ['requested', 'clamped'],
  'kv.readTtl': ['remaining', 'remaining-floor', 'original'],
  'kv.createdAtOnUpsert': ['renewed', 'kept'],
  'kv.createdAtPrecision': ['seconds', 'milliseconds'],
  'kv.countMisses': [false, true],
  'kv.countRefusedPuts': [true, false],
  'kv.countMissingDeletes': [true, false],
  'kv.storageOf': ['value', 'key+value'],
  'kv.expiredStorage': ['freed', 'counted'],
  'kv.defaultLimits.reads': [4, 1_000_000],
  'kv.defaultLimits.writes': [3, 100_000],
  'kv.defaultLimits.lists': [2, 10_000],
  'kv.defaultLimits.storageBytes': [20, 104_857_600],
  'kv.listWithScopedKey': ['allow', 403, 401],
  'kv.quotaRetryAfter': [true, false],
  'kv.invalidStatus': [422, 400],
  'kv.checkOrder': ['request-first', 'quota-first'],
  'config.putStatus': [201, '201 or 200', 200],
  'config.deleteStatus': [204, 200],
  'config.deleteMissing': ['ok', 404],
  'config.deleteBody': ['ok', 'ok+key'],
  'config.unknownMembers': ['reject', 'ignore'],
  'auth.foreignKey': [404, 401, 403],
  'auth.missingNamespace': ['after-key', 'first'],
  'auth.notOwner': [404, 403],
  'auth.jwt': ['decode', 'verify'],
  'auth.tokenTime': ['real', 'virtual'],
  'auth.ownerClaim': ['uid', 'sub'],
  'auth.challenge': [true, false],
  'auth.issuer': [ISSUER, null],
  'auth.audience': ['web', null],
  'auth.leeway': [60, 0],
  'errors.shape': ['nested', 'code', 'flat'],
  'errors.codes.400': ['bad', null],
  'errors.codes.401': ['who', null],
  'errors.codes.403': ['no', null],
  'errors.codes.404': ['gone_missing', null],
  'errors.codes.413': [null, 'large'],
  'errors.codes.5xx': [null, 'down'],
  'database.defaultPageSize': [3, 20],
  'database.maxPageSize': [4, 100],
  'database.overMax': ['reject', 'clamp'],
  'database.next': ['path', 'cursor', 'url'],
  'database.createProjectStatus': [200, 201],
  'database.scopedOut': [404, 403],
  'database.documentIdInvalid': [404, 400],
  'database.limitZero': ['empty', 'reject'],
  'database.contentNull': ['accept', 'reject'],
  'database.descriptionNull': ['accept', 'reject'],
  'database.absentMembers': ['null', 'left-out'],
  'database.unknownMembers': ['reject', 'ignore'],
  'database.sentId': ['reject', 'ignore'],
  'database.rateLimitRetryAfter': [false, true],
  'database.rateWindow': ['sliding', 'fixed'],
  'database.validationStatus': [422, 400],
  'database.codes.401': ['who'],
  'database.codes.403': ['no'],
  'database.codes.409': ['clash'],
  'database.codes.413': ['large'],
  'database.codes.429': ['slow'],
  'database.codes.5xx': ['down'],
  'limits.keyBytes': [4, null],
  'limits.keyCharacters': ['a-z', 'a-z:', null],
  'limits.keyStatus': [400, 404, 414, 413],
  'limits.valueBytes': [6, null],
  'limits.bodyBytes': [30, 10_485_760],
  'http.notShown': [404, 405, 501],
  'http.contentType': ['require', 'any'],
  'http.charset': [true, false],
}

const SECTIONS = [...new Set(Object.keys(OPTION_VALUES).map((path) => path.split('.')[0] ?? ''))]

/** Changes some options in some sections. */
export const profileChanges: fc.Arbitrary<ProfileChanges> = fc
  .record(Object.fromEntries(SECTIONS.map((section) => [section, maybe(optionsOf(section))])))
  .map((sections) => optionsAt(Object.assign({}, ...Object.values(sections))))

function optionsOf(section: string): fc.Arbitrary<object> {
  const own = Object.entries(OPTION_VALUES).filter(([path]) => path.startsWith(`${section}.`))
  return fc.record(Object.fromEntries(own.map(([path, values]) => [path, seldom(pick(...values))])))
}

/** Nests options by their paths, as in the profile. Drops undefined ones. */
export function optionsAt(byPath: Readonly<Record<string, unknown>>): ProfileChanges {
  const changes: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(byPath)) {
    if (value === undefined) continue
    const names = path.split('.')
    const last = names.pop() ?? ''
    let at = changes
    for (const name of names) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at[last] = value
  }
  return changes as ProfileChanges
}
