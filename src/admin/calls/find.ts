import {
  described,
  list,
  object,
  oneOf,
  parameter,
  type Schema,
  text,
  typed,
} from '../../contract/json-schema.js'
import { Refusal } from '../../core/refusal.js'
import type { State } from '../../domain/state.js'
import { CONFIG } from '../../services/config/contents.js'
import { DOCUMENTS } from '../../services/documents/contents.js'
import { KV } from '../../services/kv/contents.js'
import { call } from '../call.js'
import { countReader, readParameters } from '../query.js'

const KINDS = ['namespace', 'store', 'project', 'document', 'entry', 'config'] as const

/** Something that the services hold. */
export interface FoundInfo {
  readonly kind: (typeof KINDS)[number]
  /** Its id, or its key; ids of records with all digits. */
  readonly id: string
  /** The namespace or store of an entry. */
  readonly of?: string
  /** The title of a document, the name of a project. */
  readonly title?: string
}

const found: Schema<FoundInfo> = object(
  { kind: oneOf(...KINDS), id: described('Its id, or its key.', text) },
  { of: described('The namespace or store of an entry.', text), title: text },
)

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 100
const TEXT_LENGTH_MAX = 1000

/** The first things of a state whose id or title has a text in it, in capitals or not. */
function finding(state: State, sought: string, limit: number): readonly FoundInfo[] {
  const { namespaces } = state.of(KV)
  const { stores } = state.of(CONFIG)
  const { projects, documents } = state.of(DOCUMENTS)
  const lower = sought.toLowerCase()
  const results: FoundInfo[] = []
  const look = (thing: FoundInfo): void => {
    const names = [thing.id, thing.title ?? '']
    if (results.length < limit && names.some((name) => name.toLowerCase().includes(lower)))
      results.push(thing)
  }
  for (const { id } of namespaces.values()) look({ kind: 'namespace', id })
  for (const { id } of stores.values()) look({ kind: 'store', id })
  for (const { id, heading } of projects.records.values()) look({ kind: 'project', id, title: heading })
  for (const { id, entries } of namespaces.values()) {
    for (const { key } of entries.values()) look({ kind: 'entry', id: key, of: id })
  }
  for (const { id, entries } of stores.values()) {
    for (const { key } of entries.values()) look({ kind: 'config', id: key, of: id })
  }
  for (const { id, heading } of documents.records.values()) look({ kind: 'document', id, title: heading })
  return results
}

const textReader = {
  expects: `a text of 1 to ${TEXT_LENGTH_MAX} characters`,
  read: (value: string) => (value.length > 0 && value.length <= TEXT_LENGTH_MAX ? value : undefined),
}

/** The call that finds things by a part of their name. */
export const findCalls = [
  call({
    method: 'GET',
    path: '/find',
    help: 'Namespaces, stores, projects, entries and documents whose id, key or title has this text in it, in capitals or not: text=session:17, limit=20',
    tag: 'Seed and state',
    query: {
      text: parameter('A part of an id, a key or a title.', text, 'session:17'),
      limit: parameter(
        'The most to answer.',
        typed<number>({ type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
        10,
      ),
    },
    answer: {
      schema: object({ found: list(found) }),
      example: { found: [{ kind: 'entry', id: 'session:17', of: 'ns_shop_k3v9x2' }] },
    },
    handle({ world: { state }, query }) {
      const { text: sought, limit = LIMIT_DEFAULT } = readParameters(query, {
        text: textReader,
        limit: countReader(LIMIT_MAX),
      })
      if (sought === undefined) throw new Refusal('invalid_request', 'text: say what to look for')
      return { found: finding(state, sought, limit) }
    },
  }),
]
