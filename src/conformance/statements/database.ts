/** Statements on the records of the document database: their fields, how they are created and fetched. */

import { expectRefusal, expectStatus, expectSuccess, expectThat, read } from '../check.js'
import { type Exchange, RawBody } from '../http-client.js'
import type { Guest } from '../session.js'
import { COLLECTIONS, type Collection, OPTIONAL_MEMBER, REQUIRED_MEMBER } from '../session-database.js'
import { type Statement, type StatementDraft, statement } from './statement.js'

const database = (draft: Omit<StatementDraft, 'interface'>): Statement =>
  statement({ ...draft, interface: 'C' })

/** The largest int64: a valid id that no service will have got to. */
export const ID_MAX = '9223372036854775807'

/** Creates a record of either kind; POST /documents answers 201, the status of POST /projects is not shown. */
async function created(guest: Guest, collection: Collection, body: unknown): Promise<Exchange> {
  return expectSuccess(await guest.database.create(collection, body))
}

/** Reads the records of a page with at least one record in it. */
async function somePage(guest: Guest, collection: Collection) {
  const page = expectSuccess(await guest.database.stocked(collection, 1))
  return read(page).items()
}

function statementsOf(collection: Collection): readonly Statement[] {
  const required = REQUIRED_MEMBER[collection]
  const optional = OPTIONAL_MEMBER[collection]
  const one = collection === 'documents' ? 'document' : 'project'
  return [
    database({
      id: `db.${collection}.array`,
      section: 'Resources C',
      text: `GET /${collection} answers with a bare JSON array.`,
      needs: ['db'],
      async visit(guest) {
        read(expectSuccess(await guest.database.list(collection))).items()
      },
    }),
    database({
      id: `db.${collection}.id`,
      section: 'Resources C',
      text: `Every ${one} has an id, an int64.`,
      needs: ['db'],
      async visit(guest) {
        for (const record of await somePage(guest, collection)) record.member('id').int64()
      },
    }),
    database({
      id: `db.${collection}.${required}`,
      section: 'Resources C',
      text: `Every ${one} has a ${required}, a string.`,
      needs: ['db'],
      async visit(guest) {
        for (const record of await somePage(guest, collection)) record.member(required).string()
      },
    }),
    database({
      id: `db.${collection}.${optional}`,
      section: 'Resources C',
      text: `A ${one} may have a ${optional}; where it has one, that is a string.`,
      needs: ['db'],
      async visit(guest) {
        for (const record of await somePage(guest, collection)) {
          const found = record.find(optional)
          // Whether an absent one is left out or null is not shown.
          if (found !== undefined && found.json.kind !== 'null') found.string()
        }
      },
    }),
    database({
      id: `db.${collection}.create.answer`,
      section: 'Endpoints C',
      text: `POST /${collection} answers with the created ${one}, as it was sent.`,
      needs: ['db.create'],
      async visit(guest) {
        const sent = { [required]: `${guest.subject.prefix} "trial"`, [optional]: 'one\ntwo \u00e9' }
        const record = read(await created(guest, collection, sent))
        record.member('id').int64()
        record.member(required).equals(sent[required] ?? '')
        record.member(optional).equals(sent[optional] ?? '')
      },
    }),
    database({
      id: `db.${collection}.create.optional`,
      section: 'Endpoints C',
      text: `POST /${collection} takes a ${one} without ${optional}.`,
      needs: ['db.create'],
      async visit(guest) {
        const record = read(expectSuccess(await guest.database.createOne(collection)))
        record.member(required).equals(`${guest.subject.prefix} trial`)
      },
    }),
  ]
}

export const databaseStatements: readonly Statement[] = [
  ...statementsOf('documents'),
  ...statementsOf('projects'),
  database({
    id: 'db.id.assigned',
    section: 'Endpoints C',
    text: 'The id of a created record is assigned by the service, another one for each.',
    needs: ['db.create'],
    async visit(guest) {
      for (const collection of COLLECTIONS) {
        const first = expectSuccess(await guest.database.createOne(collection))
        const second = expectSuccess(await guest.database.createOne(collection))
        const [id, other] = [first, second].map((answer) => read(answer).member('id').int64())
        expectThat(id !== other, 'an id of its own', `${other} twice`, second)
      }
    },
  }),
  database({
    id: 'db.id.not-sent',
    section: 'Endpoints C',
    text: 'The id of a record is not sent: one that is sent all the same is not used.',
    needs: ['db.create'],
    async visit(guest) {
      for (const collection of COLLECTIONS) {
        const first = expectSuccess(await guest.database.createOne(collection))
        const id = read(first).member('id').int64()
        const body = new RawBody(`{"id":${id},"${REQUIRED_MEMBER[collection]}":"second"}`)
        const answer = await guest.database.create(collection, body)
        // A service that refuses the stray member uses the id no more than one that ignores it.
        if (answer.status >= 400) expectRefusal(answer)
        else {
          const given = read(expectSuccess(answer)).member('id').int64()
          expectThat(given !== id, 'a new id', `${given} again`, answer)
        }
      }
    },
  }),
  database({
    id: 'db.documents.create.status',
    section: 'Endpoints C',
    text: 'POST /documents answers 201.',
    needs: ['db.create'],
    async visit(guest) {
      expectStatus(await guest.database.createOne('documents'), 201)
    },
  }),
  database({
    id: 'db.documents.get',
    section: 'Endpoints C',
    text: 'GET /documents/{documentId} answers with the one document of that id.',
    needs: ['db'],
    async visit(guest) {
      for (const listed of (await somePage(guest, 'documents')).slice(0, 2)) {
        const id = listed.member('id').int64()
        const document = read(expectSuccess(await guest.database.document(id)))
        document.member('id').equalsJson(id)
        document.member('title').equals(listed.member('title').string())
      }
    },
  }),
  database({
    id: 'db.documents.get-created',
    section: 'Endpoints C',
    text: 'A created document can be fetched, with its title and content.',
    needs: ['db.create'],
    async visit(guest) {
      const sent = { title: `${guest.subject.prefix} kept`, content: "print('hi')\n" }
      const id = read(await created(guest, 'documents', sent))
        .member('id')
        .int64()
      const document = read(expectSuccess(await guest.database.document(id)))
      document.member('id').equalsJson(id)
      document.member('title').equals(sent.title)
      document.member('content').equals(sent.content)
    },
  }),
  database({
    id: 'db.documents.absent',
    section: 'Endpoints C',
    text: 'GET /documents/{documentId} answers 404 when there is no such document.',
    needs: ['db'],
    async visit(guest) {
      expectStatus(await guest.database.document(ID_MAX), 404)
    },
  }),
  database({
    id: 'db.revisions.unmanaged',
    section: 'What the service does C',
    text: 'Clients manage no revisions: equal records are created one after the other without any.',
    needs: ['db.create'],
    async visit(guest) {
      for (const collection of COLLECTIONS) {
        const twin = { [REQUIRED_MEMBER[collection]]: `${guest.subject.prefix} twin` }
        await created(guest, collection, twin)
        await created(guest, collection, twin)
      }
    },
  }),
]
