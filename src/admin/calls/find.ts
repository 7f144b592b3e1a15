import * as v from 'valibot'
import { type AnswerOf, described, text } from '../../contract/answer-schema.js'
import { Refusal } from '../../core/refusal.js'
import { shorten } from '../../core/shorten.js'
import type { State } from '../../domain/state.js'
import { call, type Findable, type ServiceAdmin } from '../call.js'
import { countUpTo, parameter, readAs } from '../query.js'

const found = v.object({
  kind: described('"namespace", "entry", …', text),
  id: described('Its id or key. Record ids keep all their digits.', text),
  of: v.exactOptional(described("An entry's namespace or store.", text)),
  title: v.exactOptional(described("A document's title or a project's name.", text)),
  excerpt: v.exactOptional(
    described("The part of its value that contains the text. Only set if its id and title don't.", text),
  ),
})

export interface SearchResult extends AnswerOf<typeof found> {}

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 100
const TEXT_LENGTH_MAX = 1000

/** In characters. We don't search more values than this, so that it doesn't take long even in a large world. */
const VALUE_CHARACTERS_MAX = 20_000_000

/** The number of characters of a value to show before the match, and in total. */
const EXCERPT = { before: 20, length: 80 }

/** Namespaces, stores and projects come first. */
function* thingsIn(state: State, services: readonly ServiceAdmin[]): Iterable<Findable> {
  for (const { holders } of services) yield* holders(state)
  for (const { records } of services) yield* records(state)
}

/** Returns the first matches, ignoring case. Matches in ids, keys or titles come before those in values. */
function finding(things: () => Iterable<Findable>, sought: string, limit: number): readonly SearchResult[] {
  const lower = sought.toLowerCase()
  const results: SearchResult[] = []
  const isNamedSo = ({ id, title = '' }: SearchResult): boolean =>
    id.toLowerCase().includes(lower) || title.toLowerCase().includes(lower)
  for (const { value: _, ...thing } of things()) {
    if (results.length === limit) return results
    if (isNamedSo(thing)) results.push(thing)
  }
  let left = VALUE_CHARACTERS_MAX
  for (const { value, ...thing } of things()) {
    left -= value.length
    if (results.length === limit || left < 0) return results
    const lowered = value.toLowerCase()
    const at = lowered.indexOf(lower)
    // A few letters turn into two characters in lower case, which would shift the positions.
    const shown = lowered.length === value.length ? value : lowered
    if (at >= 0 && !isNamedSo(thing)) results.push({ ...thing, excerpt: excerptOf(shown, at) })
  }
  return results
}

function excerptOf(value: string, at: number): string {
  const from = Math.max(0, at - EXCERPT.before)
  return `${from === 0 ? '' : '…'}${shorten(value.slice(from), EXCERPT.length)}`
}

const soughtText = readAs(`a text of 1 to ${TEXT_LENGTH_MAX} characters`, (value) =>
  value.length > 0 && value.length <= TEXT_LENGTH_MAX ? value : undefined,
)

export const findCalls = [
  call({
    method: 'GET',
    path: '/find',
    summary:
      'Search ids, keys and titles of namespaces, stores, projects, entries and documents, and then their values (the first 20 million characters), ignoring case',
    details: ': text=session:17, limit=20',
    tag: 'Seed and state',
    query: {
      text: parameter('Part of an id, key, title or value.', soughtText, 'session:17'),
      limit: parameter('The maximum number to return.', countUpTo(LIMIT_MAX, LIMIT_DEFAULT), 10),
    },
    answer: {
      schema: v.object({ found: v.array(found) }),
      example: { found: [{ kind: 'entry', id: 'session:17', of: 'ns_shop_k3v9x2' }] },
    },
    handle({ world: { state }, services, query: { text: sought, limit = LIMIT_DEFAULT } }) {
      if (sought === undefined) throw new Refusal('invalid_request', 'text: say what to look for')
      return { found: finding(() => thingsIn(state, services), sought, limit) }
    },
  }),
]
