import * as v from 'valibot'
import { seedBody, short } from '../../../admin/body.js'
import { call } from '../../../admin/call.js'
import { component, count, described, text } from '../../../contract/answer-schema.js'
import { formatDuration } from '../../../core/durations.js'
import { mapping } from '../../../seed/schema/fields.js'
import { DOCUMENTS, type DocumentsContents } from '../contents.js'
import { rateLimit as rateLimitField, readRateLimit } from '../kinds.js'

const databaseInfo = component('Database', () =>
  v.object({
    rateLimit: described(
      '`per` is a duration such as "1m"; null: there is no limit.',
      v.nullable(v.object({ requests: count, per: described('A duration.', text) })),
    ),
    keys: count,
    projects: count,
    documents: count,
  }),
)

/** The size of the database, and how often each key may ask. */
export interface DatabaseInfo extends v.InferOutput<typeof databaseInfo> {}

const databaseChanges = mapping('the changes of the database', {
  rateLimit: v.exactOptional(v.nullable(rateLimitField)),
})

const EXAMPLE: DatabaseInfo = {
  rateLimit: { requests: 60, per: '1m' },
  keys: 2,
  projects: 31,
  documents: 251,
}

/** The calls on the database as a whole. */
export const rateLimitCalls = [
  call({
    method: 'GET',
    path: '/database',
    summary: 'The rate limit of the database, and how many keys, projects and documents it has',
    tag: 'Database',
    answer: { schema: databaseInfo, example: EXAMPLE },
    handle: ({ world }) => databaseToJson(world.state.of(DOCUMENTS)),
  }),
  call({
    method: 'PATCH',
    path: '/database',
    summary: 'Set the rate limit of each key',
    details: ', {"rateLimit": {"requests": 60, "per": "1m"}}, or lift it, {"rateLimit": null}',
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
