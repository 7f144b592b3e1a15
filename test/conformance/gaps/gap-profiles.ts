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
    countMisses: false,
    storageOf: 'value',
    expiredStorage: 'freed',
    listWithScopedKey: 403,
    quotaRetryAfter: true,
  },
  config: { putStatus: 201, deleteStatus: 204, deleteMissing: 'ok' },
  auth: { foreignKey: 401, notOwner: 404, tokenTime: 'real' },
  // The contract has no code for 400, 401, 403 and 404 of A and B.
  errors: { shape: 'nested', codes: { '413': 'big', '5xx': 'down' } },
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
    rateLimitRetryAfter: false,
    codes: { '401': 'who', '403': 'no', '409': 'clash', '413': 'big', '429': 'slow', '5xx': 'down' },
  },
  http: { notShown: 404, contentType: 'require' },
} as const satisfies ProfilePatch

/** The gaps with a third value take it; the others are as in the second. */
const third = {
  ...second,
  kv: { ...second.kv, deleteStatus: 200, deleteBody: 'ok', listWithScopedKey: 'allow' },
  config: { ...second.config, deleteStatus: 200, deleteBody: 'ok' },
  errors: { shape: 'code' },
  database: { ...second.database, overMax: 'clamp', next: 'cursor' },
  http: { notShown: 405, contentType: 'require' },
} as const satisfies ProfilePatch

/** By name: the statements must hold under each, for they lean on the contract alone. */
export const GAP_PROFILES: Readonly<Record<string, ProfilePatch>> = {
  'the default profile': {},
  'a second way through the gaps': second,
  'a third way through the gaps': third,
}
