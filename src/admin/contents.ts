import * as v from 'valibot'
import { type AnswerOf, count } from '../contract/answer-schema.js'
import type { World } from '../domain/world.js'
import { sizesOf } from '../services/index.js'

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
