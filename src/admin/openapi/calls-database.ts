import { databaseChanges } from '../calls/database.js'
import { keyBody } from '../calls/database-keys.js'
import { documentBody, projectBody } from '../calls/records.js'
import type { CallDescription, CallGroup, RequestBody } from './call.js'
import { next, page } from './calls-resources.js'
import {
  count,
  described,
  int64,
  list,
  literal,
  object,
  oneOf,
  orNull,
  ref,
  type Schema,
  text,
} from './schema.js'

/** Components of the answers here. */
export const databaseSchemas: Readonly<Record<string, Schema>> = {
  DatabaseKey: object(
    { key: text },
    { projects: list(int64), documents: list(int64), outOfScope: oneOf('empty', 'forbidden') },
  ),
  Database: object({
    rateLimit: described(
      'null: there is none.',
      orNull(object({ requests: count, per: described('A duration.', text) })),
    ),
    keys: count,
    projects: count,
    documents: count,
  }),
  StoredDocument: object({ id: int64, title: text }, { content: text, project: int64, literal }),
  StoredProject: object({ id: int64, name: text }, { description: text, project: int64, literal }),
}

const databaseKey = { key: 'db_scoped', projects: [10], documents: [1, 2], outOfScope: 'empty' }
const overview = { rateLimit: { requests: 60, per: '1m' }, keys: 2, projects: 31, documents: 251 }

interface Records {
  readonly name: 'documents' | 'projects'
  readonly one: Schema
  readonly schema: RequestBody['schema']
  readonly id: number
  readonly example: object
}

/** Documents and projects have the same calls. */
function callsOf({ name, one, schema, id, example }: Records): Readonly<Record<string, CallDescription>> {
  const answer = { schema: one, example: { id, ...example } }
  const body: RequestBody = { schema, example, isNeeded: true, isYaml: true }
  return {
    [`GET /${name}`]: {
      query: page,
      answer: {
        schema: object({ [name]: list(one) }, { next }),
        example: { [name]: [answer.example] },
      },
    },
    [`POST /${name}`]: { body, answer: { status: 201, ...answer }, refusals: ['invalid_seed', 'conflict'] },
    [`GET /${name}/:id`]: { answer },
    [`PUT /${name}/:id`]: { body, answer, refusals: ['invalid_seed'] },
    [`DELETE /${name}/:id`]: {},
  }
}

export const databaseCalls: CallGroup = {
  tag: 'Database',
  description: 'The document database: its rate limit, keys and records.',
  calls: {
    'GET /database': { answer: { schema: ref('Database'), example: overview } },
    'PATCH /database': {
      body: {
        schema: databaseChanges,
        example: { rateLimit: { requests: 60, per: '1m' } },
        isYaml: true,
      },
      answer: { schema: ref('Database'), example: overview },
      refusals: ['invalid_seed'],
    },
    'GET /database-keys': {
      answer: {
        schema: object({ databaseKeys: list(ref('DatabaseKey')) }),
        example: { databaseKeys: [{ key: 'db_dev' }, databaseKey] },
      },
    },
    'POST /database-keys': {
      body: { schema: keyBody, example: { projects: [10], outOfScope: 'empty' }, isYaml: true },
      answer: { status: 201, schema: ref('DatabaseKey'), example: databaseKey },
      refusals: ['invalid_seed', 'conflict'],
    },
    'DELETE /database-keys/:key': {},
    ...callsOf({
      name: 'documents',
      one: ref('StoredDocument'),
      schema: documentBody,
      id: 1,
      example: { title: 'Intro script', content: "print('hi')", project: 10 },
    }),
    ...callsOf({
      name: 'projects',
      one: ref('StoredProject'),
      schema: projectBody,
      id: 10,
      example: { name: 'Onboarding', description: 'Example scripts' },
    }),
  },
}
