import type { DatabaseKeyInfo } from '../../../src/admin/calls/database-keys.js'
import { parseWithDigits } from '../../../src/core/json/lossless-json.js'
import { baseUrl } from '../../address.js'
import { at, get, type QueryParameters, send } from '../../api.js'
import { Code } from '../../components/code.js'
import { Copy } from '../../components/copy.js'
import type { Draft } from '../../components/draft-form.js'
import type { Listed } from '../../components/pages.js'
import { ShortText, shortText } from '../../components/short-text.js'
import type { Column } from '../../components/table.js'
import type { ListedKind } from '../../features/records/kind.js'
import { quoted } from '../../lib/curl.js'
import { idText } from '../../lib/json-text.js'
import { textOrder } from '../../lib/sort.js'
import { useLive } from '../../live.js'

/** A document or a project, by the names of its members; ids are text, since they go beyond what a number holds. */
type DatabaseRecord = Readonly<Record<string, string | undefined>>

type DatabaseKind = ListedKind<DatabaseRecord> & {
  readonly area: 'documents' | 'projects'
  readonly noun: 'document' | 'project'
}

/** The title of a document or the name of a project, and its content or description. */
interface Names {
  readonly heading: string
  readonly text: string
}

/** How many projects are suggested. */
const SUGGESTED = 200

function kindOf(noun: DatabaseKind['noun'], { heading, text }: Names): DatabaseKind {
  const isDocument = noun === 'document'
  const area = isDocument ? 'documents' : 'projects'
  const path = `/${area}`
  const [Noun = '', Heading = '', Text = ''] = [noun, heading, text].map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  )
  return {
    noun,
    plural: area,
    area,
    path,
    parameter: 'id',
    found: 'id or text',
    list: (query, signal) => listOf(area, query, signal),
    get: (id, signal) => get(path + at`/${id}`, {}, signal, parseWithDigits<DatabaseRecord>),
    idOf: ({ id = '' }) => id,
    titleOf: (id) => `${Noun} ${shortText(id, 40)}`,
    columns: [
      {
        title: Heading,
        order: textOrder(heading),
        cell: (record) => <ShortText text={record[heading] ?? ''} />,
      },
      { title: Text, minor: true, cell: (record) => textOrNone(record[text]) },
      ...(isDocument ? [PROJECT] : []),
      ID,
    ],
    Facts: ({ record }) => (
      <>
        {(record[heading] ?? '').length > HEADING_MAX ? (
          <Code label={Heading} text={record[heading] ?? ''} />
        ) : (
          <p class="record-heading text">{shortText(record[heading] ?? '')}</p>
        )}
        {record.project !== undefined && <p class="hint">In project {record.project}</p>}
        {record[text] === undefined ? (
          <p class="hint">No {text}</p>
        ) : (
          <Code label={Text} text={record[text] ?? ''} />
        )}
        {isDocument && <Command id={record.id ?? ''} />}
      </>
    ),
    fieldsOf: (record) => [
      { name: heading, label: Heading },
      { name: text, label: Text, type: 'area', isDisabled: ({ none }) => none !== '' },
      ...(record === undefined ? [] : [{ name: 'none', label: `No ${text}`, type: 'check' } as const]),
      ...(isDocument ? [IN_PROJECT] : []),
    ],
    draftOf: (record) => ({
      [heading]: record?.[heading] ?? '',
      [text]: record?.[text] ?? '',
      none: record !== undefined && record[text] === undefined ? 'yes' : '',
      project: record?.project ?? '',
    }),
    save(draft, record) {
      // A new record whose text is left empty has none; an empty text can be set afterwards.
      const hasText = draft.none === '' && !(record === undefined && draft[text] === '')
      const project = draft.project?.trim() ?? ''
      const members = [heading, ...(hasText ? [text] : [])].map((name) => memberOf(draft, name))
      const body = `{${[...members, ...(project === '' ? [] : [`"project": ${idText(project)}`])].join(', ')}}`
      return record === undefined
        ? send('POST', path, body)
        : send('PUT', path + at`/${record.id ?? ''}`, body)
    },
    textOf: JSON.stringify,
  }
}

const memberOf = (draft: Draft, name: string): string =>
  `${JSON.stringify(name)}: ${JSON.stringify(draft[name] ?? '')}`

async function listOf(
  area: DatabaseKind['area'],
  query: QueryParameters,
  signal?: AbortSignal,
): Promise<Listed<DatabaseRecord>> {
  type Listing = { readonly [name in DatabaseKind['area']]?: readonly DatabaseRecord[] } & {
    readonly next?: string
  }
  const answer = await get(`/${area}`, query, signal, parseWithDigits<Listing>)
  return { rows: answer[area] ?? [], next: answer.next }
}

/** Longer ones are scrolled. */
const HEADING_MAX = 200

const textOrNone = (text: string | undefined) =>
  text === undefined ? <span class="hint">none</span> : <ShortText text={text} />

const idColumn = (title: string, name: string): Column<DatabaseRecord> => ({
  title,
  width: '7.5rem',
  align: 'end',
  order: [
    [name, `smallest ${name}`],
    [`-${name}`, `largest ${name}`],
  ],
  cell: (record) => textOrNone(record[name]),
})

const ID = idColumn('Id', 'id')

const PROJECT: Column<DatabaseRecord> = { ...idColumn('Project', 'project'), minor: true }

const IN_PROJECT = {
  name: 'project',
  label: 'Project',
  placeholder: 'none',
  hint: 'An id. It decides which keys see the document; it is never sent.',
  suggestions: async (signal: AbortSignal) =>
    (await listOf('projects', { limit: SUGGESTED }, signal)).rows.map(({ id = '' }) => id),
}

export const DOCUMENTS = kindOf('document', { heading: 'title', text: 'content' })

export const PROJECTS = kindOf('project', { heading: 'name', text: 'description' })

/**
 * Reads the keys of the database.
 *
 * @throws ApiError
 */
export async function listDatabaseKeys(signal: AbortSignal): Promise<readonly DatabaseKeyInfo<string>[]> {
  const parse = parseWithDigits<{ databaseKeys: DatabaseKeyInfo<string>[] }>
  return (await get('/database-keys', {}, signal, parse)).databaseKeys
}

/** The request by which the app reads a document, with a key that sees everything if there is one. */
function Command({ id }: { readonly id: string }) {
  const { data: keys = [] } = useLive(listDatabaseKeys, undefined, ['reset', 'database-keys'])
  const key =
    keys.find(({ projects, documents }) => projects === undefined && documents === undefined) ?? keys[0]
  if (key === undefined) return <p class="hint">With a key (see Keys), its request can be copied as curl.</p>
  const command = `curl -i ${quoted(`${baseUrl}/documents/${id}`)} \\\n  -H ${quoted(`X-API-Key: ${key.key}`)}`
  return (
    <p class="row">
      <span class="hint">As the app would ask:</span>
      <Copy label="Copy GET as curl" text={() => command} />
    </p>
  )
}
