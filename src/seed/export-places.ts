import type { Slice, Steps } from '../core/steps.js'
import type { Collection } from '../domain/database.js'
import type { State } from '../domain/state.js'
import type { Places } from './resume-point.js'

/** The places of records in their order, which cursors name, where those are not 1, 2, 3, …: see Places. */
export function* exportPlaces(
  { documents, projects }: State,
  slice: Slice,
): Steps<{ places?: { documents: Places; projects: Places } }> {
  const places = { documents: yield* gapsIn(documents, slice), projects: yield* gapsIn(projects, slice) }
  return places.documents.length + places.projects.length === 0 ? {} : { places }
}

function* gapsIn({ records }: Collection, slice: Slice): Steps<Places> {
  // Every place up to the next is taken.
  if (records.nextSeq === records.size + 1) return []
  const gaps: (readonly [number, number])[] = []
  let index = 0
  let next = 1
  yield* slice.each(records.values(), ({ seq }) => {
    if (seq !== next) gaps.push([index, seq])
    index++
    next = seq + 1
  })
  return records.nextSeq === next ? gaps : [...gaps, [index, records.nextSeq]]
}
