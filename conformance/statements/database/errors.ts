import {
  expectDatabaseError,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  read,
} from '../../check.js'
import { offered } from '../../session.js'
import { COLLECTIONS, MALFORMED, OPTIONAL_MEMBER, REQUIRED_MEMBER } from '../../session-database.js'
import { each, type Shared, type Statement, statements } from '../statement.js'
import { ID_MAX } from './records.js'

const SHARED: Shared = { service: 'documents', section: 'Errors C', needs: ['db'] }

/** A word, a fraction, and a number that's just too large for an int32. */
const NO_INT32 = ['abc', '1.5', '2147483648'] as const

export const databaseErrorStatements: readonly Statement[] = statements(SHARED, {
  'db.error.invalid-limit': {
    text: "A limit that isn't an int32 is rejected with 400 and invalid_request.",
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        for (const limit of NO_INT32) {
          const answer = await database.list(collection, `limit=${limit}`)
          expectDatabaseError(expectStatus(answer, 400), 'invalid_request')
        }
      }
    },
  },
  ...each(COLLECTIONS, (collection) => ({
    [`db.${collection}.missing-${REQUIRED_MEMBER[collection]}`]: {
      text: `POST /${collection} without ${REQUIRED_MEMBER[collection]} is rejected with validation_error.`,
      async check({ database }) {
        // The contract doesn't specify the status for this code.
        for (const body of [{ [OPTIONAL_MEMBER[collection]]: 'alone' }, {}]) {
          const answer = await database.create(collection, body)
          expectDatabaseError(expectRefusal(answer), 'validation_error')
        }
      },
    },
  })),
  'db.error.no-string': {
    text: "A title, content, name or description that isn't a string is rejected with validation_error or converted to one.",
    needs: ['db.create'],
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        const [required, optional] = [REQUIRED_MEMBER[collection], OPTIONAL_MEMBER[collection]]
        for (const body of [{ [required]: 7 }, { [required]: ['x'] }, { [required]: 'x', [optional]: 7 }]) {
          const answer = await database.create(collection, body)
          if (answer.status >= 400) expectDatabaseError(expectRefusal(answer), 'validation_error')
          else {
            read(expectSuccess(answer)).member(required).string()
            read(answer).find(optional)?.string()
          }
        }
      }
    },
  },
  'db.error.malformed': {
    text: 'Malformed JSON results in 400.',
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        // The contract doesn't specify the code for this status.
        expectDatabaseError(expectStatus(await database.create(collection, MALFORMED), 400))
      }
    },
  },
  'db.error.not-found': {
    text: "For a document that doesn't exist, the error code is not_found.",
    check: async ({ database }) =>
      expectDatabaseError(expectRefusal(await database.document(ID_MAX)), 'not_found'),
  },
  'db.error.body': {
    text: 'Every error body, including for a rejected key, is a JSON object with the string members error and message.',
    async check({ database }) {
      expectDatabaseError(expectStatus(await database.list('documents', '', {}), 401))
      expectDatabaseError(expectRefusal(await database.list('projects', 'limit=x')))
      expectDatabaseError(expectStatus(await database.document(ID_MAX), 404))
    },
  },
  'db.error.permission': {
    text: "A permission problem results in 403 with an error body, unless it's hidden.",
    needs: ['db.scoped'],
    async check({ database }) {
      const scoped = offered(database.access.scoped, 'db.scoped')
      const answer = await database.document(scoped.hidden, { 'x-api-key': scoped.key })
      expectDatabaseError(expectStatus(answer, 403, 404))
    },
  },
  'db.error.creates-nothing': {
    text: "A rejected POST doesn't create anything or otherwise change the collection.",
    async check({ database }) {
      for (const collection of COLLECTIONS) {
        const before = await database.records(collection)
        expectRefusal(await database.create(collection, { [OPTIONAL_MEMBER[collection]]: 'alone' }))
        expectRefusal(await database.create(collection, MALFORMED))
        expectRefusal(await database.create(collection, { [REQUIRED_MEMBER[collection]]: 'x' }, {}))
        const after = await database.records(collection)
        expectThat(before.ids.join() === after.ids.join(), before.ids.join(), after.ids.join(), after.last)
      }
    },
  },
  'db.rate-limit.reached': {
    section: 'Limits C.1',
    text: 'There are rate limits. Requests that exceed them get a 429.',
    needs: ['ratelimit'],
    async check({ database }) {
      const { requests } = offered(database.access.rateLimit, 'ratelimit')
      for (let made = 0; made < requests; made += 1) {
        const answer = await database.list('documents', 'limit=1')
        if (answer.status === 429) return expectDatabaseError(answer)
        expectSuccess(answer)
      }
      expectDatabaseError(expectStatus(await database.list('documents', 'limit=1'), 429))
    },
  },
  'db.rate-limit.transient': {
    text: 'A 429 is transient. After some time, the same request succeeds again.',
    needs: ['ratelimit', 'time.pass'],
    async check({ database, pass }) {
      const { requests, perMs } = offered(database.access.rateLimit, 'ratelimit')
      let statuses = ''
      for (let made = 0; made <= requests; made += 1) {
        const answer = await database.list('projects', 'limit=1')
        statuses += ` ${answer.status}`
        if (answer.status === 429) break
      }
      await pass(perMs)
      const answer = expectSuccess(await database.list('projects', 'limit=1'))
      expectThat(statuses.endsWith('429'), 'a 429 before', statuses.trim(), answer)
    },
  },
})
