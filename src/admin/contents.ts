import * as v from 'valibot'
import { type AnswerOf, count, described } from '../contract/answer-schema.js'
import type { State } from '../domain/state.js'
import type { World } from '../domain/world.js'

/** By kind. Users' own services add their own counts. */
export const sizes = v.object({
  namespaces: count,
  entries: described('Entries in namespaces.', count),
  stores: count,
  configs: described('Entries in config stores.', count),
  databaseKeys: count,
  projects: count,
  documents: count,
})

const { configs: _, ...counts } = sizes.entries
/** `entries` includes those of both namespaces and stores. */
const schema = v.object({ status: v.literal('ok'), ...counts, entries: count, faults: count })

/** The response of calls that fill a world: how much it now contains. */
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

export function contentsOf({ state, faults }: World): AnswerOf<typeof schema> {
  const { entries, configs, ...others } = sizesOf(state)
  return { status: 'ok', ...others, entries: entries + configs, faults: faults.size }
}

/** Includes expired entries. Doesn't visit each entry. */
export const sizesOf = ({ contents }: State): v.InferOutput<typeof sizes> =>
  Object.assign({}, ...Array.from(contents.values(), (held) => held.sizes()))
