import { atOnce } from '../../at-once.js'
import { expectRefusal, expectStatus, expectSuccess, expectThat, read } from '../../check.js'
import { type HttpExchange, RawBody } from '../../http-client.js'
import { offered, type Session } from '../../session.js'
import {
  COLLECTIONS,
  type DatabaseCollection,
  OPTIONAL_MEMBER,
  REQUIRED_MEMBER,
} from '../../session-database.js'
import { type Shared, type Statement, type StatementDrafts, statements } from '../statement.js'

const SHARED: Shared = { service: 'documents', section: 'Endpoints C', needs: ['db.create'] }

const TOGETHER = 8

/** The largest int64, which is a valid id that no service will have reached. */
export const ID_MAX = '9223372036854775807'

/** Creates a record. `POST /documents` returns 201, while the contract has no status for `POST /projects`. */
async function created(
  session: Session,
  collection: DatabaseCollection,
  body: unknown,
): Promise<HttpExchange> {
  return expectSuccess(await session.database.create(collection, body))
}

/** Returns the records of a page that has at least one. */
async function somePage(session: Session, collection: DatabaseCollection) {
  const page = expectSuccess(await session.database.stocked(collection, 1))
  return read(page).items()
}

function statementsOf(collection: DatabaseCollection): StatementDrafts {
  const required = REQUIRED_MEMBER[collection]
  const optional = OPTIONAL_MEMBER[collection]
  const one = collection === 'documents' ? 'document' : 'project'
  return {
    [`db.${collection}.array`]: {
      section: 'Resources C',
      text: `GET /${collection} returns a bare JSON array.`,
      needs: ['db'],
      check: async ({ database }) => read(expectSuccess(await database.list(collection))).items(),
    },
    [`db.${collection}.id`]: {
      section: 'Resources C',
      text: `Every ${one} has an id, which is an int64.`,
      needs: ['db'],
      async check(session) {
        for (const record of await somePage(session, collection)) record.member('id').int64()
      },
    },
    [`db.${collection}.${required}`]: {
      section: 'Resources C',
      text: `Every ${one} has a ${required}, which is a string.`,
      needs: ['db'],
      async check(session) {
        for (const record of await somePage(session, collection)) record.member(required).string()
      },
    },
    [`db.${collection}.${optional}`]: {
      section: 'Resources C',
      text: `In a ${one}, ${optional} is optional. If it's present, it's a string.`,
      needs: ['db'],
      async check(session) {
        for (const record of await somePage(session, collection)) {
          const found = record.find(optional)
          // The contract doesn't say whether a missing one is omitted or null.
          if (found !== undefined && found.json.kind !== 'null') found.string()
        }
      },
    },
    [`db.${collection}.create.answer`]: {
      text: `POST /${collection} returns the created ${one} as it was sent.`,
      async check(session) {
        const sent = { [required]: `${session.subject.prefix} "trial"`, [optional]: 'one\ntwo \u00e9' }
        const record = read(await created(session, collection, sent))
        record.member('id').int64()
        record.holds(sent)
      },
    },
    [`db.${collection}.create.together`]: {
      text: `If records of /${collection} are created concurrently, all of them are stored, each with its own id and text.`,
      async check({ database, subject }) {
        const texts = Array.from({ length: TOGETHER }, (_, index) => `${subject.prefix} ${index}`)
        const answers = await atOnce(TOGETHER, (index) =>
          database.create(collection, { [required]: texts[index], [optional]: texts[index] }),
        )
        const { items, ids, last } = await database.records(collection)
        const made = answers.map((answer) => read(expectSuccess(answer)).member('id').int64())
        expectThat(new Set(made).size === TOGETHER, 'an id for each', made.join(), last)
        for (const [index, text = ''] of texts.entries()) {
          const sent = { [required]: text, [optional]: text }
          const answer = answers[index]
          if (answer !== undefined) read(answer).holds(sent)
          const listed = items[ids.indexOf(made[index] ?? '')]
          expectThat(listed !== undefined, `record ${made[index]} in the list`, 'none', last)
          listed?.holds(sent)
        }
      },
    },
    [`db.${collection}.create.listed`]: {
      text: `The list contains a created ${one} as it was sent, with the id that its POST returned.`,
      async check(session) {
        const sent = { [required]: `${session.subject.prefix} listed`, [optional]: 'as it was sent' }
        const record = read(await created(session, collection, sent))
        const id = record.member('id').int64()
        const { items, last } = await session.database.records(collection)
        const found = items.filter((item) => item.member('id').int64() === id)
        expectThat(found.length === 1, `record ${id} once`, `${found.length} times`, last)
        found[0]?.holds(sent)
      },
    },
    [`db.${collection}.id.digits`]: {
      section: 'Resources C',
      text: `In a list, the id of a ${one} has all its digits, even if it can't be represented as a double.`,
      needs: ['db.long-ids'],
      async check({ database }) {
        const id = offered(database.access.longIds, 'db.long-ids')[collection]
        const { ids, last } = await database.records(collection)
        expectThat(ids.includes(id), `the id ${id}`, ids.join(), last)
      },
    },
    [`db.${collection}.create.optional`]: {
      text: `POST /${collection} accepts a ${one} without ${optional}.`,
      async check({ database, subject }) {
        const record = read(expectSuccess(await database.createOne(collection)))
        record.member(required).equals(`${subject.prefix} trial`)
      },
    },
  }
}

export const databaseStatements: readonly Statement[] = statements(SHARED, {
  ...statementsOf('documents'),
  ...statementsOf('projects'),
  'db.id.not-sent': {
    text: "Clients don't send the id of a record. If they do, it isn't used.",
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        const first = expectSuccess(await database.createOne(collection))
        const id = read(first).member('id').int64()
        const body = new RawBody(`{"id":${id},"${REQUIRED_MEMBER[collection]}":"second"}`)
        const answer = await database.create(collection, body)
        // It's also fine to refuse the extra member.
        if (answer.status >= 400) expectRefusal(answer)
        else {
          const given = read(expectSuccess(answer)).member('id').int64()
          expectThat(given !== id, 'a new id', `${given} again`, answer)
        }
      }
    },
  },
  'db.documents.create.status': {
    text: 'POST /documents returns 201.',
    check: async ({ database }) => expectStatus(await database.createOne('documents'), 201),
  },
  'db.documents.get': {
    text: 'GET /documents/{documentId} returns the document with that id.',
    needs: ['db'],
    async check(session) {
      for (const listed of (await somePage(session, 'documents')).slice(0, 2)) {
        const id = listed.member('id').int64()
        const document = read(expectSuccess(await session.database.document(id)))
        document.member('id').equalsJson(id)
        document.member('title').equals(listed.member('title').string())
      }
    },
  },
  'db.documents.absent': {
    text: 'GET /documents/{documentId} returns 404 if there is no such document.',
    needs: ['db'],
    check: async ({ database }) => expectStatus(await database.document(ID_MAX), 404),
  },
  'db.revisions.unmanaged': {
    section: 'What the service does C',
    text: "Clients don't manage revisions. They can create two equal records in a row without any.",
    async check(session) {
      for (const collection of COLLECTIONS) {
        const twin = { [REQUIRED_MEMBER[collection]]: `${session.subject.prefix} twin` }
        await created(session, collection, twin)
        await created(session, collection, twin)
      }
    },
  },
  'db.documents.get.digits': {
    text: "All digits of a document's id matter. The previous number isn't the same document.",
    needs: ['db.long-ids'],
    async check({ database }) {
      const { documents: id } = offered(database.access.longIds, 'db.long-ids')
      read(expectSuccess(await database.document(id)))
        .member('id')
        .equalsJson(id)
      expectStatus(await database.document(String(BigInt(id) - 1n)), 404)
    },
  },
})
