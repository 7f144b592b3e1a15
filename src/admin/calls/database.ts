import * as v from 'valibot'
import { formatDuration } from '../../core/durations.js'
import type { State } from '../../domain/state.js'
import { expandRateLimit } from '../../seed/expand/expand.js'
import { mapping } from '../../seed/schema/fields.js'
import { rateLimit } from '../../seed/schema/schema.js'
import { readPart } from '../body.js'
import { type AdminRoute, ok } from '../call.js'

/** The body of PATCH /database. */
export const databaseChanges = mapping('the changes of the database', {
  rateLimit: v.exactOptional(v.nullable(rateLimit)),
})

export const databaseRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/database',
    help: 'The rate limit of the database, and how many keys, projects and documents it has',
    handle: ({ context }) => ok(shown(context.world.state)),
  },
  {
    method: 'PATCH',
    path: '/database',
    help: 'Set the rate limit of each key, {"rateLimit": {"requests": 60, "per": "1m"}}, or lift it, {"rateLimit": null}',
    handle(call) {
      const { state } = call.context.world
      const changes = readPart(call, databaseChanges)
      if (changes.rateLimit !== undefined) {
        state.limitRate(changes.rateLimit === null ? undefined : expandRateLimit(changes.rateLimit))
      }
      return ok(shown(state))
    },
  },
]

function shown({ rateLimit, databaseKeys, projects, documents }: State) {
  return {
    rateLimit:
      rateLimit === undefined ? null : { requests: rateLimit.requests, per: formatDuration(rateLimit.perMs) },
    keys: databaseKeys.size,
    projects: projects.records.size,
    documents: documents.records.size,
  }
}
