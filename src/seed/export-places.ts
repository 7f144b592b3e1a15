import type { Collection, ResumePlaces } from '../services/documents/collection.js'
import type { DatabaseContents } from '../services/documents/contents.js'

/** The places of records in their order, which cursors name, if those are not 1, 2, 3, …: see Places. */
export function exportPlaces({ documents, projects }: DatabaseContents): {
  places?: { documents: ResumePlaces; projects: ResumePlaces }
} {
  const places = { documents: gapsIn(documents), projects: gapsIn(projects) }
  return places.documents.length + places.projects.length === 0 ? {} : { places }
}

function gapsIn({ records }: Collection): ResumePlaces {
  // Every place up to the next is taken.
  if (records.nextSeq === records.size + 1) return []
  const gaps: (readonly [number, number])[] = []
  let index = 0
  let next = 1
  for (const { seq } of records.values()) {
    if (seq !== next) gaps.push([index, seq])
    index++
    next = seq + 1
  }
  return records.nextSeq === next ? gaps : [...gaps, [index, records.nextSeq]]
}
