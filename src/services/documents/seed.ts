import * as v from 'valibot'
import { setField } from '../../core/objects.js'
import { listAt } from '../../seed/items.js'
import { items, fields as joined } from '../../seed/joins.js'
import { seedPart } from '../../seed/part.js'
import type { RateWindow, ResumeCreators, ResumePositions } from '../../seed/resume-point.js'
import type { Collection } from './collection.js'
import { DOCUMENTS } from './contents.js'
import {
  database,
  document,
  project,
  readRateLimit,
  scopeOf,
  showDocument,
  showKey,
  showProject,
} from './kinds.js'

export const documentsSeed = seedPart({
  fields: { database: v.exactOptional(v.pipe(database, v.description('The document database.'))) },
  joins: {
    database: joined({ keys: items('keys'), projects: items('projects'), documents: items('documents') }),
  },
  lists: (seed) => [
    listAt(seed, ['database', 'keys']),
    listAt(seed, ['database', 'projects'], { kind: project }),
    listAt(seed, ['database', 'documents'], { kind: document }),
  ],
  end({ database: { rateLimit, keys = [] } = {} }, { state, resume }) {
    const held = state.of(DOCUMENTS)
    if (rateLimit !== undefined) held.limitRate(readRateLimit(rateLimit))
    for (const key of keys) held.addKey(key.key, scopeOf(key))
    for (const [key, window] of resume.rateWindows) held.rateWindows.set(key, window)
  },
  show(state, _keys, admit) {
    const held = state.of(DOCUMENTS)
    const { rateLimit, keys, projects, documents } = held
    return {
      database: {
        ...(rateLimit === undefined
          ? {}
          : { rateLimit: { requests: rateLimit.requests, per: `${rateLimit.perMs}ms` } }),
        keys: [...keys.values()].map((key) => showKey(key, digits)),
        projects: [...projects.records.values()].map((record) => showProject(record, digits)),
        documents: Array.from(documents.records.values(), (record) => {
          admit(record.text ?? '')
          return showDocument(record, digits)
        }),
      },
    }
  },
  resume(state) {
    const { documents, projects, rateWindows } = state.of(DOCUMENTS)
    const places = { documents: gapsIn(documents), projects: gapsIn(projects) }
    const creators = { documents: creatorsIn(documents), projects: creatorsIn(projects) }
    const windows: Record<string, RateWindow> = {}
    for (const [key, window] of rateWindows.entries()) setField(windows, key, window)
    return {
      ids: { documents: String(documents.lastId), projects: String(projects.lastId) },
      rateWindows: windows,
      ...(places.documents.length + places.projects.length === 0 ? {} : { places }),
      ...(creators.documents.length + creators.projects.length === 0 ? {} : { creators }),
    }
  },
})

const digits = (id: string): string => id

/** Maps records to the scoped keys that created them. */
const creatorsIn = ({ records }: Collection): ResumeCreators =>
  Array.from(records.values()).flatMap(({ id, creator }) => (creator === undefined ? [] : [[id, creator]]))

/** Returns the positions of records, which cursors refer to, where they differ from 1, 2, 3, … See ResumePositions. */
function gapsIn({ records }: Collection): ResumePositions {
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
