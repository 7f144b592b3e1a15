import { described, int64, type JsonSchema, list, object, ref, text } from '../../contract/json-schema.js'
import { INT32_MAX } from '../../contract/values.js'
import type { Profile } from '../../domain/profile/profile.js'
import type { PathParameter, WireOperation } from '../../request/service.js'
import type { WiresOf } from '../operation.js'
import { inPath } from '../wire.js'
import type { CollectionName } from './collection.js'
import { encodeCursor } from './cursor.js'

/** These exist in fixtures/demo.yaml. */
const DOCUMENT = { title: 'Intro script', content: "print('hi')" }
const PROJECT = { name: 'Onboarding', description: 'Example scripts' }

/**
 * See docs/CONTRACT.md section C.
 *
 * @param cursorName seals the example cursors, so that the world accepts them
 */
export function documentWires({ database }: Profile, cursorName: string): WiresOf<'documents'> {
  const page = (collection: CollectionName, name: string, example: object): WireOperation => ({
    parameters: pagingParameters(database, collection, cursorName),
    statuses: [200],
    answer: { schema: list(ref(name)), example: [example] },
    isPaged: true,
  })
  const document = { schema: ref('Document'), example: { id: 1, ...DOCUMENT } }
  return {
    'documents.list': page('documents', 'Document', document.example),
    'documents.create': {
      parameters: [],
      body: { schema: ref('NewDocument'), example: DOCUMENT },
      // This is the only status for success (docs/CONTRACT.md, Endpoints C).
      statuses: [201],
      answer: document,
    },
    'documents.get': {
      parameters: [inPath('documentId', 'The id of the document.', int64, 1)],
      statuses: [200],
      answer: document,
    },
    'projects.list': page('projects', 'Project', { id: 10, ...PROJECT }),
    'projects.create': {
      parameters: [],
      body: { schema: ref('NewProject'), example: PROJECT },
      statuses: [database.createProjectStatus],
      answer: { schema: ref('Project'), example: { id: 10, ...PROJECT } },
    },
  }
}

function pagingParameters(
  { defaultPageSize, maxPageSize, overMax, limitZero }: Profile['database'],
  collection: CollectionName,
  cursorName: string,
): readonly PathParameter[] {
  const limit: JsonSchema = {
    type: 'integer',
    format: 'int32',
    minimum: limitZero === 'empty' ? 0 : 1,
    maximum: overMax === 'reject' ? Math.min(maxPageSize, INT32_MAX) : INT32_MAX,
    default: Math.min(defaultPageSize, maxPageSize),
  }
  const schema = described('Opaque.', text)
  const example = encodeCursor({ collection, after: -1, limit: 2 }, cursorName)
  const cursor = (description: string) => ({ required: false, description, schema, example })
  const most = overMax === 'reject' ? '' : `, up to ${maxPageSize}`
  return [
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: `The maximum number of items per page${most}.`,
      schema: limit,
      example: 2,
    },
    { name: 'next', in: 'query', ...cursor('The x-next of the previous page, as it was received.') },
    { name: 'x-next', in: 'header', ...cursor('The same, as a header.') },
  ]
}

export const documentSchemas = ({ database }: Profile): Readonly<Record<string, JsonSchema>> => ({
  Document: record(database, { id: int64, title: text }, 'content'),
  NewDocument: newRecord(
    database,
    object({ title: text }, { content: nullable(database.contentNull === 'accept') }),
  ),
  Project: record(database, { id: int64, name: text }, 'description'),
  NewProject: newRecord(
    database,
    object({ name: text }, { description: nullable(database.descriptionNull === 'accept') }),
  ),
})

const nullable = (mayBeNull: boolean): JsonSchema => (mayBeNull ? { type: ['string', 'null'] } : text)

/** A record in a response. The profile decides if a missing text is left out or null. */
function record(
  { absentMembers }: Profile['database'],
  members: Readonly<Record<string, JsonSchema>>,
  optional: string,
): JsonSchema {
  return absentMembers === 'null'
    ? object({ ...members, [optional]: nullable(true) })
    : object(members, { [optional]: text })
}

/** The body for creating a record. Excludes members that the profile rejects. */
function newRecord({ unknownMembers, sentId }: Profile['database'], schema: JsonSchema): JsonSchema {
  if (unknownMembers === 'reject') {
    const id = sentId === 'reject' ? {} : { id: described('Ignored.', {}) }
    return { ...schema, properties: { ...Object(schema.properties), ...id }, additionalProperties: false }
  }
  return sentId === 'reject' ? { ...schema, not: { required: ['id'] } } : schema
}
