/** The gaps of the document database. */

import { codeGap, type Gap } from './gap.js'

const FEW_RECORDS = 'all the records that the key sees fit on one page'

export const databaseGaps: readonly Gap[] = [
  {
    option: 'database.defaultPageSize',
    meaning: 'How many records a page holds if no limit is asked for.',
    sees: ['db'],
    hidden: FEW_RECORDS,
  },
  {
    option: 'database.maxPageSize',
    meaning: 'The largest page that a limit brings.',
    sees: ['db'],
    hidden: FEW_RECORDS,
  },
  {
    option: 'database.overMax',
    meaning: 'Whether a limit above the largest page is cut down or refused.',
    sees: ['db'],
    hidden: FEW_RECORDS,
  },
  {
    option: 'database.next',
    meaning: 'Whether x-next is a URL, a path or a bare cursor.',
    sees: ['db'],
    hidden: 'the key sees fewer than two records',
  },
  {
    option: 'database.createProjectStatus',
    meaning: 'The status of a created project.',
    sees: ['db.create'],
  },
  {
    option: 'database.scopedOut',
    meaning: "The status for a document outside the key's scope.",
    sees: ['db.scoped'],
  },
  {
    option: 'database.documentIdInvalid',
    meaning: 'The status for a document id that is not an int64.',
    sees: ['db'],
  },
  { option: 'database.limitZero', meaning: 'What limit=0 is answered with.', sees: ['db'] },
  {
    option: 'database.contentNull',
    meaning: 'Whether a document may be created with content null.',
    sees: ['db.create'],
  },
  {
    option: 'database.descriptionNull',
    meaning: 'Whether a project may be created with description null.',
    sees: ['db.create'],
  },
  {
    option: 'database.absentMembers',
    meaning: 'Whether a content that a document does not have is left out or null.',
    sees: ['db.create'],
  },
  {
    option: 'database.unknownMembers',
    meaning: 'Whether a create with an unknown member is refused.',
    sees: ['db.create'],
  },
  {
    option: 'database.sentId',
    meaning: 'Whether a create with an id in its body is refused.',
    sees: ['db.create'],
  },
  {
    option: 'database.rateLimitRetryAfter',
    meaning: 'Whether a 429 of the database carries Retry-After.',
    sees: ['ratelimit'],
  },
  {
    option: 'database.validationStatus',
    meaning: 'The status that comes with validation_error.',
    sees: ['db.create'],
  },
  {
    option: 'database.rateWindow',
    meaning: 'Whether the windows of the rate limit are fixed or sliding.',
    sees: ['ratelimit', 'time.exact'],
    hidden: 'the limit is a single request',
  },
  codeGap('database.codes.401', 'a 401 of the database', ['db']),
  codeGap(
    'database.codes.403',
    'a 403 of the database',
    ['db.blind'],
    'such a key is shown an empty list instead',
  ),
  codeGap('database.codes.409', 'a 409 of the database', ['db', 'provoke']),
  codeGap('database.codes.413', 'a 413 of the database', ['db', 'provoke']),
  codeGap('database.codes.429', 'a 429 of the database', ['ratelimit']),
  codeGap('database.codes.5xx', 'a 5xx of the database', ['db', 'provoke']),
]
