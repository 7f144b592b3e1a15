import * as v from 'valibot'
import { type AnswerOf, count, described } from '../contract/answer-schema.js'
import type { State } from '../domain/state.js'
import type { World } from '../domain/world.js'

const schema = v.object({
  status: v.literal('ok'),
  namespaces: count,
  stores: count,
  entries: count,
  databaseKeys: count,
  projects: count,
  documents: count,
  faults: count,
})

/** The answer of calls that fill a world: the counts of what it holds now. */
export const contents = {
  schema,
  example: {
    status: 'ok',
    namespaces: 0,
    stores: 1,
    entries: 1,
    databaseKeys: 0,
    projects: 0,
    documents: 0,
    faults: 0,
  },
} as const

/** Counts what a world holds. */
export function contentsOf({ state, faults }: World): AnswerOf<typeof schema> {
  const { entries, configs, ...sizes } = sizesOf(state)
  return { status: 'ok', ...sizes, entries: entries + configs, faults: faults.size }
}

/** How many a state holds of each kind. A service beyond the three of the contract adds its own. */
export const sizes = v.object({
  namespaces: count,
  entries: described('Those of namespaces.', count),
  stores: count,
  configs: described('The entries of stores.', count),
  databaseKeys: count,
  projects: count,
  documents: count,
})

/** Counts what a state holds, expired entries included, without a look at every entry. */
export const sizesOf = ({ contents }: State): v.InferOutput<typeof sizes> =>
  Object.assign({}, ...Array.from(contents.values(), (held) => held.sizes()))
