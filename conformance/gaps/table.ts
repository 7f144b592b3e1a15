import type { Need } from '../subject.js'

/** A gap in the contract, including the option that fills it and what a client needs to observe it. */
export interface Gap {
  /** Path of the option in the profile, e.g. `kv.putStatus`. */
  readonly option: string
  /** The access a client needs to observe it. Empty if no client can. */
  readonly sees: readonly Need[]
  /** The reason why no client can observe it. */
  readonly hidden?: string
}

/** Says for every option in the profile what a client needs to observe it, or why no client can. */
const SEEN_WITH: Readonly<Record<string, readonly Need[] | string>> = {
  'kv.putStatus': ['kv.writer'],
  'kv.deleteStatus': ['kv.writer'],
  'kv.deleteMissing': ['kv.writer'],
  'kv.deleteBody': ['kv.writer'],
  'kv.unknownMembers': ['kv.writer'],
  'kv.valueMissing': ['kv.writer'],
  'kv.ttlMissing': ['kv.writer'],
  'kv.ttlInvalid': ['kv.writer'],
  'kv.ttlEcho': ['kv.writer'],
  'kv.readTtl': ['kv.writer', 'kv.reader', 'time.pass'],
  'kv.createdAtOnUpsert': ['kv.writer', 'bearer', 'time.pass'],
  'kv.createdAtPrecision': ['kv.writer', 'bearer'],
  'kv.countMisses': ['kv.reader', 'bearer'],
  'kv.countRefusedPuts': ['kv.writer', 'bearer'],
  'kv.countMissingDeletes': ['kv.writer', 'bearer'],
  'kv.storageOf': ['kv.writer', 'bearer'],
  'kv.expiredStorage': ['kv.writer', 'bearer', 'time.pass'],
  'kv.defaultLimits.reads': ['kv.default'],
  'kv.defaultLimits.writes': ['kv.default'],
  'kv.defaultLimits.lists': ['kv.default'],
  'kv.defaultLimits.storageBytes': ['kv.default'],
  'kv.listWithScopedKey': ['kv.reader'],
  'kv.quotaRetryAfter': ['limited'],
  'kv.invalidStatus': ['kv.writer'],
  'kv.checkOrder': ['limited'],
  'config.putStatus': ['store.writer'],
  'config.deleteStatus': ['store.writer'],
  'config.deleteMissing': ['store.writer'],
  'config.deleteBody': ['store.writer'],
  'config.unknownMembers': ['store.writer'],
  'auth.foreignKey': ['kv', 'kv.foreign'],
  'auth.missingNamespace': ['kv'],
  'auth.notOwner': ['kv', 'bearer.stranger'],
  'auth.jwt': ['kv', 'bearer'],
  'auth.jwksFile': 'only the emulator reads this file',
  'auth.secret': "services don't reveal secrets",
  'auth.tokenTime': ['kv', 'bearer', 'tokens', 'time.leap'],
  'auth.ownerClaim': ['kv', 'bearer', 'tokens'],
  'auth.challenge': ['kv'],
  'auth.issuer': ['kv', 'bearer', 'tokens'],
  'auth.audience': ['kv', 'bearer', 'tokens'],
  'auth.leeway': ['kv', 'bearer', 'tokens', 'time.exact'],
  'errors.shape': ['kv'],
  'errors.codes.400': ['kv.writer'],
  'errors.codes.401': ['kv'],
  'errors.codes.403': ['kv.read'],
  'errors.codes.404': ['kv.reader'],
  'errors.codes.413': ['kv', 'provoke'],
  'errors.codes.5xx': ['kv', 'provoke'],
  'database.defaultPageSize': ['db'],
  'database.maxPageSize': ['db'],
  'database.overMax': ['db'],
  'database.next': ['db'],
  'database.createProjectStatus': ['db.create'],
  'database.scopedOut': ['db.scoped'],
  'database.documentIdInvalid': ['db'],
  'database.limitZero': ['db'],
  'database.contentNull': ['db.create'],
  'database.descriptionNull': ['db.create'],
  'database.absentMembers': ['db.create'],
  'database.unknownMembers': ['db.create'],
  'database.sentId': ['db.create'],
  'database.rateLimitRetryAfter': ['ratelimit'],
  'database.validationStatus': ['db.create'],
  'database.rateWindow': ['ratelimit', 'time.exact'],
  'database.codes.401': ['db'],
  'database.codes.403': ['db.blind'],
  'database.codes.409': ['db', 'provoke'],
  'database.codes.413': ['db', 'provoke'],
  'database.codes.429': ['ratelimit'],
  'database.codes.5xx': ['db', 'provoke'],
  'limits.keyStatus': ['kv.writer'],
  'limits.keyCharacters': ['kv.reader'],
  'limits.keyBytes': ['kv.reader'],
  'limits.bodyBytes': ['kv.writer'],
  'limits.valueBytes': ['kv.writer'],
  'http.notShown': ['kv.reader'],
  'http.contentType': ['kv.writer'],
  'http.charset': ['kv'],
}

/** Every "not shown" in the contract that's an option in the profile (docs/gaps.md). */
export const GAPS: readonly Gap[] = Object.entries(SEEN_WITH).map(([option, seenWith]) =>
  typeof seenWith === 'string' ? { option, sees: [], hidden: seenWith } : { option, sees: seenWith },
)
