import * as v from 'valibot'
import { exactText } from '../../admin/answer-text.js'
import { seedBody, short } from '../../admin/body.js'
import { call, type Findable, type ServiceAdmin } from '../../admin/call.js'
import { fresh } from '../../admin/ids.js'
import { component, count, described, int64, text } from '../../contract/answer-schema.js'
import * as json from '../../contract/json-schema.js'
import { formatDuration } from '../../core/durations.js'
import { secret } from '../../core/ids.js'
import { Refusal } from '../../core/refusal.js'
import type { World } from '../../domain/world.js'
import { mapping } from '../../seed/schema/fields.js'
import type { Collection } from './collection.js'
import { DOCUMENTS, type DocumentsContents } from './contents.js'
import {
  document,
  documentsKey as keySeed,
  project,
  rateLimit as rateLimitField,
  readRateLimit,
  scopeOf,
  showKey,
} from './kinds.js'
import { recordCalls } from './record-calls.js'

const databaseInfo = component('Database', () =>
  v.object({
    rateLimit: described(
      '`per` is a duration such as "1m". null means unlimited.',
      v.nullable(v.object({ requests: count, per: described('A duration.', text) })),
    ),
    keys: count,
    projects: count,
    documents: count,
  }),
)

/** The database's size, and how often each key may make requests. */
export interface DatabaseInfo extends v.InferOutput<typeof databaseInfo> {}

const databaseChanges = mapping('changes to the database', {
  rateLimit: v.exactOptional(v.nullable(rateLimitField)),
})

const EXAMPLE: DatabaseInfo = {
  rateLimit: { requests: 60, per: '1m' },
  keys: 2,
  projects: 31,
  documents: 251,
}

const rateLimitCalls = [
  call({
    method: 'GET',
    path: '/database',
    summary: "Get the database's rate limit, and how many keys, projects and documents it has",
    tag: 'Database',
    answer: { schema: databaseInfo, example: EXAMPLE },
    handle: ({ world }) => databaseToJson(world.state.of(DOCUMENTS)),
  }),
  call({
    method: 'PATCH',
    path: '/database',
    summary: 'Set the rate limit for each key',
    details: ': {"rateLimit": {"requests": 60, "per": "1m"}}, or remove it with {"rateLimit": null}',
    tag: 'Database',
    changes: 'database',
    body: short(seedBody(databaseChanges, { rateLimit: { requests: 60, per: '1m' } })),
    answer: { schema: databaseInfo, example: EXAMPLE },
    refusals: ['invalid_seed'],
    handle({ world, body: { rateLimit }, change }) {
      const database = world.state.of(DOCUMENTS)
      if (rateLimit !== undefined) {
        change(() => database.limitRate(rateLimit === null ? undefined : readRateLimit(rateLimit)))
      }
      return databaseToJson(database)
    },
  }),
]

function databaseToJson({ rateLimit, keys, projects, documents }: DocumentsContents): DatabaseInfo {
  return {
    rateLimit:
      rateLimit === undefined ? null : { requests: rateLimit.requests, per: formatDuration(rateLimit.perMs) },
    keys: keys.size,
    projects: projects.records.size,
    documents: documents.records.size,
  }
}

/**
 * A database key, which clients send in `X-API-Key`. Without `projects` and `documents`, it can access everything.
 *
 * @typeParam Id the type that a client uses for an int64
 */
export interface DatabaseKeyInfo<Id = number | string> {
  readonly key: string
  readonly projects?: readonly Id[]
  readonly documents?: readonly Id[]
  readonly outOfScope?: 'empty' | 'forbidden'
}

const databaseKeyInfo: v.GenericSchema<unknown, DatabaseKeyInfo<bigint>> = component('DocumentsKey', () =>
  v.object({
    key: text,
    projects: v.exactOptional(v.array(int64)),
    documents: v.exactOptional(v.array(int64)),
    outOfScope: v.exactOptional(
      described(
        "Determines what lists return if the key can't access anything.",
        v.picklist(['empty', 'forbidden']),
      ),
    ),
  }),
)

const newKey = mapping('a database key', {
  ...keySeed.entries,
  key: v.exactOptional(keySeed.entries.key),
})

const KEY_EXAMPLE: DatabaseKeyInfo<bigint> = {
  key: 'db_scoped',
  projects: [10n],
  documents: [1n, 2n],
  outOfScope: 'empty',
}

const documentsOf = ({ state }: World): DocumentsContents => state.of(DOCUMENTS)

const freshKey = ({ state, random }: World): string =>
  fresh(random, (ids) => `db_${secret(ids)}`, state.of(DOCUMENTS).keys)

const keyCalls = [
  call({
    method: 'GET',
    path: '/database-keys',
    summary: "List the database's keys with their scopes",
    details: '; without "projects" and "documents", a key can access everything',
    tag: 'Database',
    answer: {
      schema: v.object({ databaseKeys: v.array(databaseKeyInfo) }),
      example: { databaseKeys: [{ key: 'db_dev' }, KEY_EXAMPLE] },
      write: exactText,
    },
    handle: ({ world }) => ({
      databaseKeys: [...documentsOf(world).keys.values()].map((key) => showKey(key, BigInt)),
    }),
  }),
  call({
    method: 'POST',
    path: '/database-keys',
    summary: 'Generate a database key',
    details:
      ': {"projects": [10], "documents": [1], "outOfScope": "empty" | "forbidden"}, or {} for one that can access everything; use "key" to choose its text',
    tag: 'Database',
    changes: 'database-keys',
    addsContents: true,
    body: seedBody(newKey, { projects: [10], outOfScope: 'empty' }),
    answer: { status: 201, schema: databaseKeyInfo, example: KEY_EXAMPLE, write: exactText },
    refusals: ['invalid_seed', 'conflict'],
    handle({ world, body: { key, ...given }, change }) {
      const scope = scopeOf(given)
      if (key !== undefined && documentsOf(world).keys.has(key)) throw keyTaken(key)
      const added = change(() => documentsOf(world).addKey(key ?? freshKey(world), scope))
      return showKey(added, BigInt)
    },
  }),
  call({
    method: 'DELETE',
    path: '/database-keys/:key',
    summary: 'Revoke a database key',
    tag: 'Database',
    changes: 'database-keys',
    handle({ world, params: { key }, change }) {
      if (!documentsOf(world).keys.has(key)) {
        const hint = 'GET /_admin/database-keys lists them'
        throw new Refusal('not_found', `the database has no key ${key}`, { hint })
      }
      change(() => documentsOf(world).keys.delete(key), { id: key })
    },
  }),
]

function keyTaken(key: string): Refusal {
  const hint = `DELETE /_admin/database-keys/${key} first, or leave "key" out: its text is generated`
  return new Refusal('conflict', `the database already has the key ${key}`, { hint })
}

export const documentsAdmin: ServiceAdmin = {
  calls: [...rateLimitCalls, ...keyCalls, ...recordCalls],
  named: {
    'database-keys': json.parameter("A key's text.", json.text, 'db_shop'),
    documents: json.parameter("A document's id.", json.int64, 1n),
    projects: json.parameter("A project's id.", json.int64, 10n),
  },
  holders: (state) => foundIn(project.collection(state), 'project'),
  records: (state) => foundIn(document.collection(state), 'document'),
}

function* foundIn({ records }: Collection, kind: string): Iterable<Findable> {
  for (const { id, heading, text: value = '' } of records.values()) yield { kind, id, title: heading, value }
}
