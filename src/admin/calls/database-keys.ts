import * as v from 'valibot'
import { objectText } from '../../core/json-text.js'
import { Refusal } from '../../core/refusal.js'
import type { DatabaseKey } from '../../domain/database.js'
import { loadScope } from '../../seed/load.js'
import { mapping } from '../../seed/schema/fields.js'
import { databaseKey } from '../../seed/schema/schema.js'
import { jsonReply, readPart } from '../body.js'
import { type AdminRoute, NO_CONTENT } from '../call.js'
import { databaseKeyText } from '../ids.js'

/** The body of POST /database-keys. */
export const keyBody = mapping('a database key', {
  ...databaseKey.entries,
  key: v.exactOptional(databaseKey.entries.key),
})

export const databaseKeyRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/database-keys',
    help: 'The keys of the database with their scopes; one without "projects" and "documents" sees everything',
    handle({ context: { world } }) {
      const keys = [...world.state.databaseKeys.values()].map(keyText)
      return jsonReply(200, 'databaseKeys', `[${keys.join(',')}]`)
    },
  },
  {
    method: 'POST',
    path: '/database-keys',
    help: 'Generate a key of the database: {"projects": [10], "documents": [1], "outOfScope": "empty" | "forbidden"}, or {} for one that sees everything; "key" gives its text',
    handle(call) {
      const { key, ...scope } = readPart(call, keyBody)
      const { world } = call.context
      if (key !== undefined && world.state.databaseKeys.has(key)) throw taken(key)
      const added = world.state.addDatabaseKey(key ?? databaseKeyText(world), loadScope(scope))
      return jsonReply(201, ...keyMembers(added))
    },
  },
  {
    method: 'DELETE',
    path: '/database-keys/:key',
    help: 'Revoke a key of the database',
    handle({ context: { world }, params }) {
      if (world.state.databaseKeys.delete(params.key ?? '')) return NO_CONTENT
      const hint = 'GET /_admin/database-keys lists them'
      throw new Refusal('not_found', `the database has no key ${params.key}`, { hint })
    },
  },
]

/** As in a seed, ids to the digit. */
function keyMembers({ key, scope }: DatabaseKey): (string | undefined)[] {
  const members = ['key', JSON.stringify(key)]
  if (scope === undefined) return members
  const { projects, documents, outOfScope } = scope
  return [
    ...members,
    ...['projects', `[${[...projects].join(',')}]`],
    ...['documents', `[${[...documents].join(',')}]`],
    ...['outOfScope', JSON.stringify(outOfScope)],
  ]
}

function keyText(key: DatabaseKey): string {
  return objectText(keyMembers(key))
}

function taken(key: string): Refusal {
  const hint = `DELETE /_admin/database-keys/${key} first, or leave "key" out: its text is generated`
  return new Refusal('conflict', `the database has the key ${key} already`, { hint })
}
