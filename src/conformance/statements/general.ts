/** Statements on what all endpoints share: base addresses, versions in paths, JSON bodies, ok. */

import { expectStatus, expectSuccess, read } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import type { Entries, Session } from '../session.js'
import { type Statement, statement } from './statement.js'

const body = { value: { on: true }, ttlSeconds: 600 }

/** A put, a read and a list of these entries, and a usage report where there is one. */
async function successes(session: Session, entries: Entries, others: () => Promise<readonly HttpExchange[]>) {
  const key = session.newKey()
  const answers = [await entries.put(key, body), await entries.get(key), ...(await others())]
  for (const answer of answers) expectSuccess(answer)
  return answers
}

const kvSuccesses = (session: Session): Promise<readonly HttpExchange[]> =>
  successes(session, session.kv, async () => [await session.kv.list(), await session.kv.usage()])
const configSuccesses = (session: Session): Promise<readonly HttpExchange[]> =>
  successes(session, session.store, async () => [await session.store.list()])

export const generalStatements: readonly Statement[] = [
  statement({
    id: 'ab.base',
    section: 'Introduction',
    text: 'A and B answer at one base address.',
    interface: 'AB',
    needs: ['kv.reader', 'store.reader'],
    async check(session) {
      // Only a service that knows our namespace and our store answers a valid key that the entry is missing.
      expectStatus(await session.kv.get(session.newKey()), 404)
      expectSuccess(await session.store.list())
    },
  }),
  statement({
    id: 'ab.version',
    section: 'Versioning 1',
    text: 'The paths of A, of B and of the usage report begin with /v1.',
    interface: 'AB',
    needs: ['kv', 'bearer', 'store.reader'],
    async check(session) {
      expectSuccess(await session.kv.list())
      expectSuccess(await session.kv.usage())
      expectSuccess(await session.store.list())
    },
  }),
  statement({
    id: 'db.base',
    section: 'Versioning 2',
    text: 'The database answers at a base address of its own, under paths without a version.',
    interface: 'C',
    needs: ['db'],
    async check(session) {
      expectSuccess(await session.database.list('documents', 'limit=1'))
      expectSuccess(await session.database.list('projects', 'limit=1'))
    },
  }),
  statement({
    id: 'kv.ok',
    section: 'Endpoints',
    text: 'Successful puts, reads, lists and usage reports of A carry ok, true.',
    interface: 'A',
    needs: ['kv.writer', 'kv.reader', 'bearer'],
    async check(session) {
      for (const answer of await kvSuccesses(session)) read(answer).member('ok').equals(true)
    },
  }),
  statement({
    id: 'config.ok',
    section: 'Endpoints',
    text: 'Successful puts, reads and lists of B carry ok, true.',
    interface: 'B',
    needs: ['store.writer', 'store.reader'],
    async check(session) {
      for (const answer of await configSuccesses(session)) read(answer).member('ok').equals(true)
    },
  }),
  statement({
    id: 'ab.json',
    section: 'Introduction',
    text: 'The bodies of A and B are JSON, those of errors and of deletes too, where they have one.',
    interface: 'AB',
    needs: ['kv.writer', 'kv.reader', 'store.writer', 'store.reader'],
    async check(session) {
      for (const entries of [session.kv, session.store]) {
        const key = session.newKey()
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
    async check(session) {
      read(await session.database.list('documents', 'limit=1'))
      read(await session.database.list('projects', 'limit=none'))
      read(await session.database.list('projects', 'limit=1', {}))
    },
  }),
]
