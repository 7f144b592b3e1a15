import type { DatabaseInfo } from '../../../src/admin/calls/database.js'
import type { DatabaseKeyInfo } from '../../../src/admin/calls/database-keys.js'
import { parseWithDigits } from '../../../src/core/json/lossless-json.js'
import { at, get, type Query, remove, send } from '../../api.js'
import { idText } from '../../lib/json-text.js'

/** A document or a project; ids are text, since they go beyond what a number holds. */
export interface DatabaseRecord {
  readonly id: string
  /** The title of a document, the name of a project. */
  readonly heading: string
  /** The content of a document, the description of a project. */
  readonly text?: string | undefined
  /** The id of its project; documents only. */
  readonly project?: string | undefined
}

/** The differences between documents and projects. */
export interface RecordKind {
  readonly noun: 'document' | 'project'
  /** The part of a world that admin calls on them change. */
  readonly area: 'documents' | 'projects'
  /** In the admin interface and in the service: '/documents'. */
  readonly path: string
  readonly headingName: 'title' | 'name'
  readonly textName: 'content' | 'description'
}

export const DOCUMENTS: RecordKind = {
  noun: 'document',
  area: 'documents',
  path: '/documents',
  headingName: 'title',
  textName: 'content',
}

export const PROJECTS: RecordKind = {
  noun: 'project',
  area: 'projects',
  path: '/projects',
  headingName: 'name',
  textName: 'description',
}

/** A record as the admin interface answers it, with its ids as text. */
type Answered = Readonly<Record<string, string | undefined>>

/** A page of them. */
type Listing = { readonly [name in RecordKind['area']]?: readonly Answered[] } & { readonly next?: string }

/**
 * Reads a page of the records of a kind.
 *
 * @throws ApiError
 */
export async function listRecords(
  kind: RecordKind,
  query: Query,
  signal?: AbortSignal,
): Promise<{ rows: readonly DatabaseRecord[]; next?: string | undefined }> {
  const answer = await get(kind.path, query, signal, parseWithDigits<Listing>)
  const records = answer[kind.area] ?? []
  return { rows: records.map((record) => recordOf(kind, record)), next: answer.next }
}

/**
 * Reads one record.
 *
 * @throws ApiError
 */
export async function getRecord(kind: RecordKind, id: string, signal?: AbortSignal): Promise<DatabaseRecord> {
  return recordOf(kind, await get(kind.path + at`/${id}`, {}, signal, parseWithDigits<Answered>))
}

/**
 * Creates a record, or replaces it if it has an id.
 *
 * @throws ApiError
 */
export function saveRecord(
  kind: RecordKind,
  { id, heading, text, project }: DatabaseRecord,
): Promise<unknown> {
  const members = [
    `${JSON.stringify(kind.headingName)}: ${JSON.stringify(heading)}`,
    ...(text === undefined ? [] : [`${JSON.stringify(kind.textName)}: ${JSON.stringify(text)}`]),
    ...(project === undefined ? [] : [`"project": ${idText(project)}`]),
  ]
  const body = `{${members.join(', ')}}`
  return id === '' ? send('POST', kind.path, body) : send('PUT', kind.path + at`/${id}`, body)
}

/**
 * Removes a record.
 *
 * @throws ApiError
 */
export function removeRecord(kind: RecordKind, id: string): Promise<void> {
  return remove(kind.path + at`/${id}`)
}

/**
 * Reads the keys of the database.
 *
 * @throws ApiError
 */
export async function listKeys(signal: AbortSignal): Promise<readonly DatabaseKeyInfo<string>[]> {
  const parse = parseWithDigits<{ databaseKeys: DatabaseKeyInfo<string>[] }>
  return (await get('/database-keys', {}, signal, parse)).databaseKeys
}

/**
 * Reads the facts of the database.
 *
 * @throws ApiError
 */
export const getDatabase = (signal: AbortSignal): Promise<DatabaseInfo> => get('/database', {}, signal)

function recordOf(kind: RecordKind, answered: Answered): DatabaseRecord {
  return {
    id: answered.id ?? '',
    heading: answered[kind.headingName] ?? '',
    text: answered[kind.textName],
    project: answered.project,
  }
}
