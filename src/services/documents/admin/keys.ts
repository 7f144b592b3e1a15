import * as v from 'valibot'
import { exactText } from '../../../admin/answer-text.js'
import { seedBody } from '../../../admin/body.js'
import { call } from '../../../admin/call.js'
import { fresh } from '../../../admin/ids.js'
import { component, described, int64, text } from '../../../contract/answer-schema.js'
import { secret } from '../../../core/ids.js'
import { Refusal } from '../../../core/refusal.js'
import type { World } from '../../../domain/world.js'
import { mapping } from '../../../seed/schema/fields.js'
import { DOCUMENTS, type DocumentsContents } from '../contents.js'
import { documentsKey as keySeed, scopeOf, showKey } from '../kinds.js'

/**
 * A key of the database, as sent in X-API-Key; without `projects` and `documents` it sees everything.
 *
 * @typeParam Id how a reader of the answer has an int64
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
      described('How a list answers when nothing at all is visible.', v.picklist(['empty', 'forbidden'])),
    ),
  }),
)

const newKey = mapping('a database key', {
  ...keySeed.entries,
  key: v.exactOptional(keySeed.entries.key),
})

const EXAMPLE: DatabaseKeyInfo<bigint> = {
  key: 'db_scoped',
  projects: [10n],
  documents: [1n, 2n],
  outOfScope: 'empty',
}

const documentsOf = ({ state }: World): DocumentsContents => state.of(DOCUMENTS)

/** The text of a key, not in use. */
const freshKey = ({ state, random }: World): string =>
  fresh(random, (ids) => `db_${secret(ids)}`, state.of(DOCUMENTS).keys)

export const keyCalls = [
  call({
    method: 'GET',
    path: '/database-keys',
    summary: 'The keys of the database with their scopes',
    details: '; one without "projects" and "documents" sees everything',
    tag: 'Database',
    answer: {
      schema: v.object({ databaseKeys: v.array(databaseKeyInfo) }),
      example: { databaseKeys: [{ key: 'db_dev' }, EXAMPLE] },
      write: exactText,
    },
    handle: ({ world }) => ({
      databaseKeys: [...documentsOf(world).keys.values()].map((key) => showKey(key, BigInt)),
    }),
  }),
  call({
    method: 'POST',
    path: '/database-keys',
    summary: 'Generate a key of the database',
    details:
      ': {"projects": [10], "documents": [1], "outOfScope": "empty" | "forbidden"}, or {} for one that sees everything; "key" gives its text',
    tag: 'Database',
    changes: 'database-keys',
    addsContents: true,
    body: seedBody(newKey, { projects: [10], outOfScope: 'empty' }),
    answer: { status: 201, schema: databaseKeyInfo, example: EXAMPLE, write: exactText },
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
    summary: 'Revoke a key of the database',
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
  return new Refusal('conflict', `the database has the key ${key} already`, { hint })
}
