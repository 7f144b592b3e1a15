/** Statements on limit and x-next, for documents and projects alike. */

import { expectSuccess, expectThat, read } from '../../check.js'
import type { HttpExchange } from '../../http-client.js'
import { COLLECTIONS, type DatabaseCollection } from '../../session-database.js'
import { each, type Shared, type Statement, type StatementDrafts, statements } from '../statement.js'

const SHARED: Shared = { service: 'documents', section: 'Endpoints C, pagination', needs: ['db'] }

/** The ids on a page, as digits. */
function idsOf(page: HttpExchange): readonly string[] {
  return read(expectSuccess(page))
    .items()
    .map((record) => record.member('id').int64())
}

function statementsOf(collection: DatabaseCollection): StatementDrafts {
  return {
    [`db.${collection}.limit`]: {
      section: 'Endpoints C',
      text: `limit is the most records of /${collection} that a page holds.`,
      async check({ database }) {
        await database.stocked(collection, 3)
        for (const limit of [1, 2]) {
          const page = await database.list(collection, `limit=${limit}`)
          const { length } = idsOf(page)
          expectThat(length >= 1 && length <= limit, `1 to ${limit} records`, String(length), page)
        }
      },
    },
    [`db.${collection}.limit.optional`]: {
      section: 'Endpoints C',
      text: `limit is optional: without it /${collection} answers with its usual page size.`,
      async check({ database }) {
        const page = await database.stocked(collection, 1)
        expectThat(idsOf(page).length > 0, 'a page of records', 'an empty one', page)
      },
    },
    [`db.${collection}.limit.every-page`]: {
      section: 'Endpoints C',
      text: `The limit of the first page of /${collection} holds for the pages after it.`,
      async check({ database }) {
        await database.stocked(collection, 3)
        for (const page of await database.pages(collection, 2)) {
          const { length } = idsOf(page)
          expectThat(length <= 2, 'at most 2 records', String(length), page)
        }
      },
    },
    [`db.${collection}.limit.beside-next`]: {
      section: 'Limits C.2',
      text: `A limit that is given beside an x-next of /${collection} holds for the page that it leads to.`,
      async check({ database }) {
        await database.stocked(collection, 5)
        const first = await database.list(collection, 'limit=2')
        const { length } = idsOf(await database.next(first, 2))
        expectThat(length <= 2, 'at most 2 records', String(length), first)
      },
    },
    [`db.${collection}.next.every-page`]: {
      text: `The pages of /${collection} hold no record twice, and those of another size hold the same ones.`,
      async check({ database }) {
        await database.stocked(collection, 3)
        const one = await database.records(collection, 1)
        const two = await database.records(collection, 2)
        expectThat(new Set(one.ids).size === one.ids.length, 'every record once', one.ids.join(), one.last)
        const [first, second] = [one, two].map(({ ids }) => [...ids].sort().join())
        expectThat(first === second, `the records ${first}`, String(second), two.last)
      },
    },
    [`db.${collection}.next.given`]: {
      section: 'Endpoints C',
      text: `A page of /${collection} has an x-next when there is a further page.`,
      async check({ database }) {
        await database.stocked(collection, 2)
        const page = await database.list(collection, 'limit=1')
        expectThat((page.header('x-next') ?? '') !== '', 'an x-next', 'none', page)
      },
    },
  }
}

export const pagingStatements: readonly Statement[] = statements(SHARED, {
  ...each(COLLECTIONS, statementsOf),
  'db.next.only-if-further': {
    text: 'x-next is on a page only when the next page has a record, and not on the last.',
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        await database.stocked(collection, 2)
        // With one record a page, the end of the records is the end of a full page: the place to go wrong.
        const pages = await database.pages(collection, 1)
        for (const page of pages) expectThat(idsOf(page).length > 0, 'a record on every page', 'none', page)
      }
    },
  },
  'db.next.passed-back': {
    text: 'An x-next, passed back as returned, gives the next page, each time it is passed back.',
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        await database.stocked(collection, 2)
        const first = await database.list(collection, 'limit=1')
        const second = await database.next(first)
        const again = await database.next(first)
        const [one, two, same] = [first, second, again].map((page) => idsOf(page).join())
        expectThat(one !== two, 'another record', `${two} again`, second)
        expectThat(two === same, `record ${two} again`, String(same), again)
      }
    },
  },
  'db.next.complete': {
    text: 'All pages together, up to the one without x-next, hold every record once.',
    needs: ['db.create'],
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        const created = expectSuccess(await database.createOne(collection))
        await database.stocked(collection, 4)
        const id = read(created).member('id').int64()
        const pages = await database.pages(collection, 3)
        const ids = pages.flatMap(idsOf)
        const last = pages.at(-1) ?? created
        const whole = new Set((await database.pages(collection, 1)).flatMap(idsOf))
        expectThat(new Set(ids).size === ids.length, 'every record once', `${ids}`, last)
        expectThat(ids.includes(id), `the new record ${id} among them`, `${ids}`, last)
        expectThat(ids.length === whole.size, `the ${whole.size} records of smaller pages`, `${ids}`, last)
      }
    },
  },
  'db.next.opaque': {
    text: 'The value of x-next is opaque, a cursor or a URL, and its format may change.',
  },
})
