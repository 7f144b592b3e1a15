import * as v from 'valibot'
import { objectText } from '../../core/json-text.js'
import { Refusal } from '../../core/refusal.js'
import type { Collection, CollectionName, DatabaseRecord, RecordFields } from '../../domain/database.js'
import { documentKind, expandRecord, projectKind } from '../../seed/expand/records.js'
import { loadDocument, loadProject } from '../../seed/load.js'
import { hasTemplate, int64, isInt64, mapping } from '../../seed/schema/fields.js'
import { document, project } from '../../seed/schema/schema.js'
import { jsonReply, literalField, readPart } from '../body.js'
import { type AdminCall, type AdminReply, type AdminRoute, NO_CONTENT } from '../call.js'
import { holdToPath } from '../entry-routes.js'
import { readPage, takePage } from '../query.js'

/** The body that writes a document. */
export const documentBody = mapping('a document', {
  id: v.exactOptional(int64),
  title: document.entries.title,
  content: document.entries.content,
  project: v.exactOptional(int64),
  literal: literalField,
})

/** The body that writes a project. */
export const projectBody = mapping('a project', {
  id: v.exactOptional(int64),
  name: project.entries.name,
  description: project.entries.description,
  literal: literalField,
})

/** What tells the two types of record apart. */
interface RecordKind {
  readonly name: CollectionName
  readonly noun: string
  /** The fields that a record shows its heading and text as. */
  readonly heading: string
  readonly text: string
  readonly example: string
  read(call: AdminCall): RecordFields
}

/** The records of the database. */
export const recordRoutes: readonly AdminRoute[] = [
  ...recordsOf({
    name: 'documents',
    noun: 'document',
    heading: 'title',
    text: 'content',
    example: '{"title": "Intro script", "content": "print(1)", "project": 10}',
    read: (call) => loadDocument(expandRecord(documentKind, readPart(call, documentBody))),
  }),
  ...recordsOf({
    name: 'projects',
    noun: 'project',
    heading: 'name',
    text: 'description',
    example: '{"name": "Onboarding", "description": "Example scripts"}',
    read: (call) => loadProject(expandRecord(projectKind, readPart(call, projectBody))),
  }),
]

function recordsOf(kind: RecordKind): AdminRoute[] {
  const { name, noun, example } = kind
  return [
    {
      method: 'GET',
      path: `/${name}`,
      help: `All ${name} as in a seed, in order of insertion: limit=100, after=<"next" of the page before>`,
      handle(call) {
        const { after, limit } = readPage(call.query, 'limit', 'after')
        const { page, next } = takePage(collectionOf(call).records.after(after), limit)
        const records = page.map((record) => objectText(membersOf(record)))
        const nextText = next === undefined ? undefined : JSON.stringify(next)
        return jsonReply(200, name, `[${records.join(',')}]`, 'next', nextText)
      },
    },
    {
      method: 'POST',
      path: `/${name}`,
      help: `Create a ${noun}: ${example}; its id is generated when left out`,
      handle(call) {
        const fields = kind.read(call)
        const collection = collectionOf(call)
        if (fields.id !== undefined && collection.records.has(fields.id)) throw taken(fields.id)
        return reply(201, collection.insert(fields))
      },
    },
    {
      method: 'GET',
      path: `/${name}/:id`,
      help: `One ${noun}`,
      handle: (call) => reply(200, find(call)),
    },
    {
      method: 'PUT',
      path: `/${name}/:id`,
      help: `Create or replace a ${noun}`,
      handle(call) {
        const id = readId(call)
        const fields = kind.read(call)
        holdToPath('id', fields.id, id)
        return reply(200, collectionOf(call).insert({ ...fields, id }))
      },
    },
    {
      method: 'DELETE',
      path: `/${name}/:id`,
      help: `Remove a ${noun}; its id is not generated again`,
      handle(call) {
        collectionOf(call).remove(find(call).id)
        return NO_CONTENT
      },
    },
  ]

  function collectionOf({ context }: AdminCall): Collection {
    return context.world.state[name]
  }

  function find(call: AdminCall): DatabaseRecord {
    const id = readId(call)
    const record = collectionOf(call).records.get(id)
    if (record !== undefined) return record
    throw new Refusal('not_found', `there is no ${noun} ${id}`, { hint: `GET /_admin/${name} lists them` })
  }

  function readId({ params }: AdminCall): string {
    const id = params.id ?? ''
    if (isInt64(id)) return id
    const hint = 'an id is a whole number of 64 bits, written without sign or leading zeros'
    throw new Refusal('invalid_request', `id: the path says ${JSON.stringify(id)}`, { hint })
  }

  function taken(id: string): Refusal {
    const hint = `PUT /_admin/${name}/${id} replaces it; without an id, one is generated`
    return new Refusal('conflict', `there is a ${noun} ${id} already`, { hint })
  }

  function reply(status: number, record: DatabaseRecord): AdminReply {
    return jsonReply(status, ...membersOf(record))
  }

  /** As in a seed, ids to the digit. */
  function membersOf({ id, heading, text, project }: DatabaseRecord): (string | undefined)[] {
    const isTemplateInSeed = [heading, text ?? ''].some(hasTemplate)
    return [
      ...['id', id],
      ...[kind.heading, JSON.stringify(heading)],
      ...[kind.text, text === undefined ? undefined : JSON.stringify(text)],
      ...['project', project],
      ...['literal', isTemplateInSeed ? 'true' : undefined],
    ]
  }
}
