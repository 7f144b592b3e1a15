/** Profiles in which every gap of the contract that a client may rely on goes another way than by default. */

import type { ProfilePatch } from '../../../src/domain/profile/profile.js'

const second = {
  kv: {
    putStatus: 201,
    deleteStatus: 204,
    deleteMissing: 'ok',
    valueMissing: 'null',
    ttlMissing: 60,
    ttlInvalid: 'truncate',
    ttlEcho: 'requested',
    readTtl: 'remaining',
    createdAtOnUpsert: 'renewed',
    createdAtPrecision: 'seconds',
    countMisses: false,
    countRefusedPuts: true,
    countMissingDeletes: true,
    storageOf: 'value',
    expiredStorage: 'freed',
    listWithScopedKey: 403,
    quotaRetryAfter: true,
    invalidStatus: 422,
    checkOrder: 'request-first',
  },
  config: { putStatus: 201, deleteStatus: 204, deleteMissing: 'ok' },
  auth: {
    foreignKey: 401,
    missingNamespace: 'after-key',
    notOwner: 404,
    tokenTime: 'real',
    challenge: true,
    issuer: 'me',
    audience: 'you',
    leeway: 30,
  },
  // The contract has no code for 400, 401, 403 and 404 of the two stores.
  errors: { shape: 'nested', codes: { '413': null, '5xx': 'down' } },
  database: {
    defaultPageSize: 3,
    maxPageSize: 5,
    overMax: 'reject',
    next: 'path',
    createProjectStatus: 200,
    scopedOut: 404,
    documentIdInvalid: 404,
    limitZero: 'empty',
    contentNull: 'accept',
    descriptionNull: 'accept',
    absentMembers: 'null',
    rateWindow: 'sliding',
    unknownMembers: 'reject',
    sentId: 'reject',
    rateLimitRetryAfter: false,
    validationStatus: 422,
    codes: { '401': 'who', '403': 'no', '409': 'clash', '413': 'big', '429': 'slow', '5xx': 'down' },
  },
  limits: { keyStatus: 404 },
  http: { notShown: 404, contentType: 'require', charset: true },
} as const satisfies ProfilePatch

/** The gaps with a third value take it; the others are as in the second. */
const third = {
  ...second,
  kv: {
    ...second.kv,
    putStatus: '201 or 200',
    deleteStatus: 200,
    deleteBody: 'ok',
    readTtl: 'remaining-floor',
    listWithScopedKey: 'allow',
  },
  config: { ...second.config, putStatus: '201 or 200', deleteStatus: 200, deleteBody: 'ok' },
  auth: { ...second.auth, foreignKey: 404 },
  errors: { shape: 'code' },
  database: { ...second.database, overMax: 'clamp', next: 'cursor' },
  http: { notShown: 405, contentType: 'require', charset: true },
} as const satisfies ProfilePatch

/** By name: the statements must hold under each, for they lean on the contract alone. */
export const GAP_PROFILES: Readonly<Record<string, ProfilePatch>> = {
  'the default profile': {},
  'a second way through the gaps': second,
  'a third way through the gaps': third,
}
