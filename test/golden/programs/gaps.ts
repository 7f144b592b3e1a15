import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import type { Program, Step } from '../program.js'
import { ADMIN, ALICE, BLOG_KEY, DB, EC, EC_ADMIN, NS, READ, SCOPED, SHOP, WRITE } from './shop.js'

const under = (profile: ProfilePatch, ...steps: readonly Step[]): Step[] => [
  { admin: 'PATCH /state', body: { profile } },
  ...steps,
]
const put = (key: string, body: string) => ({ send: `PUT ${NS}/${key}`, headers: WRITE, body })
const get = (key: string) => ({ send: `GET ${NS}/${key}`, headers: READ })
const create = (body: string) => ({ send: 'POST /documents', headers: DB, body })

/** Answers under values of the profile other than the defaults. */
export const gaps: Program = {
  topic: 'gaps',
  options: { seed: SHOP },
  steps: [
    { admin: 'POST /tokens', body: { sub: 'user_bob' }, saveToken: 'bob' },
    { admin: 'POST /tokens', body: { sub: 'user_alice' }, saveToken: 'alice' },
    ...under(
      { kv: { putStatus: '201 or 200', ttlEcho: 'requested', createdAtOnUpsert: 'renewed' } },
      put('a', '{"value":1,"ttlSeconds":5}'),
      put('a', '{"value":2,"ttlSeconds":5}'),
    ),
    ...under(
      { kv: { valueMissing: 'null', ttlMissing: 120, ttlInvalid: 'truncate', invalidStatus: 422 } },
      put('b', '{}'),
      put('b', '{"ttlSeconds":99.9}'),
      put('b', '{'),
    ),
    ...under(
      { kv: { readTtl: 'remaining', createdAtPrecision: 'seconds', deleteMissing: 'ok', deleteBody: 'ok' } },
      { admin: 'POST /clock', body: { advance: '1500ms' } },
      get('b'),
      { send: `GET ${NS}`, headers: ALICE },
      { send: `DELETE ${NS}/never`, headers: WRITE },
    ),
    ...under({ kv: { readTtl: 'remaining-floor', listWithScopedKey: 'allow' } }, get('b'), {
      send: `GET ${NS}`,
      headers: READ,
    }),
    ...under({ kv: { listWithScopedKey: 403 } }, { send: `GET ${NS}`, headers: READ }),
    ...under(
      { config: { putStatus: 201, deleteStatus: 204 } },
      { send: `PUT ${EC}/c`, headers: EC_ADMIN, body: '{"value":1}' },
      { send: `DELETE ${EC}/c`, headers: EC_ADMIN },
    ),
    ...under(
      { auth: { foreignKey: 404, missingNamespace: 'after-key', notOwner: 404, challenge: true } },
      { send: `GET ${NS}/a`, headers: BLOG_KEY },
      { send: 'GET /v1/kv/ns_none_1/a', headers: { 'x-kv-key': 'wrong' } },
      { send: `GET ${NS}`, headers: { authorization: 'Bearer <bob>' } },
      { send: `GET ${NS}` },
      { send: `GET ${NS}/a` },
    ),
    ...under(
      { auth: { ownerClaim: 'iss', jwt: 'decode' } },
      { send: `GET ${NS}`, headers: ALICE },
      {
        send: `GET ${NS}`,
        headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJ1c2VyX2FsaWNlIn0.' },
      },
    ),
    ...under({ errors: { shape: 'nested', codes: { '404': 'missing' } } }, get('never')),
    ...under({ errors: { shape: 'code' } }, get('never'), { send: `GET ${NS}/a` }),
    ...under(
      { http: { notShown: 405, charset: true } },
      { send: `POST ${NS}/a`, headers: ADMIN },
      { send: 'GET /nowhere' },
    ),
    ...under({ http: { notShown: 404 } }, { send: `POST ${NS}/a`, headers: ADMIN }),
    ...under(
      { database: { defaultPageSize: 2, maxPageSize: 3, next: 'path', absentMembers: 'null' } },
      { send: 'GET /documents', headers: DB },
      { send: 'GET /documents?limit=9', headers: DB, saveNext: 'path' },
      { send: 'GET <path>', headers: DB },
    ),
    ...under(
      { database: { overMax: 'reject', next: 'cursor', limitZero: 'empty' } },
      { send: 'GET /documents?limit=9', headers: DB },
      { send: 'GET /documents?limit=0', headers: DB },
      { send: 'GET /documents?limit=2', headers: DB, saveNext: 'cursor' },
      { send: 'GET <cursor>', headers: DB },
    ),
    ...under(
      { database: { scopedOut: 404, documentIdInvalid: 404, createProjectStatus: 200 } },
      { send: 'GET /documents/1', headers: SCOPED },
      { send: 'GET /documents/abc', headers: DB },
      { send: 'POST /projects', headers: DB, body: '{"name":"P","description":null}' },
    ),
    ...under(
      {
        database: {
          contentNull: 'accept',
          unknownMembers: 'reject',
          sentId: 'reject',
          validationStatus: 422,
        },
      },
      create('{"title":"T","content":null}'),
      create('{"title":"T","more":1}'),
      create('{"title":"T","id":1}'),
      create('{'),
    ),
    ...under(
      { kv: { unknownMembers: 'reject' }, config: { unknownMembers: 'reject' } },
      put('a', '{"value":1,"ttlSeconds":60,"more":1}'),
      { send: `PUT ${EC}/c`, headers: EC_ADMIN, body: '{"value":1,"more":1}' },
    ),
    { admin: 'GET /profile' },
  ],
}
