import * as v from 'valibot'
import {
  component,
  int64,
  list,
  literal,
  object,
  type Schema,
  text,
  typed,
} from '../../contract/json-schema.js'
import { isInt64 } from '../../contract/values.js'
import { Refusal } from '../../core/refusal.js'
import { makeRecord } from '../../seed/kind.js'
import { int64 as int64Field, mapping } from '../../seed/schema/fields.js'
import type {
  Collection,
  CollectionName,
  DatabaseRecord,
  RecordFields,
} from '../../services/documents/collection.js'
import { document, project } from '../../services/documents/kinds.js'
import { exactText } from '../answer-text.js'
import { assertNamedByPath, literalField, needed, seedBody } from '../body.js'
import { type AdminCall, type CallInput, call, type RequestBody } from '../call.js'
import { byInt64, byText, type Orders } from '../lists/orders.js'
import { nextPage, pageQuery, readPage, takePage } from '../lists/pages.js'

/**
 * A document of the database, as in a seed.
 *
 * @typeParam Id how a reader of the answer has an int64
 */
export interface DocumentInfo<Id = number | string> {
  readonly id: Id
  readonly title: string
  readonly content?: string
  readonly project?: Id
  /** Its text has what would be a template in a seed. */
  readonly literal?: true
}

/**
 * A project of the database, as in a seed.
 *
 * @typeParam Id how a reader of the answer has an int64
 */
export interface ProjectInfo<Id = number | string> {
  readonly id: Id
  readonly name: string
  readonly description?: string
  readonly project?: Id
  /** Its text has what would be a template in a seed. */
  readonly literal?: true
}

const documentInfo: Schema<DocumentInfo<bigint>> = component(
  'StoredDocument',
  object({ id: int64, title: text }, { content: text, project: int64, literal }),
)

const projectInfo: Schema<ProjectInfo<bigint>> = component(
  'StoredProject',
  object({ id: int64, name: text }, { description: text, project: int64, literal }),
)

const documentBody = mapping('a document', {
  id: v.exactOptional(int64Field),
  title: document.schema.entries.title,
  content: document.schema.entries.content,
  project: v.exactOptional(int64Field),
  literal: literalField,
})

const projectBody = mapping('a project', {
  id: v.exactOptional(int64Field),
  name: project.schema.entries.name,
  description: project.schema.entries.description,
  literal: literalField,
})

/** The differences between documents and projects. */
interface RecordKind<Body, Info> {
  readonly name: CollectionName
  readonly noun: string
  /** A body for POST, for the index. */
  readonly bodyHelp: string
  readonly body: RequestBody<Body>
  readonly schema: Schema<Info>
  readonly example: Info
  readonly orders: Orders<DatabaseRecord>
  load(body: Body): RecordFields
  toJson(record: DatabaseRecord): Info
}

/** A page of documents or projects. */
type RecordPage<Info> = { readonly [Name in CollectionName]?: readonly Info[] } & { readonly next?: string }

/** What `find` looks through. */
const textsOf = ({ id, heading, text: inner = '' }: DatabaseRecord) => [id, heading, inner]

const byId = byInt64(({ id }: DatabaseRecord) => id)
const byHeading = byText(({ heading }: DatabaseRecord) => heading)

/** The calls on the records of the database. */
export const recordCalls = [
  ...recordCallsOf<v.InferOutput<typeof documentBody>, DocumentInfo<bigint>>({
    name: 'documents',
    noun: 'document',
    bodyHelp: '{"title": "Intro script", "content": "print(1)", "project": 10}',
    body: seedBody(documentBody, { title: 'Intro script', content: "print('hi')", project: 10 }),
    schema: documentInfo,
    example: { id: 1n, title: 'Intro script', content: "print('hi')", project: 10n },
    orders: { id: byId, title: byHeading, project: byInt64(({ project: of }) => of) },
    load: (body) => makeRecord(document, body),
    toJson: (record) => document.show(record, BigInt),
  }),
  ...recordCallsOf<v.InferOutput<typeof projectBody>, ProjectInfo<bigint>>({
    name: 'projects',
    noun: 'project',
    bodyHelp: '{"name": "Onboarding", "description": "Example scripts"}',
    body: seedBody(projectBody, { name: 'Onboarding', description: 'Example scripts' }),
    schema: projectInfo,
    example: { id: 10n, name: 'Onboarding', description: 'Example scripts' },
    orders: { id: byId, name: byHeading },
    load: (body) => makeRecord(project, body),
    toJson: (record) => project.show(record, BigInt),
  }),
]

function recordCallsOf<Body, Info extends object>(kind: RecordKind<Body, Info>): readonly AdminCall[] {
  const { name, noun, schema, example, orders } = kind
  const orderNames = Object.keys(orders)
  const looks = { texts: textsOf, orders, key: ({ id }: DatabaseRecord) => id }
  const tag = 'Database'
  const answer = { schema, example, write: exactText }
  const body = needed(kind.body)
  return [
    call({
      method: 'GET',
      path: `/${name}`,
      help: `All ${name} as in a seed, in order of insertion or sort=${orderNames[0]}, sort=-${orderNames[0]}, …: find=… in id or text, limit=100, after=<"next" of the page before>`,
      tag,
      query: pageQuery(orderNames),
      answer: {
        schema: typed<RecordPage<Info>>(object({ [name]: list(schema) }, { next: nextPage })),
        example: { [name]: [example] },
        write: exactText,
      },
      handle({ world, query }) {
        const asked = readPage(query, orderNames, false)
        const { page, ...next } = takePage(collectionOf(world).records, asked, looks)
        return { [name]: page.map(kind.toJson), ...next }
      },
    }),
    call({
      method: 'POST',
      path: `/${name}`,
      help: `Create a ${noun}: ${kind.bodyHelp}; its id is generated when left out`,
      tag,
      changes: name,
      addsContents: true,
      body,
      answer: { ...answer, status: 201 },
      refusals: ['invalid_seed', 'conflict'],
      async handle(input) {
        const fields = kind.load(await input.body())
        const collection = collectionOf(input.world)
        if (fields.id !== undefined && collection.records.has(fields.id)) throw idTaken(fields.id)
        return kind.toJson(input.change(() => collection.insert(fields)))
      },
    }),
    call({
      method: 'GET',
      path: `/${name}/:id`,
      help: `One ${noun}`,
      tag,
      answer,
      handle: (input) => kind.toJson(find(input)),
    }),
    call({
      method: 'PUT',
      path: `/${name}/:id`,
      help: `Create or replace a ${noun}`,
      tag,
      changes: name,
      addsContents: true,
      body,
      answer,
      refusals: ['invalid_seed'],
      async handle(input) {
        const id = readId(input)
        const fields = kind.load(await input.body())
        assertNamedByPath('id', fields.id, id)
        const insert = () => collectionOf(input.world).insert({ ...fields, id })
        return kind.toJson(input.change(insert, { id }))
      },
    }),
    call({
      method: 'DELETE',
      path: `/${name}/:id`,
      help: `Remove a ${noun}; its id is not generated again`,
      tag,
      changes: name,
      handle(input) {
        const { id } = find(input)
        input.change(() => collectionOf(input.world).remove(id), { id })
      },
    }),
  ]

  function collectionOf({ state }: CallInput['world']): Collection {
    return state[name]
  }

  function find(input: CallInput<'id'>): DatabaseRecord {
    const id = readId(input)
    const record = collectionOf(input.world).records.get(id)
    if (record !== undefined) return record
    throw new Refusal('not_found', `there is no ${noun} ${id}`, { hint: `GET /_admin/${name} lists them` })
  }

  function idTaken(id: string): Refusal {
    const hint = `PUT /_admin/${name}/${id} replaces it; without an id, one is generated`
    return new Refusal('conflict', `there is a ${noun} ${id} already`, { hint })
  }
}

/** @throws Refusal invalid_request */
function readId({ params: { id } }: CallInput<'id'>): string {
  if (isInt64(id)) return id
  const hint = 'an id is a whole number of 64 bits, written without sign or leading zeros'
  throw new Refusal('invalid_request', `id: the path says ${JSON.stringify(id)}`, { hint })
}
