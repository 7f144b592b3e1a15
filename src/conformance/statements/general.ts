/** Statements on what all endpoints share: base addresses, versions in paths, JSON bodies, ok. */

import { expectStatus, expectSuccess, read } from '../check.js'
import type { Exchange } from '../http-client.js'
import type { Entries, Guest } from '../session.js'
import { type Statement, statement } from './statement.js'

const body = { value: { on: true }, ttlSeconds: 600 }

/** A put, a read and a list of these entries, and a usage report where there is one. */
async function successes(guest: Guest, entries: Entries, others: () => Promise<readonly Exchange[]>) {
  const key = guest.newKey()
  const answers = [await entries.put(key, body), await entries.get(key), ...(await others())]
  for (const answer of answers) expectSuccess(answer)
  return answers
}

const kvSuccesses = (guest: Guest): Promise<readonly Exchange[]> =>
  successes(guest, guest.kv, async () => [await guest.kv.list(), await guest.kv.usage()])
const configSuccesses = (guest: Guest): Promise<readonly Exchange[]> =>
  successes(guest, guest.store, async () => [await guest.store.list()])

export const generalStatements: readonly Statement[] = [
  statement({
    id: 'ab.base',
    section: 'Introduction',
    text: 'A and B answer at one base address.',
    interface: 'AB',
    needs: ['kv.reader', 'store.reader'],
    async visit(guest) {
      // Only a service that knows our namespace and our store tells a valid key that the entry is missing.
      expectStatus(await guest.kv.get(guest.newKey()), 404)
      expectSuccess(await guest.store.list())
    },
  }),
  statement({
    id: 'ab.version',
    section: 'Versioning 1',
    text: 'The paths of A, of B and of the usage report begin with /v1.',
    interface: 'AB',
    needs: ['kv', 'bearer', 'store.reader'],
    async visit(guest) {
      expectSuccess(await guest.kv.list())
      expectSuccess(await guest.kv.usage())
      expectSuccess(await guest.store.list())
    },
  }),
  statement({
    id: 'db.base',
    section: 'Versioning 2',
    text: 'The database answers at a base address of its own, under paths without a version.',
    interface: 'C',
    needs: ['db'],
    async visit(guest) {
      expectSuccess(await guest.database.list('documents', 'limit=1'))
      expectSuccess(await guest.database.list('projects', 'limit=1'))
    },
  }),
  statement({
    id: 'kv.ok',
    section: 'Endpoints',
    text: 'Successful puts, reads, lists and usage reports of A carry ok, true.',
    interface: 'A',
    needs: ['kv.writer', 'kv.reader', 'bearer'],
    async visit(guest) {
      for (const answer of await kvSuccesses(guest)) read(answer).member('ok').equals(true)
    },
  }),
  statement({
    id: 'config.ok',
    section: 'Endpoints',
    text: 'Successful puts, reads and lists of B carry ok, true.',
    interface: 'B',
    needs: ['store.writer', 'store.reader'],
    async visit(guest) {
      for (const answer of await configSuccesses(guest)) read(answer).member('ok').equals(true)
    },
  }),
  statement({
    id: 'ab.json',
    section: 'Introduction',
    text: 'The bodies of A and B are JSON, those of errors and of deletes too, where they have one.',
    interface: 'AB',
    needs: ['kv.writer', 'kv.reader', 'store.writer', 'store.reader'],
    async visit(guest) {
      for (const entries of [guest.kv, guest.store]) {
        const key = guest.newKey()
        const answers = [
          await entries.put(key, body),
          await entries.get(key),
          await entries.get(key, {}),
          await entries.delete(key),
          await entries.get(key),
        ]
        for (const answer of answers) if (answer.text !== '') read(answer)
      }
    },
  }),
  statement({
    id: 'db.json',
    section: 'Introduction',
    text: 'The bodies of C are JSON, those of errors too.',
    interface: 'C',
    needs: ['db'],
    async visit(guest) {
      read(await guest.database.list('documents', 'limit=1'))
      read(await guest.database.list('projects', 'limit=none'))
      read(await guest.database.list('projects', 'limit=1', {}))
    },
  }),
]
