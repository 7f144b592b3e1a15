import type { ComponentChildren } from 'preact'
import { parseWithDigits } from '../../../src/core/json/lossless-json.js'
import type { DatabaseKeyInfo } from '../../../src/services/documents/admin.js'
import { get, send } from '../../api.js'
import { Chip } from '../../components/chip.js'
import type { Draft, FieldSpec } from '../../components/draft-form.js'
import { ShortText } from '../../components/short-text.js'
import { type ListedKind, localList } from '../../features/records/kind.js'
import { counted } from '../../lib/format.js'
import { idText } from '../../lib/json-text.js'
import { byText, textOrder } from '../../lib/sort.js'
import { type Holder, type HolderKind, pathOf } from './holder-kind.js'

type Key = Holder['keys'][number]

type DatabaseKey = DatabaseKeyInfo<string>

interface Differences<K> {
  readonly path: string
  readonly load: (signal?: AbortSignal) => Promise<readonly K[]>
  /** The key's permissions. `wordsOf` are the words that the search finds. */
  readonly scope: (key: K) => ComponentChildren
  readonly wordsOf: (key: K) => readonly string[]
  readonly fields: readonly FieldSpec[]
  readonly start: Draft
  readonly make: (draft: Draft) => unknown
}

const KEY: FieldSpec = {
  name: 'key',
  label: 'Key',
  placeholder: 'auto-generated',
}

function kindOf<K extends { readonly key: string }>(its: Differences<K>): ListedKind<K> {
  const { path, load, scope, wordsOf, fields, start, make } = its
  return {
    noun: 'key',
    plural: 'keys',
    path,
    found: 'key or scope',
    list: localList({
      load,
      textsOf: (key) => [key.key, ...wordsOf(key)],
      orders: [byText<K>('key', ({ key }) => key)],
    }),
    idOf: ({ key }) => key,
    columns: [
      { title: 'Key', order: textOrder('key'), cell: ({ key }) => <ShortText mono text={key} /> },
      { title: 'Scope', cell: scope },
    ],
    copies: ({ key }) => [['key', key]],
    removal: { label: 'Revoke' },
    form: {
      fieldsOf: () => [KEY, ...fields],
      draftOf: () => ({ key: '', ...start }),
      save: (draft) => send('POST', path, make(draft)),
    },
  }
}

const LISTING = 'Listing needs a token, unless the gap kv.listWithScopedKey lets keys do it.'

export function scopedKeysOf(kind: HolderKind, holder: Holder): ListedKind<Key> {
  const path = pathOf(kind, holder)
  return kindOf<Key>({
    path: `${path}/keys`,
    load: async (signal) => (await get<Holder>(path, {}, signal)).keys,
    scope: ({ scope }) => <Chip tone={scope === 'admin' ? 'info' : 'calm'}>{scope}</Chip>,
    wordsOf: ({ scope }) => [scope],
    fields: [
      { name: 'scope', label: 'Scope', options: kind.scopes, ...(kind.expires ? { hint: LISTING } : {}) },
    ],
    start: { scope: 'read' },
    make: ({ scope, key }) => ({ scope, ...(key === '' ? {} : { key }) }),
  })
}

const isScoped = ({ limited }: Draft): boolean => limited !== ''

export const DATABASE_KEYS = kindOf<DatabaseKey>({
  path: '/database-keys',
  load: listDatabaseKeys,
  scope: (key) => <span title={scopeText(key)}>{scopeText(key)}</span>,
  wordsOf: ({ projects = [], documents = [] }) => [...projects, ...documents],
  fields: [
    { name: 'limited', label: 'Limit scope', type: 'check' },
    {
      name: 'projects',
      label: 'Projects in scope',
      placeholder: '10, 11',
      hint: 'Ids. Their documents are in scope too.',
      isShown: isScoped,
    },
    {
      name: 'documents',
      label: 'Documents in scope',
      placeholder: '1, 2',
      hint: 'Ids, in any project',
      isShown: isScoped,
    },
    {
      name: 'outOfScope',
      label: 'When nothing is in scope',
      options: [
        ['empty', 'return an empty list'],
        ['forbidden', 'refuse with 403'],
      ],
      isShown: isScoped,
    },
  ],
  start: { limited: '', projects: '', documents: '', outOfScope: 'empty' },
  make: bodyOf,
})

export async function listDatabaseKeys(signal?: AbortSignal): Promise<readonly DatabaseKey[]> {
  const parse = parseWithDigits<{ databaseKeys: DatabaseKey[] }>
  return (await get('/database-keys', {}, signal, parse)).databaseKeys
}

/** Longer lists are shown as a count. */
const NAMED_MAX = 8

function scopeText({ projects, documents, outOfScope }: DatabaseKey): string {
  if (projects === undefined && documents === undefined) return 'every project and document'
  const parts = [idList('project', projects), idList('document', documents)].filter((part) => part !== '')
  const seen = parts.length === 0 ? 'what it creates' : parts.join(' and ')
  return `limited to ${seen}; ${outOfScope === 'forbidden' ? '403' : 'empty list'} if nothing is in scope`
}

function idList(noun: string, ids: readonly string[] = []): string {
  if (ids.length === 0) return ''
  return ids.length > NAMED_MAX
    ? counted(ids.length, noun)
    : `${noun}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`
}

/** Builds JSON by hand, since ids may have more digits than a JavaScript number can hold. */
function bodyOf({ key = '', limited, projects = '', documents = '', outOfScope }: Draft): string {
  const scope = [
    `"projects": ${idsText(projects)}`,
    `"documents": ${idsText(documents)}`,
    `"outOfScope": ${JSON.stringify(outOfScope)}`,
  ]
  const own = key === '' ? [] : [`"key": ${JSON.stringify(key)}`]
  return `{${[...own, ...(limited === '' ? [] : scope)].join(', ')}}`
}

/** "10, 11" → "[10, 11]" */
function idsText(typed: string): string {
  const ids = typed.split(/[\s,]+/).filter((id) => id !== '')
  return `[${ids.map(idText).join(', ')}]`
}
