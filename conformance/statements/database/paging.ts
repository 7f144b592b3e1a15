import { atOnce } from '../../at-once.js'
import { expectSuccess, expectThat, read } from '../../check.js'
import type { HttpExchange } from '../../http-client.js'
import { COLLECTIONS, type DatabaseCollection } from '../../session-database.js'
import { each, type Shared, type Statement, type StatementDrafts, statements } from '../statement.js'

const SHARED: Shared = { service: 'documents', section: 'Endpoints C, pagination', needs: ['db'] }

/** Creates this many records at a time, until there's a third page or there are enough of them. */
const BATCH = 16
const MANY = 128

function idsOf(page: HttpExchange): readonly string[] {
  return read(expectSuccess(page))
    .items()
    .map((record) => record.member('id').int64())
}

function statementsOf(collection: DatabaseCollection): StatementDrafts {
  return {
    [`db.${collection}.limit`]: {
      section: 'Endpoints C',
      text: `limit is the maximum number of records of /${collection} on a page.`,
      async check({ database }) {
        await database.stocked(collection, 3)
        for (const limit of [1, 2]) {
          const page = await database.list(collection, `limit=${limit}`)
          const { length } = idsOf(page)
          expectThat(length >= 1 && length <= limit, `1 to ${limit} records`, String(length), page)
        }
      },
    },
    [`db.${collection}.limit.every-page`]: {
      section: 'Endpoints C',
      text: `The limit of the first page of /${collection} also applies to the following pages.`,
      async check({ database }) {
        await database.stocked(collection, 3)
        for (const page of await database.pages(collection, 2)) {
          const { length } = idsOf(page)
          expectThat(length <= 2, 'at most 2 records', String(length), page)
        }
      },
    },
    [`db.${collection}.limit.with-next`]: {
      section: 'Limits C.2',
      text: `A limit sent along with an x-next of /${collection} applies to the page that it leads to.`,
      async check({ database }) {
        await database.stocked(collection, 5)
        const first = await database.list(collection, 'limit=2')
        const { length } = idsOf(await database.next(first, 2))
        expectThat(length <= 2, 'at most 2 records', String(length), first)
      },
    },
    [`db.${collection}.next.every-page`]: {
      text: `The pages of /${collection} contain no record twice, and the same records for any page size.`,
      async check({ database }) {
        await database.stocked(collection, 3)
        const one = await database.records(collection, 1)
        const two = await database.records(collection, 2)
        expectThat(new Set(one.ids).size === one.ids.length, 'every record once', one.ids.join(), one.last)
        const [first, second] = [one, two].map(({ ids }) => [...ids].sort().join())
        expectThat(first === second, `the records ${first}`, String(second), two.last)
      },
    },
    [`db.${collection}.next.without-limit`]: {
      text: `Without a limit, the pages of /${collection} up to the one without x-next contain every record once.`,
      async check({ database }) {
        const made: string[] = []
        const hasThirdPage = async () => {
          const first = expectSuccess(await database.list(collection))
          if (first.header('x-next') === undefined) return false
          return (await database.next(first)).header('x-next') !== undefined
        }
        while (database.access.mayCreate && made.length < MANY && !(await hasThirdPage())) {
          const some = await atOnce(BATCH, () => database.createOne(collection))
          made.push(...some.map((answer) => read(expectSuccess(answer)).member('id').int64()))
        }
        const pages = await database.pages(collection)
        const ids = pages.flatMap(idsOf)
        const last = pages.at(-1) ?? (await database.list(collection))
        const lacking = made.find((id) => !ids.includes(id))
        expectThat(lacking === undefined, `the new record ${lacking} among them`, ids.join(), last)
        expectThat(new Set(ids).size === ids.length, 'every record once', ids.join(), last)
        const others = (await database.pages(collection, 3)).flatMap(idsOf)
        const [here, there] = [ids, others].map((those) => [...those].sort().join())
        expectThat(here === there, `the records of smaller pages, ${there}`, String(here), last)
      },
    },
    [`db.${collection}.next.given`]: {
      section: 'Endpoints C',
      text: `A page of /${collection} has an x-next if there is another page.`,
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
    text: "A page only has an x-next if the next page contains a record. The last page doesn't have one.",
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        await database.stocked(collection, 2)
        // With one record per page, the last page is full, which is where services make mistakes.
        const pages = await database.pages(collection, 1)
        for (const page of pages) expectThat(idsOf(page).length > 0, 'a record on every page', 'none', page)
      }
    },
  },
  'db.next.passed-back': {
    text: "Sending an x-next back unchanged returns the next page, even if it's sent repeatedly.",
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
  'db.next.opaque': {
    text: "The value of x-next is opaque. It's a cursor or a URL, and its format may change.",
  },
})
