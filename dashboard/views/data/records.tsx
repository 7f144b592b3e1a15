import { parseWithDigits } from '../../../src/core/json/lossless-json.js'
import { baseUrl } from '../../address.js'
import { at, get, type QueryParameters, send } from '../../api.js'
import { Code } from '../../components/code.js'
import type { Draft } from '../../components/draft-form.js'
import type { Listed } from '../../components/pages.js'
import { FoundText, shortText } from '../../components/short-text.js'
import type { Column } from '../../components/table.js'
import { CurlCommands } from '../../features/records/curl-commands.js'
import type { ListedKind } from '../../features/records/kind.js'
import { curlText, quoted } from '../../lib/curl.js'
import { idText } from '../../lib/json-text.js'
import { orderBy, textOrder } from '../../lib/sort.js'
import { useLive } from '../../live.js'
import { listDatabaseKeys } from './keys.js'

/** A document or project. Ids are strings, because they may not fit in a JavaScript number. */
type DatabaseRecord = Readonly<Record<string, string | undefined>>

interface Names {
  readonly heading: string
  readonly text: string
}

type Area = 'documents' | 'projects'

const SUGGESTED = 200

function kindOf(noun: 'document' | 'project', { heading, text }: Names): ListedKind<DatabaseRecord> {
  const isDocument = noun === 'document'
  const area = isDocument ? 'documents' : 'projects'
  const path = `/${area}`
  const [Noun = '', Heading = '', Text = ''] = [noun, heading, text].map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  )
  return {
    noun,
    plural: area,
    path,
    found: 'id or text',
    list: (query, signal) => listOf(area, query, signal),
    idOf: ({ id = '' }) => id,
    columns: [
      {
        title: Heading,
        order: textOrder(heading),
        cell: (record) => <FoundText text={record[heading] ?? ''} />,
      },
      { title: Text, minor: true, cell: (record) => textOrNone(record[text]) },
      ...(isDocument ? [PROJECT] : []),
      ID,
    ],
    copies: (record) => ['id', heading, text].map((name) => [name, record[name] ?? ''] as const),
    form: {
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
        // If the text of a new record is empty, it's omitted. When editing, it's set to ''.
        const hasText = draft.none === '' && !(record === undefined && draft[text] === '')
        const project = draft.project?.trim() ?? ''
        const members = [heading, ...(hasText ? [text] : [])].map((name) => memberOf(draft, name))
        const body = `{${[...members, ...(project === '' ? [] : [`"project": ${idText(project)}`])].join(', ')}}`
        return record === undefined
          ? send('POST', path, body)
          : send('PUT', path + at`/${record.id ?? ''}`, body)
      },
    },
    detail: {
      area,
      parameter: 'id',
      address: { in: area },
      get: (id, signal) => get(path + at`/${id}`, {}, signal, parseWithDigits<DatabaseRecord>),
      titleOf: (id) => `${Noun} ${shortText(id, 40)}`,
      facts: (record) => (
        <>
          {(record[heading] ?? '').length > HEADING_MAX ? (
            <Code label={Heading} text={record[heading] ?? ''} />
          ) : (
            <p class="fact">{shortText(record[heading] ?? '')}</p>
          )}
          {record.project !== undefined && <p class="hint">In project {record.project}</p>}
          {record[text] === undefined ? (
            <p class="hint">No {text}</p>
          ) : (
            <Code label={Text} text={record[text] ?? ''} />
          )}
          {isDocument && <Commands id={record.id ?? ''} />}
        </>
      ),
      textOf: JSON.stringify,
    },
  }
}

const memberOf = (draft: Draft, name: string): string =>
  `${JSON.stringify(name)}: ${JSON.stringify(draft[name] ?? '')}`

async function listOf(
  area: Area,
  query: QueryParameters,
  signal?: AbortSignal,
): Promise<Listed<DatabaseRecord>> {
  type Listing = { readonly [name in Area]?: readonly DatabaseRecord[] } & {
    readonly next?: string
  }
  const answer = await get(`/${area}`, query, signal, parseWithDigits<Listing>)
  return { rows: answer[area] ?? [], next: answer.next }
}

const HEADING_MAX = 200

const textOrNone = (text: string | undefined) =>
  text === undefined ? <span class="hint">none</span> : <FoundText text={text} />

const idColumn = (title: string, name: string): Column<DatabaseRecord> => ({
  title,
  width: '7.5rem',
  align: 'end',
  order: orderBy(name, `smallest ${name}`, `largest ${name}`),
  cell: (record) => textOrNone(record[name]),
})

const ID = idColumn('Id', 'id')

const PROJECT: Column<DatabaseRecord> = { ...idColumn('Project', 'project'), minor: true }

const IN_PROJECT = {
  name: 'project',
  label: 'Project',
  placeholder: 'none',
  hint: 'An id. Decides which keys see the document, but is never sent.',
  suggestions: async (signal: AbortSignal) =>
    (await listOf('projects', { limit: SUGGESTED }, signal)).rows.map(({ id = '' }) => id),
}

export const DOCUMENTS = kindOf('document', { heading: 'title', text: 'content' })

export const PROJECTS = kindOf('project', { heading: 'name', text: 'description' })

/** Prefers a key that can see everything. */
function Commands({ id }: { readonly id: string }) {
  const { data: keys = [] } = useLive('/database-keys', listDatabaseKeys, { on: ['reset', 'database-keys'] })
  const key =
    keys.find(({ projects, documents }) => projects === undefined && documents === undefined) ?? keys[0]
  const command = curlText('GET', `${baseUrl}/documents/${id}`, [quoted(`X-API-Key: ${key?.key}`)])
  return <CurlCommands commands={key === undefined ? [] : [['GET', command]]} />
}
