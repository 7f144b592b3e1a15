import * as v from 'valibot'
import { exactText } from '../../admin/answer-text.js'
import { assertNamedByPath, literalField, needed, seedBody } from '../../admin/body.js'
import { type AdminCall, call } from '../../admin/call.js'
import { byInt64, byText } from '../../admin/lists/record-orders.js'
import { type RecordCalls, type RecordInput, recordCallsOf } from '../../admin/record-calls.js'
import { component, int64, literal, text } from '../../contract/answer-schema.js'
import { isInt64 } from '../../contract/values.js'
import { Refusal } from '../../core/refusal.js'
import { int64 as int64Field, mapping } from '../../seed/schema/fields.js'
import type { DocumentsRecord, RecordFields } from './collection.js'
import { document, project, type recordKinds } from './kinds.js'

const documentInfo = component('StoredDocument', () =>
  v.object({
    id: int64,
    title: text,
    content: v.exactOptional(text),
    project: v.exactOptional(int64),
    literal: v.exactOptional(literal),
  }),
)

const projectInfo = component('StoredProject', () =>
  v.object({
    id: int64,
    name: text,
    description: v.exactOptional(text),
    project: v.exactOptional(int64),
    literal: v.exactOptional(literal),
  }),
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

/** Where documents and projects differ. */
interface Kind<Body, Info extends v.GenericSchema>
  extends Pick<
    RecordCalls<DocumentsRecord, Body, Info>,
    'body' | 'schema' | 'example' | 'orders' | 'toJson'
  > {
  readonly kind: (typeof recordKinds)[number]
  readonly noun: string
  /** An example body for POST, shown in the index. */
  readonly bodyHelp: string
  load(body: Body): RecordFields
}

const byId = byInt64(({ id }: DocumentsRecord) => id)
const byHeading = byText(({ heading }: DocumentsRecord) => heading)

export const recordCalls = [
  ...callsOf<v.InferOutput<typeof documentBody>, typeof documentInfo>({
    kind: document,
    noun: 'document',
    bodyHelp: '{"title": "Intro script", "content": "print(1)", "project": 10}',
    body: seedBody(documentBody, { title: 'Intro script', content: "print('hi')", project: 10 }),
    schema: documentInfo,
    example: { id: 1n, title: 'Intro script', content: "print('hi')", project: 10n },
    orders: () => ({ id: byId, title: byHeading, project: byInt64(({ project: of }) => of) }),
    load: (body) => document.make(body, 'origin'),
    toJson: (record) => document.show(record, BigInt),
  }),
  ...callsOf<v.InferOutput<typeof projectBody>, typeof projectInfo>({
    kind: project,
    noun: 'project',
    bodyHelp: '{"name": "Onboarding", "description": "Example scripts"}',
    body: seedBody(projectBody, { name: 'Onboarding', description: 'Example scripts' }),
    schema: projectInfo,
    example: { id: 10n, name: 'Onboarding', description: 'Example scripts' },
    orders: () => ({ id: byId, name: byHeading }),
    load: (body) => project.make(body, 'origin'),
    toJson: (record) => project.show(record, BigInt),
  }),
]

function callsOf<Body, Info extends v.GenericSchema>(kind: Kind<Body, Info>): readonly AdminCall[] {
  const { noun, schema, example, body } = kind
  const { name, collection } = kind.kind
  const [order] = Object.keys(kind.orders(0))
  return [
    ...recordCallsOf<DocumentsRecord, Body, Info>({
      ...kind,
      base: `/${name}`,
      named: 'id',
      tag: 'Database',
      help: {
        list: {
          summary: `List all ${name} in the form seeds use, in insertion order or by sort=${order}, sort=-${order}, …`,
          details: `: find=… in id or text, limit=100, after=<"next" from the previous page>`,
        },
        one: { summary: `Get a ${noun}` },
        put: { summary: `Create or replace a ${noun}` },
        remove: { summary: `Remove a ${noun}`, details: `; its id is never generated again` },
      },
      write: exactText,
      texts: ({ id, heading, text: inner = '' }) => [id, heading, inner],
      recordsOf: (input) => collection(input.world.state).records,
      nameOf: readId,
      put(given, input, id) {
        const fields = kind.load(given)
        assertNamedByPath('id', fields.id, id)
        return collection(input.world.state).insert({ ...fields, id })
      },
      remove: ({ id }, input) => collection(input.world.state).remove(id),
      missing({ params: { id } }) {
        throw new Refusal('not_found', `there is no ${noun} ${id}`, {
          hint: `GET /_admin/${name} lists them`,
        })
      },
    }),
    call({
      method: 'POST',
      path: `/${name}`,
      summary: `Create a ${noun}`,
      details: `: ${kind.bodyHelp}; its id is generated if you omit it`,
      tag: 'Database',
      changes: name,
      addsContents: true,
      body: needed(body),
      answer: { status: 201, schema, example, write: exactText },
      refusals: ['invalid_seed', 'conflict'],
      handle(input) {
        const fields = kind.load(input.body)
        const records = collection(input.world.state)
        if (fields.id !== undefined && records.records.has(fields.id)) throw idTaken(fields.id)
        return kind.toJson(
          input.change(() => records.insert(fields)),
          input.world,
        )
      },
    }),
  ]

  function idTaken(id: string): Refusal {
    const hint = `PUT /_admin/${name}/${id} replaces it; without an id, one is generated`
    return new Refusal('conflict', `there is already a ${noun} ${id}`, { hint })
  }
}

/** @throws Refusal `invalid_request` */
function readId({ params: { id } }: RecordInput): string {
  if (isInt64(id)) return id
  const hint = 'an id is a whole number of 64 bits, written without sign or leading zeros'
  throw new Refusal('invalid_request', `id: the path says ${JSON.stringify(id)}`, { hint })
}
