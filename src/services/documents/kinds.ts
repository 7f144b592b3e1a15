import * as v from 'valibot'
import { expected } from '../../core/expected.js'
import { readDurationMs } from '../../core/moment.js'
import { isObject } from '../../core/objects.js'
import type { State } from '../../domain/state.js'
import type { View } from '../../domain/view.js'
import { literally } from '../../seed/export-value.js'
import { recordKind } from '../../seed/kind.js'
import type { ResumePoint } from '../../seed/resume-point.js'
import { blockFields, type plainFields } from '../../seed/schema/entry.js'
import { apiKey, choice, count, int64, list, mapping, quoted, text } from '../../seed/schema/fields.js'
import { period } from '../../seed/schema/times.js'
import type {
  Collection,
  CollectionName,
  DocumentsKey,
  DocumentsRecord,
  RecordFields,
  ResolvedScope,
} from './collection.js'
import { DOCUMENTS } from './contents.js'
import type { RateLimit } from './rate-limit.js'

/** Chooses the form in which an id is returned: digits, a number or a bigint. */
type WriteId<Id> = (digits: string) => Id

const generated = (id: typeof plainFields.id) =>
  v.exactOptional(v.pipe(id, v.description('Defaults to a generated id.')))

/** The common parts of both kinds of record. `show` converts one to the form that seeds and admin calls use. */
const collected = <Show extends (record: DocumentsRecord, writeId: WriteId<string | number>) => object>(
  name: CollectionName,
  show: Show,
) => ({
  name,
  show,
  collection: (state: State): Collection => state.of(DOCUMENTS)[name],
  identity: ({ id }: RecordFields) => id,
  add(made: readonly RecordFields[], state: State, { resume }: { readonly resume: ResumePoint }) {
    state.of(DOCUMENTS)[name].insertAll(made, resume.collections[name])
  },
  operations: name,
  path: (_: string, id: string) => ['database', name, id],
  held: ({ state }: View, _: string, id: string) => state.of(DOCUMENTS)[name].records.get(id),
  value: (record: DocumentsRecord) => show(record, idValue),
})

/** Returns text if a number would lose digits. */
const idValue = (id: string): string | number => (Number.isSafeInteger(Number(id)) ? Number(id) : id)

const showProject = <Id>({ id, heading, text: description }: DocumentsRecord, writeId: WriteId<Id>) => ({
  id: writeId(id),
  name: heading,
  ...(description === undefined ? {} : { description }),
  ...literally(heading, description),
})

const showDocument = <Id>(
  { id, heading, text: content, project: of }: DocumentsRecord,
  writeId: WriteId<Id>,
) => ({
  id: writeId(id),
  title: heading,
  ...(content === undefined ? {} : { content }),
  ...(of === undefined ? {} : { project: writeId(of) }),
  ...literally(heading, content),
})

/** A document can only contain text, but people may write JSON instead of its text. */
const content = v.string(
  expected('text', (input) => (isObject(input) ? 'put JSON in single quotes, as text' : quoted(input))),
)

export const project = recordKind(
  ({ id }) =>
    mapping('a project', {
      id: generated(id),
      name: v.pipe(text, v.description('Can contain templates such as {{company.name}}.')),
      description: v.exactOptional(v.pipe(content, v.description('Can contain templates.'))),
      ...blockFields,
    }),
  {
    make: ({ id, name, description }): RecordFields => ({ id, heading: name, text: description }),
    ...collected('projects', showProject),
  },
)

export const document = recordKind(
  ({ id }) =>
    mapping('a document', {
      id: generated(id),
      title: v.pipe(text, v.description('Can contain templates such as {{lorem.sentence}}.')),
      content: v.exactOptional(v.pipe(content, v.description('Can contain templates.'))),
      project: v.exactOptional(
        v.pipe(
          id,
          v.description(
            'The project it belongs to, which key scopes refer to. It never appears in responses.',
          ),
        ),
      ),
      ...blockFields,
    }),
  {
    make: ({ id, title, content, project: of }): RecordFields => ({
      id,
      heading: title,
      text: content,
      ...(of === undefined ? {} : { project: of }),
    }),
    ...collected('documents', showDocument),
  },
)

/** In the order in which seeds load them, since documents may refer to projects. */
export const recordKinds = [project, document]

export const documentsKey = mapping(
  'a database key',
  {
    key: v.pipe(apiKey, v.description('The raw key that clients send in X-API-Key.')),
    projects: v.exactOptional(
      v.pipe(list(int64, 'project ids'), v.description('Projects it can access, including their documents.')),
    ),
    documents: v.exactOptional(
      v.pipe(list(int64, 'document ids'), v.description('Documents it can access.')),
    ),
    outOfScope: v.exactOptional(
      v.pipe(
        choice('empty', 'forbidden'),
        v.description(
          "Determines what lists return if the key can't access anything: empty (the default) returns [], forbidden a 403.",
        ),
      ),
    ),
  },
  (input) => (isObject(input) ? undefined : `write { key: ${input} }`),
)

export function showKey<Id>({ key, scope }: DocumentsKey, writeId: WriteId<Id>) {
  if (scope === undefined) return { key }
  const ids = (name: CollectionName): Id[] => Array.from(scope[name], writeId)
  return { key, projects: ids('projects'), documents: ids('documents'), outOfScope: scope.outOfScope }
}

/** Returns undefined if the key can access everything. */
export function scopeOf({
  projects,
  documents,
  outOfScope = 'empty',
}: Omit<v.InferOutput<typeof documentsKey>, 'key'>): ResolvedScope | undefined {
  if (projects === undefined && documents === undefined) return undefined
  return { projects: new Set(projects), documents: new Set(documents), outOfScope }
}

export const rateLimit = mapping(
  'a rate limit',
  {
    requests: v.pipe(count, v.description('The number of requests each key may make per window.')),
    per: v.pipe(period, v.description('The length of a window, in seconds or as a duration such as 1m.')),
  },
  (input) => (typeof input === 'number' ? `write { requests: ${input}, per: 1m }` : undefined),
)

/** Converts the window's length to ms. */
export const readRateLimit = ({ requests, per }: v.InferOutput<typeof rateLimit>): RateLimit => ({
  requests,
  perMs: readDurationMs(per) ?? 0,
})

export const database = mapping('the database', {
  rateLimit: v.exactOptional(
    v.pipe(
      rateLimit,
      v.description('The number of requests a key may make per window. Unlimited by default.'),
    ),
  ),
  keys: v.exactOptional(
    v.pipe(list(documentsKey, 'keys'), v.description('Its API keys, sent in X-API-Key.')),
  ),
  projects: v.exactOptional(v.pipe(list(project.schema, 'projects'), v.description('Its projects.'))),
  documents: v.exactOptional(v.pipe(list(document.schema, 'documents'), v.description('Its documents.'))),
})

/** For showing differences. */
export function scopeValue(key: DocumentsKey): object {
  const { key: _, ...scope } = showKey(key, idValue)
  return scope
}
