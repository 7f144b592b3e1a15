import { expectStatus, expectSuccess, expectThat, read } from '../../check.js'
import { type Headers, type HttpExchange, withApiKey, withBearer, withKey } from '../../http-client.js'
import type { Session } from '../../session.js'
import { offered } from '../../session.js'
import { COLLECTIONS } from '../../session-database.js'
import { type Shared, type Statement, statements } from '../statement.js'
import { ID_MAX } from './records.js'

const SHARED: Shared = { service: 'documents', section: 'Authentication C.2', needs: ['db.scoped'] }

/** The five database calls. They don't change anything without a valid key. */
const CALLS: readonly ((session: Session, headers: Headers) => Promise<HttpExchange>)[] = [
  ({ database }, headers) => database.list('documents', 'limit=1', headers),
  ({ database }, headers) => database.create('documents', { title: 'x' }, headers),
  ({ database }, headers) => database.document(ID_MAX, headers),
  ({ database }, headers) => database.list('projects', 'limit=1', headers),
  ({ database }, headers) => database.create('projects', { name: 'x' }, headers),
]

export const databaseAccessStatements: readonly Statement[] = statements(SHARED, {
  'db.key.missing': {
    section: 'Authentication C.1',
    text: 'All five database operations require X-API-Key. Without it they return 401.',
    needs: ['db'],
    async check(session) {
      for (const call of CALLS) expectStatus(await call(session, {}), 401)
    },
  },
  'db.key.invalid': {
    section: 'Errors C',
    text: 'With an unknown key, all database operations return 401.',
    needs: ['db'],
    async check(session) {
      const made = withApiKey(`${session.subject.prefix}madeup`)
      for (const call of CALLS) expectStatus(await call(session, made), 401)
    },
  },
  'db.key.scoped-list': {
    text: 'With a scoped key, a list only contains the documents in its scope.',
    async check({ database }) {
      const scoped = offered(database.access.scoped, 'db.scoped')
      const page = expectSuccess(await database.list('documents', '', withApiKey(scoped.key)))
      const ids = read(page)
        .items()
        .map((record) => record.member('id').int64())
      expectThat(ids.includes(scoped.seen), `document ${scoped.seen}`, ids.join(), page)
      expectThat(!ids.includes(scoped.hidden), `no document ${scoped.hidden}`, ids.join(), page)
    },
  },
  'db.key.scoped-get': {
    text: 'A scoped key can fetch a document in its scope, but not one outside of it.',
    async check({ database }) {
      const scoped = offered(database.access.scoped, 'db.scoped')
      expectSuccess(await database.document(scoped.seen, withApiKey(scoped.key)))
      // The contract allows a 403 or an empty collection. In the latter case, a single document seems not to exist.
      expectStatus(await database.document(scoped.hidden, withApiKey(scoped.key)), 403, 404)
      expectSuccess(await database.document(scoped.hidden))
    },
  },
  'db.key.scoped-pages': {
    text: 'With a scoped key, no page of documents contains one outside its scope, including the pages that x-next leads to.',
    async check({ database }) {
      const scoped = offered(database.access.scoped, 'db.scoped')
      const { ids, last } = await database.records('documents', 1, withApiKey(scoped.key))
      expectThat(ids.includes(scoped.seen), `document ${scoped.seen}`, ids.join(), last)
      expectThat(!ids.includes(scoped.hidden), `no document ${scoped.hidden}`, ids.join(), last)
    },
  },
  'db.key.scoped-last-page': {
    section: 'Endpoints C, pagination',
    text: 'With a scoped key, x-next always leads to a page with a document in its scope, never to an empty one.',
    async check({ database }) {
      const { key } = offered(database.access.scoped, 'db.scoped')
      for (const page of await database.pages('documents', 1, withApiKey(key))) {
        expectThat(read(page).items().length > 0, 'a document on every page', 'none', page)
      }
    },
  },
  'db.key.scoped-projects': {
    text: 'With a scoped key, the list of projects only contains those in its scope.',
    needs: ['db.scoped-to-project'],
    async check({ database }) {
      const scoped = offered(database.access.scopedToProject, 'db.scoped-to-project')
      for (const limit of [1, 3]) {
        const { ids, last } = await database.records('projects', limit, withApiKey(scoped.key))
        expectThat(ids.includes(scoped.seen), `project ${scoped.seen}`, ids.join(), last)
        expectThat(!ids.includes(scoped.hidden), `no project ${scoped.hidden}`, ids.join(), last)
      }
    },
  },
  'db.key.header': {
    section: 'Authentication C.1',
    text: 'A database key is only accepted in X-API-Key. In any other header, the result is 401.',
    needs: ['db'],
    async check(session) {
      const { key } = session.database.access
      for (const headers of [withKey(key), withBearer(key)]) {
        for (const call of CALLS) expectStatus(await call(session, headers), 401)
      }
    },
  },
  'db.key.not-of-a-namespace': {
    section: 'Authentication C.1',
    text: "A namespace key isn't accepted by the database, and a database key isn't accepted by a namespace.",
    needs: ['db', 'kv.admin'],
    async check(session, entry) {
      const key = session.kv.as('admin')['x-kv-key'] ?? ''
      for (const call of CALLS) expectStatus(await call(session, withApiKey(key)), 401)
      expectStatus(await session.kv.get(entry, withKey(session.database.access.key)), 401)
    },
  },
  'db.key.outside-scope': {
    text: "If a key's scope contains nothing in a collection, listing it returns 403 or an empty array, depending on the configuration.",
    needs: ['db.blind'],
    async check({ database }) {
      const { blindKeys = [], scopedToProject } = database.access
      for (const key of blindKeys) {
        for (const collection of COLLECTIONS) {
          if (collection === 'projects' && key === scopedToProject?.key) continue
          const list = await database.list(collection, '', withApiKey(key))
          if (list.status === 403) continue
          const records = read(expectSuccess(list)).items().length
          expectThat(records === 0, 'an empty array', `${records} records`, list)
          expectThat(list.header('x-next') === undefined, 'no x-next', 'one', list)
        }
      }
    },
  },
})
